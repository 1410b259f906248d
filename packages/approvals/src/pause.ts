// A wait that can be ended early.

/** Waits until a function in `wakers` is called, until the time is over, or until the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal, wakers: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, timerOf(milliseconds));
    function done() {
      clearTimeout(timer);
      wakers.delete(done);
      signal.removeEventListener('abort', done);
      resolve();
    }
    wakers.add(done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
}

/**
 * Limits a duration to the maximum of a timer, because a longer timer fires immediately. Policies may contain longer
 * durations.
 */
export const timerOf = (milliseconds: number): number => Math.min(Math.max(0, milliseconds), 2 ** 31 - 1);
