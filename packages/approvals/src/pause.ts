// Waiting that somebody else can end.

/** Until somebody wakes us, the time is over, or there is no reason to wait any more. */
export function pause(milliseconds: number, signal: AbortSignal, wakers: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, Math.max(0, milliseconds));
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
