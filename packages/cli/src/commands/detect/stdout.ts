// Implements back-pressure for stdout. Without it, a slow reader would make the output accumulate in memory.

/** Resolves to true when stdout accepts more output, or to false if it was closed. */
export async function waitForReader(): Promise<boolean> {
  const { stdout } = process;
  if (stdout.destroyed || stdout.errored) return false;
  if (!stdout.writableNeedDrain) return true;
  return new Promise((resolve) => {
    const settle = (): void => {
      for (const event of ['drain', 'close', 'error']) stdout.off(event, settle);
      resolve(!stdout.destroyed && !stdout.errored);
    };
    for (const event of ['drain', 'close', 'error']) stdout.on(event, settle);
  });
}
