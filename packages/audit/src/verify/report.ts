// What a verification reports: for each session, and for the folder as a whole.

import type { Counts } from '../format/record.js';
import type { Problem } from './follow-chain.js';

/** What was found out about one session. */
export interface SessionReport {
  readonly session: string;
  /** `open`: no end was recorded; the process died, or still runs, see `alive`. */
  readonly state: 'ended' | 'open' | 'broken';
  /** Whether its process was still writing to it when it was read. */
  readonly alive: boolean;
  readonly records: number;
  /** Records by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Messages per direction, up to the last time that they were counted. */
  readonly counts: Counts | undefined;
  readonly countedUntil: string | undefined;
  /** Records that the writer itself reported as not written. */
  readonly missing: number;
  /** What is worth knowing and no fault: whole records ahead of the witness, a torn last line. */
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly sessions: readonly SessionReport[];
  /** What concerns the folder and no session that is there. */
  readonly problems: readonly Problem[];
}

export interface VerifyOptions {
  readonly key?: string | undefined;
  readonly onProgress?: (session: string, records: number) => void;
}
