// What is remembered between calls: plain data, one per session, of bounded size. Nothing in it is a list of recent calls
// that harmless ones could push a sensitive one out of: each label keeps its own last call.

import type { ChainStep, Label } from './step.js';

/** The last call with a label. */
export interface Mark extends ChainStep {
  /** A note about it has been made. */
  noted?: boolean;
}

/** Files of one name that were written. */
export interface Written {
  readonly files: Map<string, Mark>;
  /** More files of this name than are kept: until then, the name alone counts. */
  anyUntil: number;
}

/** Everything that chains remember of one session. Keep it as long as the session, also when the policy is reloaded. */
export interface ChainState {
  readonly marks: Map<Label, Mark>;
  /** By file name, so that a relative path finds its file. */
  readonly written: Map<string, Written>;
  /** More names than are kept: until then, every file that is run counts as written. */
  anyWrittenUntil: number;
  /** Names are not looked through for old ones before this time. */
  nextDrop: number;
  /** Different things seen, by sweep; each with the last time. */
  readonly seen: Map<string, Map<string, number>>;
  /** Times of the last calls, by burst. */
  readonly times: Map<string, number[]>;
  /** For each configured chain and each of its steps: when the latest chain that got this far began. */
  readonly progress: Map<string, (ChainStep[] | undefined)[]>;
}

/** The state of a session that has done nothing yet. */
export function createChainState(): ChainState {
  return {
    marks: new Map(),
    written: new Map(),
    anyWrittenUntil: Number.NEGATIVE_INFINITY,
    nextDrop: Number.NEGATIVE_INFINITY,
    seen: new Map(),
    times: new Map(),
    progress: new Map(),
  };
}

/** Whether a time is no longer ago than that. A clock that went back, or that is none, makes nothing old. */
export function isRecent(time: number, now: number, within: number): boolean {
  return !(now - time > within);
}
