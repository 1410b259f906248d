// Tests observe mode, in which only the kill switch denies messages.

import { expect, test } from 'vitest';
import { Bench, errorOf, HandSwitch, use } from '../../test/test-connection.js';

const policy = 'version = 1\ndefault = "deny"\n';

test('messages that would have been denied are forwarded', async () => {
  const bench = await Bench.open(policy, { mode: 'observe' });
  bench.client(use(1, 'anything'));
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
  expect(bench.atClient).toEqual([]);
});

test('the kill switch still applies', async () => {
  const killSwitch = new HandSwitch();
  const bench = await Bench.open(policy, { mode: 'observe', killSwitch });
  killSwitch.engage();
  bench.client(use(1, 'anything'));
  await bench.idle();
  expect(bench.atServer).toEqual([]);
  expect(errorOf(bench.atClient[0]).rule).toBe('kill_switch');
});

test('entries are marked as observed, except denials that are enforced', async () => {
  const killSwitch = new HandSwitch();
  const bench = await Bench.open(policy, { mode: 'observe', killSwitch });
  bench.client(use(1, 'anything'));
  await bench.idle();
  killSwitch.engage();
  bench.client(use(2, 'anything'));
  await bench.idle();
  expect(bench.entries.map(({ decision, rule, observed }) => [decision, rule, observed])).toEqual([
    ['deny', 'default', true],
    ['deny', 'kill_switch', false],
  ]);
});
