// Sends finished spans in batches to a collector as OTLP over HTTP in JSON. If a collector is slow or unavailable,
// spans are lost, but calls are not affected.

import type { Diagnostics } from '../../diagnostics/diagnostics.js';
import { pluralize } from '../../terminal/pluralize.js';
import type { TracingSettings } from './settings.js';

/** The numeric span kinds of the protocol. */
export const spanKind = { internal: 1, server: 2, client: 3 } as const;

export interface FinishedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly traceState: string | undefined;
  readonly name: string;
  readonly kind: (typeof spanKind)[keyof typeof spanKind];
  /** The start in milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  /** The error of a failed span. */
  readonly error: string | undefined;
}

export interface SpanExporter {
  add(span: FinishedSpan): void;
  /** Sends the remaining spans, which takes at most the timeout of an export. */
  close(): Promise<void>;
}

const INTERVAL_MILLISECONDS = 1000;
const MAX_BATCH = 512;
const MAX_QUEUED = 8192;

export function createSpanExporter(
  settings: TracingSettings & { readonly scope: { readonly name: string; readonly version: string } },
  diagnostics: Diagnostics,
): SpanExporter {
  let queue: FinishedSpan[] = [];
  let dropped = 0;
  let sending: Promise<void> | undefined;
  let isFailing = false;

  const post = async (spans: readonly FinishedSpan[]): Promise<void> => {
    const response = await fetch(settings.endpoint, {
      method: 'POST',
      redirect: 'error',
      headers: { ...settings.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(encode(spans, settings)),
      signal: AbortSignal.timeout(settings.timeoutMilliseconds),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`status ${response.status}`);
  };
  const sendAll = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, MAX_BATCH);
      try {
        await post(batch);
        if (isFailing) diagnostics.write(describeRecovery(dropped));
        isFailing = false;
      } catch (error) {
        dropped += batch.length;
        if (!isFailing) diagnostics.write(describeFailure(error as Error));
        isFailing = true;
        return;
      }
    }
  };
  const flush = (): Promise<void> => {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(() => void flush(), INTERVAL_MILLISECONDS).unref();
  return {
    add(span) {
      if (queue.length >= MAX_QUEUED) dropped += 1;
      else queue.push(span);
      if (queue.length === MAX_BATCH) void flush();
    },
    async close() {
      clearInterval(timer);
      await sending;
      await flush();
      queue = [];
    },
  };
}

const describeRecovery = (dropped: number) =>
  ({
    level: 'info',
    event: 'traces_recovered',
    message: `Traces are sent to the collector again; ${pluralize(dropped, 'span')} were dropped so far.`,
    fields: { dropped },
  }) as const;

const describeFailure = ({ message, cause, name }: Error) =>
  ({
    level: 'warn',
    event: 'traces_failed',
    message: `Cannot send traces to the collector: ${
      name === 'TimeoutError'
        ? 'it did not respond in time'
        : ((cause as Error | undefined)?.message ?? message)
    }. Spans are dropped until it responds.`,
  }) as const;

const nanoseconds = (milliseconds: number): string => `${BigInt(Math.round(milliseconds * 1000)) * 1000n}`;

const encodeAttributes = (attributes: FinishedSpan['attributes']) =>
  Object.entries(attributes).flatMap(([key, value]) => {
    if (value === undefined) return [];
    return { key, value: typeof value === 'number' ? { intValue: `${value}` } : { stringValue: value } };
  });

const encode = (
  spans: readonly FinishedSpan[],
  { resource, scope }: Parameters<typeof createSpanExporter>[0],
) => ({
  resourceSpans: [
    {
      resource: { attributes: encodeAttributes(resource) },
      scopeSpans: [{ scope, spans: spans.map(encodeSpan) }],
    },
  ],
});

const encodeSpan = ({ start, end, attributes, error, ...span }: FinishedSpan) => ({
  ...span,
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: encodeAttributes(attributes),
  status: error === undefined ? {} : { code: 2, message: error },
});
