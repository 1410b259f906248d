// The report of a verification, for each session and for the whole folder.

import type { Counts } from '../format/record.js';
import type { Problem } from './follow-chain.js';

/** The report of one session. */
export interface SessionReport {
  readonly session: string;
  /** `open`: the log has no end record, because the process died or is still running; see `alive`. */
  readonly state: 'ended' | 'open' | 'broken';
  /** True if the process of the session was still writing when the log was read. */
  readonly alive: boolean;
  readonly records: number;
  /** The number of records of each kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The number of messages in each direction, up to the last checkpoint. */
  readonly counts: Counts | undefined;
  readonly countedUntil: string | undefined;
  /** The number of records that the writer itself reported as lost. */
  readonly missing: number;
  /** Observations that are not errors: records newer than the checkpoint file, or a truncated last line. */
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly sessions: readonly SessionReport[];
  /** Problems in the folder that do not belong to one session. */
  readonly problems: readonly Problem[];
}

export interface VerifyOptions {
  readonly key?: string | undefined;
  readonly onProgress?: (session: string, records: number) => void;
}
