import { expect, test } from 'vitest';
import { HandClock } from '../../test/test-connection.js';
import type { Context, Decision, Verdict } from '../types.js';
import { type Check, decide as decideAll } from './decide.js';

const said = { rule: 'r', reason: 'because' };
const deny: Verdict = { kind: 'deny', ...said };
const ask: Verdict = { kind: 'ask', ...said };
const note: Verdict = { kind: 'note', ...said };
const answer: Verdict = { kind: 'answer', ...said, result: 1 };

const decide = (judges: readonly Check<object>[], clock: HandClock) =>
  decideAll(judges, {}, { clock } as unknown as Context);

/** Creates stages that return these verdicts, and a list of the stages that ran. */
function steps(...sayings: readonly (() => ReturnType<Check<object>['run']>)[]): {
  asked: string[];
  steps: Check<object>[];
} {
  const asked: string[] = [];
  return {
    asked,
    steps: sayings.map((run, index) => ({
      name: `s${index}`,
      run: () => {
        asked.push(`s${index}`);
        return run();
      },
    })),
  };
}

const cases: readonly (readonly [
  name: string,
  sayings: (() => ReturnType<Check<object>['run']>)[],
  asked: number,
  expected: object,
])[] = [
  [
    'no stage blocks the message',
    [() => undefined, () => undefined],
    2,
    { denied: undefined, asks: [], replacements: [] },
  ],
  ['no stage runs after a deny', [() => note, () => deny, () => note], 2, { denied: deny }],
  ['further stages run after an ask', [() => ask, () => note], 2, { asks: [ask] }],
  [
    'no stage runs after an answer, and earlier approvals are still required',
    [() => ask, () => answer, () => deny],
    2,
    { asks: [ask], answer, denied: undefined },
  ],
  ['several verdicts of one stage', [() => [note, ask, deny], () => note], 1, { denied: deny, asks: [ask] }],
  [
    'a stage that throws denies the message',
    [
      () => {
        throw new Error('broken');
      },
      () => note,
    ],
    1,
    { denied: { kind: 'deny', rule: 's0', reason: 'the check `s0` failed: broken' } },
  ],
  [
    'a stage that rejects denies the message',
    [() => Promise.reject(new Error('late')), () => note],
    1,
    { denied: { rule: 's0', reason: 'the check `s0` failed: late' } },
  ],
  [
    'a stage that throws a value that is not an error denies the message',
    [
      () => {
        throw 'x';
      },
    ],
    1,
    { denied: { rule: 's0' } },
  ],
];
for (const [name, sayings, count, expected] of cases)
  test(name, async () => {
    const { asked, steps: all } = steps(...sayings);
    expect(await decide(all, new HandClock())).toMatchObject(expected);
    expect(asked).toHaveLength(count);
  });

test('if no stage returns a promise, the decision is synchronous', () => {
  const { steps: all } = steps(
    () => note,
    () => undefined,
  );
  expect(decide(all, new HandClock())).not.toBeInstanceOf(Promise);
});

test('stages that return promises run in order', async () => {
  const { steps: all } = steps(
    () => Promise.resolve(note),
    () => ask,
    () => Promise.resolve(undefined),
    () => deny,
  );
  const { verdicts } = (await decide(all, new HandClock())) as Decision;
  expect(verdicts.map(({ stage, verdict }) => [stage, verdict.kind])).toEqual([
    ['s0', 'note'],
    ['s1', 'ask'],
    ['s3', 'deny'],
  ]);
});

test('a stage that exceeds the time limit denies the message, and its later verdict is ignored', async () => {
  const clock = new HandClock();
  let late: (verdict: undefined) => void = () => {};
  const { asked, steps: all } = steps(
    () =>
      new Promise((resolve) => {
        late = resolve;
      }),
    () => note,
  );
  const decision = decide(all, clock);
  clock.advance(9_999);
  expect(clock.waiting).toBe(1);
  clock.advance(1);
  expect(await decision).toMatchObject({
    denied: { rule: 's0', reason: 'the check `s0` failed: it timed out' },
  });
  late(undefined);
  expect(asked).toEqual(['s0']);
});

test('the timer of a stage that returns in time is cleared', async () => {
  const clock = new HandClock();
  await decide(steps(() => Promise.resolve(note)).steps, clock);
  expect(clock.waiting).toBe(0);
});
