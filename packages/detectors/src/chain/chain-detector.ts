// Detects attack chains across the calls of a session. Each call is checked before it is forwarded and recorded
// afterwards; the labels of its response are recorded as well.

import type { BuiltInChain, ChainContext } from './built-in-chain.js';
import { burst } from './burst.js';
import { type ChainPattern, matchPatterns, recordPatterns } from './configured-chains.js';
import { quoted, toRecordedStep } from './describe.js';
import { sensitivePaths } from './files/file-access.js';
import { collectLabels, type LabelOptions } from './labels.js';
import { rememberPrivateText } from './private-text.js';
import { readThenSend, secretsToNetwork, untrustedThenAct } from './send-chains.js';
import type { ChainState } from './state.js';
import type { ChainMatch, ContentLabel, Label, RecordedStep, Step } from './step.js';
import { sweep } from './sweep.js';
import { writeThenRun } from './write-then-run.js';

/** The chains to detect, and their options. */
export interface ChainOptions extends LabelOptions {
  /** The maximum time between the calls of a chain in milliseconds. Default: one minute. */
  readonly window?: number;
  readonly patterns?: readonly ChainPattern[];
}

/** Detects chains. A detector has no state of its own; the state of each session is in its `ChainState`. */
export interface ChainDetector {
  /**
   * Returns the chains that this call would complete. Nothing is recorded, so a call that is then denied does not
   * count.
   */
  findMatches(state: ChainState, step: Step, now: number): readonly ChainMatch[];
  /** Records a forwarded call. */
  record(state: ChainState, step: Step, now: number): void;
  /** Records the labels of the response to a call. */
  addLabels(state: ChainState, step: Step, labels: readonly ContentLabel[], now: number): void;
  /**
   * Returns whether the response to the call is private, because the call read something sensitive. The result is
   * true only once for each call.
   */
  takePrivateCall(state: ChainState, key: string): boolean;
  /** Records a private text. A later call that sends a part of this text completes a chain. */
  addPrivateText(state: ChainState, text: string, now: number): void;
}

/** The maximum number of pending private calls that are stored. When it is reached, all of them are discarded. */
const MAX_PRIVATE_CALLS = 1_000;

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
/** The classes of files with private content. */
const PRIVATE: readonly Label[] = ['credentials', 'secrets', 'personal'];
const CONTENT_WORDS: Readonly<Partial<Record<Label, string>>> = {
  secret_text: 'handled a secret',
  personal_text: 'handled personal data',
  untrusted_text: 'returned untrusted text',
};

/**
 * Creates a chain detector. The same detector can be used for all sessions.
 *
 * @example createChainDetector().findMatches(createChainState(), step, clock.now())
 */
export function createChainDetector({
  window = 60_000,
  patterns = [],
  projects = [],
}: ChainOptions = {}): ChainDetector {
  // The labels that follow from the call alone are computed once for `findMatches` and `record`.
  let last: Pick<ChainContext, 'step' | 'labels' | 'sensitive'> | undefined;
  const contextOf = (state: ChainState, step: Step, now: number): ChainContext => {
    if (last?.step !== step) {
      const sensitive = sensitivePaths(step);
      last = { step, sensitive, labels: collectLabels(step, sensitive, { projects }) };
    }
    const { labels, sensitive } = last;
    return { step, labels, sensitive, state, now, window };
  };
  const findMatches: ChainDetector['findMatches'] = (state, step, now) => {
    const context = contextOf(state, step, now);
    const matches: ChainMatch[] = [];
    for (const chain of builtInChains) {
      const match = chain.match(context);
      if (match !== undefined) matches.push(match);
    }
    return patterns.length === 0
      ? matches
      : [...matches, ...matchPatterns(patterns, state, step, now, window)];
  };
  const record: ChainDetector['record'] = (state, step, now) => {
    const context = contextOf(state, step, now);
    for (const chain of builtInChains) chain.record?.(context);
    for (const label of context.labels)
      if (SOURCES.has(label)) state.lastByLabel.set(label, toLabelledStep(step, label, now));
    recordPatterns(patterns, state, step, now, window);
    if (step.key === '' || !PRIVATE.some((label) => context.labels.has(label))) return;
    if (state.privateCalls.size >= MAX_PRIVATE_CALLS) state.privateCalls.clear();
    state.privateCalls.add(step.key);
  };
  return {
    findMatches,
    record,
    takePrivateCall: (state, key) => state.privateCalls.delete(key),
    addPrivateText: rememberPrivateText,
    addLabels(state, step, labels, now) {
      for (const label of labels)
        if (SOURCES.has(label)) state.lastByLabel.set(label, toLabelledStep(step, label, now));
    },
  };
}

function toLabelledStep(step: Step, label: Label, now: number): RecordedStep {
  const path = sensitivePaths(step).find((one) => one.label === label)?.path.text;
  return toRecordedStep(step, now, CONTENT_WORDS[label] ?? `accessed ${quoted(path ?? '')}`);
}
