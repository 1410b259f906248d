import { expect, test } from 'vitest';
import { Bench } from './bench.js';

const calls = {
  checkIntent: { input: { description: 'a', action_type: 'other', target: 'b' }, most: 100 },
  requestPermission: { input: { resource: '/project/a', operation: 'read', justification: 'a' }, most: 10 },
  reportAction: {
    input: { description: 'a', action_type: 'other', target: 'b', result: 'success' },
    most: 1000,
  },
};
for (const [tool, { input, most }] of Object.entries(calls)) {
  test(`exactly ${most} calls of ${tool} are accepted in a minute, and again in the next minute`, async () => {
    const bench = await Bench.open('default = "allow"');
    const many = (key: string) =>
      Promise.all(Array.from({ length: most + 20 }, () => bench.call(tool, input, { key })));
    const refused = (await many('one')).filter((answer) => 'error' in answer);
    expect(refused).toHaveLength(20);
    expect(refused[0]).toEqual({
      error: {
        code: -32000,
        message: `too many calls of ${tool}; try again in 60 s`,
        data: { rule: `limits.${tool}`, retry_after: 60 },
      },
    });
    // Another caller has its own window.
    expect('error' in (await bench.call(tool, input, { key: 'other' }))).toBe(false);
    // Rejected calls do not extend the window.
    for (let second = 0; second < 59; second++) {
      bench.now += 1000;
      const answer = await bench.call(tool, input, { key: 'one' });
      expect(answer).toMatchObject({ error: { code: -32000 } });
      const wait = 'error' in answer ? (answer.error.data?.['retry_after'] as number) : 0;
      expect(wait).toBeGreaterThanOrEqual(59 - second);
      expect(wait).toBeLessThanOrEqual(60 - second);
    }
    bench.now += 1000;
    expect((await many('one')).filter((answer) => 'error' in answer)).toHaveLength(20);
  });
}

test('a clock that is set back does not block calls', async () => {
  const bench = await Bench.open('default = "allow"');
  const many = () =>
    Promise.all(Array.from({ length: 110 }, () => bench.call('checkIntent', calls.checkIntent.input)));
  expect((await many()).filter((answer) => 'error' in answer)).toHaveLength(10);
  bench.now -= 86_400_000;
  expect((await many()).filter((answer) => 'error' in answer)).toHaveLength(10);
  bench.now += 60_000;
  expect((await many()).filter((answer) => 'error' in answer)).toHaveLength(10);
});

test('a call with invalid fields is not counted', async () => {
  const bench = await Bench.open('default = "allow"');
  for (let time = 0; time < 200; time++) await bench.call('checkIntent', {});
  expect('result' in (await bench.call('checkIntent', calls.checkIntent.input))).toBe(true);
});

test('getPolicy has no limit', async () => {
  const bench = await Bench.open('default = "allow"');
  const answers = await Promise.all(Array.from({ length: 1500 }, () => bench.call('getPolicy', {})));
  expect(answers.filter((answer) => 'error' in answer)).toEqual([]);
});

test('a call that cannot be counted gets an error without internal details', async () => {
  const failures: unknown[] = [];
  const broken = new Error('the store `/home/user/state.db` cannot be used');
  const bench = await Bench.open('default = "allow"', {
    counters: { hit: () => Promise.reject(broken) },
    onFailure: (error) => failures.push(error),
  });
  const answer = await bench.call('checkIntent', calls.checkIntent.input);
  expect(answer).toMatchObject({ error: { code: -32603 } });
  expect(JSON.stringify(answer)).not.toContain('state.db');
  expect(failures).toEqual([broken]);
});
