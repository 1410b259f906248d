// Detects bursts: very many calls with effects in a very short time. Calls of all tools are counted by effect, so
// that alternating between tools does not avoid the limit. Calls without such an effect are not limited. Only bursts
// of deletions require approval, because deletions cannot be undone; other bursts are only logged.

import { type BuiltInChain, type ChainContext, sampleStep } from './built-in-chain.js';
import { toRecordedStep } from './describe.js';
import { isRecent } from './state.js';
import { type ChainAction, hasEffect, type StepEffect } from './step.js';

const WITHIN = 10_000;

type Limit = readonly [effect: StepEffect, limit: number, words: string, action?: ChainAction];

/** The maximum number of calls with each effect within ten seconds. */
const LIMITS: readonly Limit[] = [
  ['delete', 100, 'delete something'],
  ['exec', 400, 'run something', 'log'],
  ['connect', 400, 'connect to something', 'log'],
  ['write', 600, 'write something', 'log'],
];

/** Tests whether this call reaches a limit. */
function reachesLimit({ step, state, now }: ChainContext, [effect, limit]: Limit): boolean {
  const times = state.callTimes.get(effect) ?? [];
  const first = times[0];
  return (
    hasEffect(step.effects, effect) &&
    times.length >= limit - 1 &&
    first !== undefined &&
    isRecent(first, now, WITHIN)
  );
}

const repeat = (length: number, effects: readonly StepEffect[]) =>
  Array.from({ length }, (_, index) => sampleStep({ tool: `tool${index % 7}`, effects }));

/** Detects too many calls with the same effect. */
export const burst: BuiltInChain = {
  name: 'burst',
  match(context) {
    const found = LIMITS.find((one) => reachesLimit(context, one));
    if (found === undefined) return undefined;
    const [, limit, words, action] = found;
    return {
      name: 'burst',
      ...(action !== undefined && { action }),
      reason: `${limit} calls within ${WITHIN / 1000} s ${words}`,
      suggestion: 'use fewer calls, or ask the user to confirm',
      steps: [toRecordedStep(context.step, context.now, `is one of ${limit} calls that ${words}`)],
    };
  },
  record(context) {
    const { step, state, now } = context;
    for (const limit of LIMITS) {
      const [effect, most] = limit;
      if (!hasEffect(step.effects, effect)) continue;
      // After an approval, the count starts again from zero.
      const times = reachesLimit(context, limit) ? [] : (state.callTimes.get(effect) ?? []);
      times.push(now);
      if (times.length > most - 1) times.shift();
      state.callTimes.set(effect, times);
    }
  },
  // The samples have thousands of steps, so they are created only when a test needs them.
  get samples() {
    return {
      hit: [
        repeat(100, ['delete']),
        repeat(400, ['exec']),
        repeat(400, ['read', 'connect']),
        repeat(600, ['write']),
      ],
      miss: [
        repeat(99, ['delete']),
        repeat(399, ['exec']),
        repeat(2000, ['read']),
        repeat(2000, []),
        repeat(599, ['write']),
      ],
    };
  },
};
