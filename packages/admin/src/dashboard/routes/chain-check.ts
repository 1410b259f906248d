// Verifies the hash chains of the audit log when a request finds that the last result is too old. For a long log this
// takes seconds, so requests get the last result immediately.

import type { AdminPorts } from '../ports.js';

type Result = Awaited<ReturnType<AdminPorts['verify']>>;

/** The result of the last verification. */
export interface HashChainStatus {
  /** Null before the first result is available. */
  readonly ok: boolean | null;
  readonly checkedAt: string | null;
  readonly sessions: number;
  readonly records: number;
  readonly problems: readonly string[];
}

const minPauseMs = 30_000;
/**
 * The ratio between the pause after a verification and its duration, so that verification uses at most one twentieth
 * of the time.
 */
const pauseFactor = 20;

/** Returns the last result, and starts a new verification if it is old. */
export function createChainCheck(verify: () => Promise<Result>): () => HashChainStatus {
  let state: HashChainStatus = { ok: null, checkedAt: null, sessions: 0, records: 0, problems: [] };
  let isRunning = false;
  let next = 0;
  const run = async () => {
    isRunning = true;
    const start = performance.now();
    try {
      state = { ...(await verify()), checkedAt: new Date().toISOString() };
    } catch (error) {
      state = {
        ...state,
        ok: false,
        problems: [`the audit log cannot be read: ${(error as Error).message}`],
      };
    } finally {
      isRunning = false;
      const end = performance.now();
      next = end + Math.max(minPauseMs, pauseFactor * (end - start));
    }
  };
  return () => {
    if (!isRunning && performance.now() >= next) void run();
    return state;
  };
}
