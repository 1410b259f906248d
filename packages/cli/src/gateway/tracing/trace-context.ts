// Reads the W3C trace context in `params._meta` of a message: `traceparent` and `tracestate`.

import { randomBytes } from 'node:crypto';

export interface TraceContext {
  /** The trace id, which has 32 hexadecimal digits. */
  readonly traceId: string;
  /** The id of the sender's span, which has 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly traceState: string | undefined;
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const MAX_TRACESTATE = 512;

/**
 * Returns the trace context of a sender. If it is invalid, the specification requires that it be ignored, so the
 * result is undefined.
 */
export function readTraceContext(meta: unknown): TraceContext | undefined {
  if (typeof meta !== 'object' || meta === null) return undefined;
  const { traceparent, tracestate } = meta as { traceparent?: unknown; tracestate?: unknown };
  if (typeof traceparent !== 'string' || traceparent.length > 200) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & 1) === 1,
    traceState:
      typeof tracestate === 'string' && tracestate !== '' && tracestate.length <= MAX_TRACESTATE
        ? tracestate
        : undefined,
  };
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

export const newTraceId = (): string => randomBytes(16).toString('hex');
export const newSpanId = (): string => randomBytes(8).toString('hex');
