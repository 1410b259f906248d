// Detects chains that a policy configures. For each step of a chain, only the latest possible start is stored. This
// is sufficient, because a later start expires later. The memory depends only on the length of the chain, so that
// other calls cannot displace a stored start.

import { quoted, toRecordedStep } from './describe.js';
import { type ChainState, isRecent } from './state.js';
import {
  type ChainAction,
  type ChainMatch,
  hasEffect,
  type RecordedStep,
  type Step,
  type StepEffect,
} from './step.js';

/** One step of a configured chain. */
export interface ChainPatternStep {
  /** The call must have one of these effects. Without this member, any call matches. */
  readonly effects?: readonly StepEffect[];
  /** Additional conditions, compiled by the caller. If the function throws, the call counts as a match. */
  readonly matches?: (step: Step) => boolean;
}

/** A configured chain. */
export interface ChainPattern {
  readonly name: string;
  readonly steps: readonly ChainPatternStep[];
  /** The maximum time from the first call to the last in milliseconds. Default: the window. */
  readonly within?: number;
  readonly action?: ChainAction;
}

type Progress = (RecordedStep[] | undefined)[];

/** Returns the chains that this call completes. */
export function matchPatterns(
  patterns: readonly ChainPattern[],
  state: ChainState,
  step: Step,
  now: number,
  window: number,
): ChainMatch[] {
  return patterns.flatMap((pattern) => {
    const done = advance(pattern, state, step, now, pattern.within ?? window)[pattern.steps.length - 1];
    if (done === undefined || done[done.length - 1]?.time !== now || done[done.length - 1]?.key !== step.key)
      return [];
    const tools = done.map(({ tool }) => quoted(tool)).join(', then ');
    return [
      {
        name: pattern.name,
        ...(pattern.action === undefined ? {} : { action: pattern.action }),
        reason: `this call completes the chain ${quoted(pattern.name)}: ${tools}`,
        suggestion: 'skip this step, or ask the user',
        steps: done,
      },
    ];
  });
}

/** Records a forwarded call. If the call completes a chain, other stored starts of the chain remain. */
export function recordPatterns(
  patterns: readonly ChainPattern[],
  state: ChainState,
  step: Step,
  now: number,
  window: number,
): void {
  for (const pattern of patterns) {
    const progress = advance(pattern, state, step, now, pattern.within ?? window);
    state.progress.set(keyOf(pattern), progress.slice(0, -1));
  }
}

/**
 * The key of a chain in the state. The key contains the length, so that the chain starts again if a reload changes
 * its length.
 */
const keyOf = ({ name, steps }: ChainPattern): string => `${steps.length} ${name}`;

/** Computes the progress of the chain after this call. The last entry shows whether this call completes the chain. */
function advance(
  pattern: ChainPattern,
  state: ChainState,
  step: Step,
  now: number,
  within: number,
): Progress {
  const old = state.progress.get(keyOf(pattern)) ?? [];
  const next: Progress = pattern.steps.map((_, index) => old[index]);
  next[next.length - 1] = undefined;
  const matching = pattern.steps.map((one) => isMatch(one, step));
  if (!matching.includes(true)) return next;
  const own = toRecordedStep(step, now, 'took part');
  for (let first = 0; first < matching.length; first += 1) {
    const before = first === 0 ? [] : old[first - 1];
    if (before === undefined || (before[0] !== undefined && !isRecent(before[0].time, now, within))) continue;
    const chain = [...before, own];
    for (
      let last = first;
      last < matching.length && mayCoverSteps(pattern.steps, matching, first, last);
      last += 1
    )
      if ((chain[0]?.time ?? now) >= (next[last]?.[0]?.time ?? Number.NEGATIVE_INFINITY)) next[last] = chain;
  }
  return next;
}

/**
 * Tests whether one call may be several consecutive steps: `curl -d @key` reads and connects. The steps must have
 * different effects; three steps with `delete` require three calls.
 */
function mayCoverSteps(
  steps: readonly ChainPatternStep[],
  matching: readonly boolean[],
  first: number,
  last: number,
): boolean {
  if (matching[last] !== true) return false;
  if (first === last) return true;
  const effects = steps[last]?.effects ?? [];
  return (
    effects.length > 0 &&
    steps
      .slice(first, last)
      .every(({ effects: others = [] }) => others.length > 0 && !others.some((one) => effects.includes(one)))
  );
}

function isMatch({ effects, matches }: ChainPatternStep, step: Step): boolean {
  if (effects !== undefined && effects.length > 0 && !effects.some((one) => hasEffect(step.effects, one)))
    return false;
  try {
    return matches?.(step) ?? true;
  } catch {
    return true;
  }
}
