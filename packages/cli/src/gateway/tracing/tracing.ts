// Sets up tracing for a gateway. Loaded only if tracing is configured.

import type { Inspector } from '@claw/jsonrpc-stream';
import { version } from '../../command-line/version.js';
import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { RequestTrace } from './request-trace.js';
import type { TracingSettings } from './settings.js';
import { createSpanExporter } from './span-exporter.js';
import { newTraceId, readTraceContext } from './trace-context.js';
import { type StartTrace, TracingInspector } from './tracing-inspector.js';

export interface Tracing {
  /** Wraps the inspector of a conversation so that it is traced. */
  wrap(proxy: string, inspector: Inspector): Inspector;
  close(): Promise<void>;
}

export function startTracing(settings: TracingSettings, node: string, diagnostics: Diagnostics): Tracing {
  const resource = { 'service.version': version, 'service.instance.id': node, ...settings.resource };
  const scope = { name: 'clawdefender', version };
  const exporter = createSpanExporter({ ...settings, resource, scope }, diagnostics);
  const start: StartTrace = (request, meta) => {
    const caller = readTraceContext(meta);
    const traceId = caller?.traceId ?? newTraceId();
    const isSampled =
      caller !== undefined && settings.followsCaller ? caller.isSampled : isIncluded(traceId, settings.ratio);
    const trace = { traceId, traceState: caller?.traceState };
    return isSampled ? new RequestTrace(exporter, request, trace, caller?.spanId) : undefined;
  };
  return {
    wrap: (proxy, inspector) => new TracingInspector(inspector, proxy, start),
    close: () => exporter.close(),
  };
}

/** Decides whether a trace is sampled. The result is the same for all processes of a trace. */
const isIncluded = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-8), 16) < ratio * 0x1_0000_0000;
