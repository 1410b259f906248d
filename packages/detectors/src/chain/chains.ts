// Attack chains over the calls of a session: look before a call passes, record when it has, learn from its answer.

import type { BuiltInChain, Sight } from './built-in.js';
import { burst } from './bursts.js';
import { quoted, toChainStep } from './describe.js';
import { collectLabels, type LabelOptions } from './labels.js';
import { type ChainPattern, lookAtPatterns, recordPatterns } from './patterns.js';
import { writeThenRun } from './run-chain.js';
import { readThenSend, secretsToNetwork, untrustedThenAct } from './send-chains.js';
import type { ChainState } from './state.js';
import type { ChainMatch, ChainStep, ContentLabel, Label, Step } from './step.js';
import { sweep } from './sweeps.js';
import { sensitivePaths } from './touched.js';

/** What chains are looked for. */
export interface ChainOptions extends LabelOptions {
  /** How many milliseconds the calls of a chain lie apart at most; a minute unless told. */
  readonly window?: number;
  readonly patterns?: readonly ChainPattern[];
}

/** Finds chains. It keeps no state of its own: that is in the session's `ChainState`. */
export interface Chains {
  /** The chains that this call would complete. Nothing is remembered: a call that is then refused does not count. */
  look(state: ChainState, step: Step, now: number): readonly ChainMatch[];
  /** This call passes. */
  record(state: ChainState, step: Step, now: number): void;
  /** Looks, and records unless something matched that is more than a note. */
  observe(state: ChainState, step: Step, now: number): readonly ChainMatch[];
  /** What the answer of a call has shown; counts from now on. */
  learn(state: ChainState, step: Step, labels: readonly ContentLabel[], now: number): void;
}

/** The built-in chains, in the order in which they are reported. */
export const builtInChains: readonly BuiltInChain[] = [
  readThenSend,
  secretsToNetwork,
  writeThenRun,
  sweep,
  burst,
  untrustedThenAct,
];

const SOURCES: ReadonlySet<Label> = new Set([
  'credentials',
  'secrets',
  'personal',
  'secret_text',
  'personal_text',
  'untrusted_text',
]);
const CONTENT_WORDS: Readonly<Partial<Record<Label, string>>> = {
  secret_text: 'handled a secret',
  personal_text: 'handled personal data',
  untrusted_text: 'brought in text that strangers wrote',
};

/**
 * Chains for a policy; share them between sessions.
 *
 * @example createChains().look(createChainState(), step, clock.now())
 */
export function createChains({ window = 60_000, patterns = [], projects = [] }: ChainOptions = {}): Chains {
  // What follows from the call alone is found once, for looking and for recording.
  let last: Pick<Sight, 'step' | 'labels' | 'sensitive'> | undefined;
  const sightOf = (state: ChainState, step: Step, now: number): Sight => {
    if (last?.step !== step) {
      const sensitive = sensitivePaths(step);
      last = { step, sensitive, labels: collectLabels(step, sensitive, { projects }) };
    }
    const { labels, sensitive } = last;
    return { step, labels, sensitive, state, now, window };
  };
  const look: Chains['look'] = (state, step, now) => {
    const sight = sightOf(state, step, now);
    return [
      ...builtInChains.flatMap((chain) => chain.look(sight) ?? []),
      ...lookAtPatterns(patterns, state, step, now, window),
    ];
  };
  const record: Chains['record'] = (state, step, now) => {
    const sight = sightOf(state, step, now);
    for (const chain of builtInChains) chain.record?.(sight);
    for (const label of sight.labels)
      if (SOURCES.has(label)) state.marks.set(label, markOf(step, label, now));
    recordPatterns(patterns, state, step, now, window);
  };
  return {
    look,
    record,
    observe(state, step, now) {
      const matches = look(state, step, now);
      if (matches.every(({ action }) => action === 'log')) record(state, step, now);
      return matches;
    },
    learn(state, step, labels, now) {
      for (const label of labels) if (SOURCES.has(label)) state.marks.set(label, markOf(step, label, now));
    },
  };
}

function markOf(step: Step, label: Label, now: number): ChainStep {
  const path = sensitivePaths(step).find((one) => one.label === label)?.path.text;
  return toChainStep(step, now, CONTENT_WORDS[label] ?? `touched ${quoted(path ?? '')}`);
}
