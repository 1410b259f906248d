// A time limit for reading a file system that distinguishes a slow disk from a busy machine.

import { lstat } from 'node:fs';

const STEPS = 10;
const MAX_FACTOR = 20;

/**
 * Waits for `work` until `limit` milliseconds have passed without progress. On a busy machine results arrive late
 * although the file system is fine. So the time is counted in steps, and each step also reads the root folder, which is
 * always cached: if that is slow as well, the machine is slow and not the disk. The total time is limited to
 * `MAX_FACTOR` times the limit.
 */
export async function waitForProgress(
  work: Promise<void>,
  limit: number,
  progress: () => number,
): Promise<void> {
  let step: NodeJS.Timeout | undefined;
  let end: NodeJS.Timeout | undefined;
  let isStopped = false;
  const over = new Promise<void>((resolve) => {
    let [left, seen] = [STEPS, 0];
    const count = () => {
      const reached = progress();
      left = reached === seen ? left - 1 : STEPS;
      seen = reached;
      if (left === 0) resolve();
      else if (!isStopped) next();
    };
    const next = () => {
      step = setTimeout(() => lstat('/', count), limit / STEPS);
    };
    next();
    end = setTimeout(resolve, limit * MAX_FACTOR);
  });
  await Promise.race([work, over]);
  isStopped = true;
  clearTimeout(step);
  clearTimeout(end);
}
