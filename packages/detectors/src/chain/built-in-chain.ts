// The shape of a built-in chain, and what it may look at. Each chain is one object; `chains.ts` has the list.

import { describeAge, describeCall, quoted, toRecordedStep } from './describe.js';
import type { ClassifiedPath } from './file-access.js';
import { isRoutineConnection, sendsData } from './labels.js';
import { type ChainState, isRecent, type LabelledStep } from './state.js';
import type { ChainMatch, Label, RecordedStep, Step } from './step.js';

/** One call under inspection. */
export interface ChainContext {
  readonly step: Step;
  readonly labels: ReadonlySet<Label>;
  /** The sensitive paths among those of the call, with their class. */
  readonly sensitive: readonly ClassifiedPath[];
  readonly state: ChainState;
  readonly now: number;
  readonly window: number;
}

/** A chain that needs no configuration. `look` changes nothing; `record` is told of every call that passed. */
export interface BuiltInChain {
  readonly name: string;
  match(sight: ChainContext): ChainMatch | undefined;
  record?(sight: ChainContext): void;
  /** Calls in order; the last of each `hit` completes the chain, no call of a `miss` does. */
  readonly samples: {
    readonly hit: readonly (readonly Step[])[];
    readonly miss: readonly (readonly Step[])[];
  };
}

/** A step for samples: what is not said is empty. */
export function sampleStep(step: Partial<Step>): Step {
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
export function findLabelledStep(
  sight: ChainContext,
  labels: readonly Label[],
): { label: Label; mark: LabelledStep | undefined } | undefined {
  const own = labels.find((label) => sight.labels.has(label));
  if (own !== undefined) return { label: own, mark: undefined };
  for (const label of labels) {
    const mark = sight.state.lastByLabel.get(label);
    if (mark !== undefined && isRecent(mark.time, sight.now, sight.window)) return { label, mark };
  }
  return undefined;
}

/** Sending that a source of this label must not be followed by: what is routine is enough for credentials only. */
export function isRiskyConnection(step: Step, label: Label): boolean {
  return sendsData(step) && (label === 'credentials' || !isRoutineConnection(step));
}

/** Where a call sends to, in words. */
export function describeConnection({ hosts }: Step): string {
  return hosts[0] === undefined ? 'connects to another host' : `connects to ${quoted(hosts[0])}`;
}

/** Two calls, or one that does both. */
export function matchedSteps(
  sight: ChainContext,
  mark: LabelledStep | undefined,
  what: string,
): readonly RecordedStep[] {
  const last = toRecordedStep(sight.step, sight.now, what);
  return mark === undefined ? [last] : [mark, last];
}

/** "12 s ago `read_file` of `files` read `~/.ssh/id_rsa`", or that the same call does it. */
export function describeEarlierStep(mark: LabelledStep | undefined, now: number, own: string): string {
  return mark === undefined
    ? `the same call ${own}`
    : `${describeAge(mark.time, now)} ${describeCall(mark)} ${mark.what}`;
}
