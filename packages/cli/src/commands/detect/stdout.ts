// Patience with whoever reads our output: without it a slow reader would make us keep every answer in memory.

/** Resolves when stdout has room again: true, or false when nobody reads any more. */
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
