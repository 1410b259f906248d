// Computes the effect of one hit on a rate limit counter. Memory and SQLite use this code; `redis/scripts.ts`
// implements the same computation in Lua.

import type { Limit } from '@claw/pipeline';

export interface CounterState {
  readonly count: number;
  readonly windowEnd: number;
  /** The number of rejected hits in this window. */
  readonly refused: number;
  readonly bannedUntil: number;
}

export const newCounter: CounterState = { count: 0, windowEnd: 0, refused: 0, bannedUntil: 0 };

/** Returns the state after a hit, and the seconds to wait if the hit was rejected. */
export function countHit(
  before: CounterState,
  { max, windowMs, restartOnHit = false, ban }: Limit,
  now: number,
): { readonly state: CounterState; readonly retryAfter: number | undefined } {
  // If the system clock was set back, a stored end time can be further in the future than a full window or ban. In
  // that case, a ban is shortened to its configured length, and a window starts again.
  const bannedUntil = Math.min(before.bannedUntil, ban === undefined ? before.bannedUntil : now + ban.ms);
  if (bannedUntil > now) return { state: { ...before, bannedUntil }, retryAfter: seconds(bannedUntil - now) };
  const isOver = before.windowEnd <= now || before.windowEnd > now + windowMs;
  const state = isOver ? { ...newCounter, windowEnd: now + windowMs } : before;
  const windowEnd = restartOnHit ? now + windowMs : state.windowEnd;
  if (state.count < max)
    return { state: { ...state, windowEnd, count: state.count + 1 }, retryAfter: undefined };
  const refused = state.refused + 1;
  const banned = ban !== undefined && refused >= ban.after ? now + ban.ms : 0;
  return {
    state: { ...state, windowEnd, refused, bannedUntil: banned },
    retryAfter: seconds(Math.max(windowEnd, banned) - now),
  };
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
