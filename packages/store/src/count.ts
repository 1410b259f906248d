// One hit on one counter, as arithmetic. Memory and SQLite use it as it is; the script for Redis says the same in Lua.

import type { RateLimit } from './cells.js';

export interface CounterState {
  readonly count: number;
  readonly windowEnd: number;
  /** Refused hits of this window. */
  readonly refused: number;
  readonly bannedUntil: number;
}

export const freshCounter: CounterState = { count: 0, windowEnd: 0, refused: 0, bannedUntil: 0 };

/** The state after a hit, and the seconds to wait when it was refused. */
export function countHit(
  before: CounterState,
  { max, windowMs, restartOnHit = false, ban }: RateLimit,
  now: number,
): { readonly state: CounterState; readonly wait: number | undefined } {
  // What ends later than if it began now was begun by a clock that has been put back since, and would last for days. A ban
  // begins anew, a window as well, and with it the count.
  const bannedUntil = Math.min(before.bannedUntil, ban === undefined ? before.bannedUntil : now + ban.ms);
  if (bannedUntil > now) return { state: { ...before, bannedUntil }, wait: seconds(bannedUntil - now) };
  const over = before.windowEnd <= now || before.windowEnd > now + windowMs;
  const state = over ? { ...freshCounter, windowEnd: now + windowMs } : before;
  const windowEnd = restartOnHit ? now + windowMs : state.windowEnd;
  if (state.count < max) return { state: { ...state, windowEnd, count: state.count + 1 }, wait: undefined };
  const refused = state.refused + 1;
  const banned = ban !== undefined && refused >= ban.after ? now + ban.ms : 0;
  return {
    state: { ...state, windowEnd, refused, bannedUntil: banned },
    wait: seconds(Math.max(windowEnd, banned) - now),
  };
}

const seconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));
