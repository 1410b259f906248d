// Waiting that somebody else can end.

/** Until somebody wakes us, the time is over, or there is no reason to wait any more. */
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

/** What a timer can be set to. Beyond it goes off at once; nobody waits for weeks, but a policy may say so. */
export const timerOf = (milliseconds: number): number => Math.min(Math.max(0, milliseconds), 2 ** 31 - 1);
