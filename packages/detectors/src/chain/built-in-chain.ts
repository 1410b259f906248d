// Defines the interface of a built-in chain. The built-in chains are listed in `chain-detector.ts`.

import { describeAge, describeCall, quoted, toRecordedStep } from './describe.js';
import type { ClassifiedPath } from './files/file-access.js';
import { isRoutineConnection, sendsData } from './labels.js';
import { type ChainState, isRecent, type LabelledStep } from './state.js';
import type { ChainMatch, Label, RecordedStep, Step } from './step.js';

/** The call to check, and the state of its session. */
export interface ChainContext {
  readonly step: Step;
  readonly labels: ReadonlySet<Label>;
  /** The sensitive paths of the call, and the class of each path. */
  readonly sensitive: readonly ClassifiedPath[];
  readonly state: ChainState;
  readonly now: number;
  readonly window: number;
}

/**
 * A chain that needs no configuration. `match` checks a call without changing the state; `record` is called for every
 * forwarded call.
 */
export interface BuiltInChain {
  readonly name: string;
  match(context: ChainContext): ChainMatch | undefined;
  record?(context: ChainContext): void;
  /** Lists of calls. The last call of each `hit` completes the chain; no call of a `miss` completes it. */
  readonly samples: {
    readonly hit: readonly (readonly Step[])[];
    readonly miss: readonly (readonly Step[])[];
  };
}

/** Creates a step for samples. Missing members are empty. */
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

/**
 * Returns the last call in the window with one of these labels, or the current call if it has such a label itself.
 */
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

/** Tests whether a connection may complete a chain. Routine connections do so only if the source has credentials. */
export function isRiskyConnection(step: Step, label: Label): boolean {
  return sendsData(step) && (label === 'credentials' || !isRoutineConnection(step));
}

/** Describes the target of a call. */
export function describeConnection({ hosts }: Step): string {
  return hosts[0] === undefined ? 'connects to another host' : `connects to ${quoted(hosts[0])}`;
}

/** Returns the steps of a chain: two calls, or a single call that is both steps. */
export function matchedSteps(
  context: ChainContext,
  mark: LabelledStep | undefined,
  what: string,
): readonly RecordedStep[] {
  const last = toRecordedStep(context.step, context.now, what);
  return mark === undefined ? [last] : [mark, last];
}

/**
 * Describes the earlier step: "12 s ago `read_file` of `files` read `~/.ssh/id_rsa`". If the same call is both steps,
 * uses the text in `own`.
 */
export function describeEarlierStep(mark: LabelledStep | undefined, now: number, own: string): string {
  return mark === undefined
    ? `the same call ${own}`
    : `${describeAge(mark.time, now)} ${describeCall(mark)} ${mark.what}`;
}
