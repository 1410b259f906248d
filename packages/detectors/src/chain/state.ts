// The state between calls: plain data, one object per session, of bounded size. It contains no list of recent calls
// from which harmless ones could displace a sensitive one: each label stores its own last call.

import type { Label, RecordedStep } from './step.js';

/** The last call with a label. */
export interface LabelledStep extends RecordedStep {
  /** True if the call has been reported in a note. */
  reported?: boolean;
}

/** Written files with the same name. */
export interface WrittenFiles {
  readonly files: Map<string, LabelledStep>;
  /**
   * More files with this name were written than are stored: until this time, every file with the name counts as
   * written.
   */
  matchAnyUntil: number;
}

/** The state of all chains for one session. Keep it for the whole session, also when the policy is reloaded. */
export interface ChainState {
  readonly lastByLabel: Map<Label, LabelledStep>;
  /** Written files by file name, so that a relative path matches its file. */
  readonly written: Map<string, WrittenFiles>;
  /** Hashes of further names, when more were written than are stored with their files; they count until `furtherUntil`. */
  readonly furtherNames: Set<number>;
  furtherUntil: number;
  /** Even more names were written: until this time, every file that is run counts as written. */
  matchAnyFileUntil: number;
  /** Old names are not removed before this time. */
  nextCleanup: number;
  /** The distinct items of each sweep, with the last time of each. */
  readonly sweepTargets: Map<string, Map<string, number>>;
  /** The times of the last calls, by burst. */
  readonly callTimes: Map<string, number[]>;
  /** For each configured chain and each of its steps: the start of the latest chain that reached it. */
  readonly progress: Map<string, (RecordedStep[] | undefined)[]>;
  /** Calls that read something sensitive and have no response yet; their responses are private. */
  readonly privateCalls: Set<string>;
  /** The fingerprints of private texts, with the time of the last read. */
  readonly privateParts: Map<number, number>;
}

/** The state of a new session. */
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

/** True if a time is within the given period. If the clock was set back or is invalid, every time is. */
export function isRecent(time: number, now: number, within: number): boolean {
  return !(now - time > within);
}
