// The shape of a built-in chain, and what it may look at. Each chain is one object; `chains.ts` has the list.

import { ago, callName, quoted, toChainStep } from './describe.js';
import { isRoutineSend, isSend } from './labels.js';
import { type ChainState, isRecent, type Mark } from './state.js';
import type { ChainMatch, ChainStep, Label, Step } from './step.js';
import type { LabelledPath } from './touched.js';

/** One call under inspection. */
export interface Sight {
  readonly step: Step;
  readonly labels: ReadonlySet<Label>;
  /** The sensitive paths among those of the call, with their class. */
  readonly sensitive: readonly LabelledPath[];
  readonly state: ChainState;
  readonly now: number;
  readonly window: number;
}

/** A chain that needs no configuration. `look` changes nothing; `record` is told of every call that passed. */
export interface BuiltInChain {
  readonly name: string;
  look(sight: Sight): ChainMatch | undefined;
  record?(sight: Sight): void;
  /** Calls in order; the last of each `hit` completes the chain, no call of a `miss` does. */
  readonly samples: {
    readonly hit: readonly (readonly Step[])[];
    readonly miss: readonly (readonly Step[])[];
  };
}

/** A step for samples: what is not said is empty. */
export function sample(step: Partial<Step>): Step {
  return {
    key: '',
    tool: 'tool',
    server: 'server',
    effects: [],
    paths: [],
    hosts: [],
    commands: [],
    labels: [],
    ...step,
  };
}

/** The last call with one of these labels, in the window; this very call when it has one itself. */
export function findSource(
  sight: Sight,
  labels: readonly Label[],
): { label: Label; mark: Mark | undefined } | undefined {
  const own = labels.find((label) => sight.labels.has(label));
  if (own !== undefined) return { label: own, mark: undefined };
  for (const label of labels) {
    const mark = sight.state.marks.get(label);
    if (mark !== undefined && isRecent(mark.time, sight.now, sight.window)) return { label, mark };
  }
  return undefined;
}

/** Sending that a source of this label must not be followed by: what is routine is enough for credentials only. */
export function isRiskySend(step: Step, label: Label): boolean {
  return isSend(step) && (label === 'credentials' || !isRoutineSend(step));
}

/** Where a call sends to, in words. */
export function destination({ hosts }: Step): string {
  return hosts[0] === undefined ? 'connects to the outside' : `connects to ${quoted(hosts[0])}`;
}

/** Two calls, or one that does both. */
export function twoSteps(sight: Sight, mark: Mark | undefined, what: string): readonly ChainStep[] {
  const last = toChainStep(sight.step, sight.now, what);
  return mark === undefined ? [last] : [mark, last];
}

/** "12 s ago `read_file` of `files` read `~/.ssh/id_rsa`", or that the same call does it. */
export function earlier(mark: Mark | undefined, now: number, own: string): string {
  return mark === undefined
    ? `the same call ${own}`
    : `${ago(mark.time, now)} ${callName(mark)} ${mark.what}`;
}
