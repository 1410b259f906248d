// The interface of a built-in chain. Each chain is one object; `chain-detector.ts` has the list.

import { describeAge, describeCall, quoted, toRecordedStep } from './describe.js';
import type { ClassifiedPath } from './file-access.js';
import { isRoutineConnection, sendsData } from './labels.js';
import { type ChainState, isRecent, type LabelledStep } from './state.js';
import type { ChainMatch, Label, RecordedStep, Step } from './step.js';

/** One call under inspection. */
export interface ChainContext {
  readonly step: Step;
  readonly labels: ReadonlySet<Label>;
  /** The sensitive paths of the call, with their class. */
  readonly sensitive: readonly ClassifiedPath[];
  readonly state: ChainState;
  readonly now: number;
  readonly window: number;
}

/**
 * A chain that needs no configuration. `look` checks a call without changing the state; `record` is called for every
 * forwarded call.
 */
export interface BuiltInChain {
  readonly name: string;
  match(context: ChainContext): ChainMatch | undefined;
  record?(context: ChainContext): void;
  /** Calls in order; the last call of each `hit` completes the chain, no call of a `miss` does. */
  readonly samples: {
    readonly hit: readonly (readonly Step[])[];
    readonly miss: readonly (readonly Step[])[];
  };
}

/** A step for samples; missing members are empty. */
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

/** The last call with one of these labels in the window; the current call if it has one itself. */
export function findLabelledStep(
  context: ChainContext,
  labels: readonly Label[],
): { label: Label; mark: LabelledStep | undefined } | undefined {
  const own = labels.find((label) => context.labels.has(label));
  if (own !== undefined) return { label: own, mark: undefined };
  for (const label of labels) {
    const mark = context.state.lastByLabel.get(label);
    if (mark !== undefined && isRecent(mark.time, context.now, context.window)) return { label, mark };
  }
  return undefined;
}

/** Routine connections after a source with this label do not complete the chain, except for credentials. */
export function isRiskyConnection(step: Step, label: Label): boolean {
  return sendsData(step) && (label === 'credentials' || !isRoutineConnection(step));
}

/** The target of a call, as text. */
export function describeConnection({ hosts }: Step): string {
  return hosts[0] === undefined ? 'connects to another host' : `connects to ${quoted(hosts[0])}`;
}

/** The steps of a chain: two calls, or one call that does both. */
export function matchedSteps(
  context: ChainContext,
  mark: LabelledStep | undefined,
  what: string,
): readonly RecordedStep[] {
  const last = toRecordedStep(context.step, context.now, what);
  return mark === undefined ? [last] : [mark, last];
}

/** "12 s ago `read_file` of `files` read `~/.ssh/id_rsa`", or a text that the same call does it. */
export function describeEarlierStep(mark: LabelledStep | undefined, now: number, own: string): string {
  return mark === undefined
    ? `the same call ${own}`
    : `${describeAge(mark.time, now)} ${describeCall(mark)} ${mark.what}`;
}
