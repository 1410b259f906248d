// Determines from the events of the server at which position a broken event stream can be resumed, and how long to
// wait before that.

import type { SseEvent } from '@claw/jsonrpc-stream';

/** The position from which a broken stream can be resumed. */
export interface ResumePoint {
  readonly lastEventId: string | undefined;
  /** The time to wait before resuming the stream, in milliseconds. */
  readonly retry: number | undefined;
}

/** The position before the first event. */
export const START_OF_STREAM: ResumePoint = { lastEventId: undefined, retry: undefined };

/** Matches event ids that can be sent in a header. */
const VALID_EVENT_ID = /^[^\p{Cc}\p{Cs}]*$/u;
/** The bounds for the `retry` value of the server. */
const MIN_RETRY = 50;
const MAX_RETRY = 60_000;

/** Returns the position after an event; most events have no id. */
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
