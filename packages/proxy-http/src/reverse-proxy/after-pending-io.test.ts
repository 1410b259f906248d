// Tests that callers in the same event-loop iteration wait for the same moment, and later callers for a later one.

import { expect, test } from 'vitest';
import { afterPendingIo } from './after-pending-io.js';

test('runs once for all callers of an event-loop iteration, and again for the next iteration', async () => {
  const events: string[] = [];
  const first = afterPendingIo();
  queueMicrotask(() => events.push(afterPendingIo() === first ? 'the same' : 'another'));
  process.nextTick(() => events.push(afterPendingIo() === first ? 'the same' : 'another'));
  await first;
  expect(events).toEqual(['the same', 'the same']);
  expect(afterPendingIo()).not.toBe(first);
});
