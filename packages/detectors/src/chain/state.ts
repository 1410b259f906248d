// Defines the state of a session: plain data of limited size. The state has no list of recent calls, because harmless
// calls could displace a sensitive call in such a list. Instead, the last call with each label is stored.

import type { Label, RecordedStep } from './step.js';

/** The last call with a label. */
export interface LabelledStep extends RecordedStep {
  /** True if a chain with this call has been logged. */
  reported?: boolean;
}

/** The written files with the same name. */
export interface WrittenFiles {
  readonly files: Map<string, LabelledStep>;
  /**
   * Set if more files with this name were written than are stored. Until this time, every file with the name counts
   * as written.
   */
  matchAnyUntil: number;
}

/**
 * The state of all chains of one session. Keep the same state for the whole session, even if the policy is reloaded.
 */
export interface ChainState {
  readonly lastByLabel: Map<Label, LabelledStep>;
  /** The written files by file name, so that a relative path matches its file. */
  readonly written: Map<string, WrittenFiles>;
  /**
   * Hashes of additional file names, for which there was no space in `written`. They are valid until `furtherUntil`.
   */
  readonly furtherNames: Set<number>;
  furtherUntil: number;
  /**
   * Set if there was no space in `furtherNames` either. Until this time, every file that is run counts as written.
   */
  matchAnyFileUntil: number;
  /** Expired names are not removed before this time. */
  nextCleanup: number;
  /** For each sweep, its distinct items and the last time of each item. */
  readonly sweepTargets: Map<string, Map<string, number>>;
  /** For each effect, the times of the last calls. */
  readonly callTimes: Map<string, number[]>;
  /** For each configured chain and each of its steps, the calls of the latest chain that reached the step. */
  readonly progress: Map<string, (RecordedStep[] | undefined)[]>;
  /** Calls that read something sensitive and have no response yet. Their responses are private. */
  readonly privateCalls: Set<string>;
  /** The fingerprints of private texts, and the time when each was last read. */
  readonly privateParts: Map<number, number>;
}

/** Creates the state of a new session. */
export function createChainState(): ChainState {
  return {
    lastByLabel: new Map(),
    written: new Map(),
    furtherNames: new Set(),
    furtherUntil: Number.NEGATIVE_INFINITY,
    matchAnyFileUntil: Number.NEGATIVE_INFINITY,
    nextCleanup: Number.NEGATIVE_INFINITY,
    sweepTargets: new Map(),
    callTimes: new Map(),
    progress: new Map(),
    privateCalls: new Set(),
    privateParts: new Map(),
  };
}

/**
 * Tests whether a time is within the given period. If the clock was set back or is invalid, the result is always
 * true.
 */
export function isRecent(time: number, now: number, within: number): boolean {
  return !(now - time > within);
}
