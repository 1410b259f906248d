// Where a broken event stream can be resumed, and how long to wait before that, as the events of the server say.

import type { SseEvent } from '@claw/jsonrpc-stream';

/** The position from which a broken stream can be resumed. */
export interface ResumePoint {
  readonly lastEventId: string | undefined;
  /** Milliseconds to wait before resuming the stream. */
  readonly retry: number | undefined;
}

/** The position before the first event. */
export const START_OF_STREAM: ResumePoint = { lastEventId: undefined, retry: undefined };

/** Event ids that can be sent in a header. */
const VALID_EVENT_ID = /^[^\p{Cc}\p{Cs}]*$/u;
/** Bounds for the server's `retry` value. */
const MIN_RETRY = 50;
const MAX_RETRY = 60_000;

/** The position after an event; most events have no id. */
export function positionAfter(
  { lastEventId, retry }: Pick<SseEvent, 'lastEventId' | 'retry'>,
  before: ResumePoint,
): ResumePoint {
  if (lastEventId === undefined && retry === undefined) return before;
  const isValid = lastEventId !== undefined && VALID_EVENT_ID.test(lastEventId);
  return {
    lastEventId: isValid ? lastEventId : before.lastEventId,
    retry: retry === undefined ? before.retry : Math.min(Math.max(retry, MIN_RETRY), MAX_RETRY),
  };
}
