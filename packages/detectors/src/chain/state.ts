// What is remembered between calls: plain data, one per session, of bounded size. Nothing in it is a list of recent calls
// that harmless ones could push a sensitive one out of: each label keeps its own last call.

import type { Label, RecordedStep } from './step.js';

/** The last call with a label. */
export interface LabelledStep extends RecordedStep {
  /** A note about it has been made. */
  reported?: boolean;
}

/** Files of one name that were written. */
export interface WrittenFiles {
  readonly files: Map<string, LabelledStep>;
  /** More files of this name than are kept: until then, the name alone counts. */
  matchAnyUntil: number;
}

/** Everything that chains remember of one session. Keep it as long as the session, also when the policy is reloaded. */
export interface ChainState {
  readonly lastByLabel: Map<Label, LabelledStep>;
  /** By file name, so that a relative path finds its file. */
  readonly written: Map<string, WrittenFiles>;
  /** More names than are kept: until then, every file that is run counts as written. */
  matchAnyFileUntil: number;
  /** Names are not looked through for old ones before this time. */
  nextCleanup: number;
  /** Different things seen, by sweep; each with the last time. */
  readonly sweepTargets: Map<string, Map<string, number>>;
  /** Times of the last calls, by burst. */
  readonly callTimes: Map<string, number[]>;
  /** For each configured chain and each of its steps: when the latest chain that got this far began. */
  readonly progress: Map<string, (RecordedStep[] | undefined)[]>;
  /** Calls that read something sensitive and have no answer yet: what comes back is private. */
  readonly privateCalls: Set<string>;
  /** Prints of the parts of private texts, each with the time at which it was last read. */
  readonly privateParts: Map<number, number>;
}

/** The state of a session that has done nothing yet. */
export function createChainState(): ChainState {
  return {
    lastByLabel: new Map(),
    written: new Map(),
    matchAnyFileUntil: Number.NEGATIVE_INFINITY,
    nextCleanup: Number.NEGATIVE_INFINITY,
    sweepTargets: new Map(),
    callTimes: new Map(),
    progress: new Map(),
    privateCalls: new Set(),
    privateParts: new Map(),
  };
}

/** Whether a time is no longer ago than that. A clock that went back, or that is none, makes nothing old. */
export function isRecent(time: number, now: number, within: number): boolean {
  return !(now - time > within);
}
