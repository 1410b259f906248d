// Tests how many tasks run, how many wait, and that further tasks are rejected.

import { expect, test } from 'vitest';
import { TaskQueue } from './task-queue.js';

test('some tasks run, some wait in order, and more are rejected', async () => {
  const turns = new TaskQueue({ maxRunning: 2, maxQueued: 2 });
  const begun: number[] = [];
  const overs: (() => void)[] = [];
  const take = (number: number) =>
    turns.add((over) => {
      begun.push(number);
      overs.push(over);
    });
  expect([1, 2, 3, 4, 5].map(take)).toEqual([true, true, true, true, false]);
  expect(begun).toEqual([1, 2]);
  overs[1]?.();
  overs[1]?.();
  await Promise.resolve();
  expect(begun).toEqual([1, 2, 3]);
  expect(take(6)).toBe(true);
  overs[0]?.();
  overs[2]?.();
  await Promise.resolve();
  expect(begun).toEqual([1, 2, 3, 4, 6]);
});

test('any number of tasks may end as soon as they start', async () => {
  const turns = new TaskQueue({ maxRunning: 1, maxQueued: 100_000 });
  let done = 0;
  const finished = new Promise<void>((resolve) => {
    turns.add((over) => setImmediate(over));
    for (let i = 0; i < 50_000; i++)
      turns.add((over) => {
        if (++done === 50_000) resolve();
        over();
      });
  });
  await finished;
  expect(done).toBe(50_000);
});
