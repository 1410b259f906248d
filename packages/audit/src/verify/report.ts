// The report of a verification, for each session and for the whole folder.

import type { Counts } from '../format/record.js';
import type { Problem } from './follow-chain.js';

/** The report of one session. */
export interface SessionReport {
  readonly session: string;
  /** `open`: the end was not recorded, because the process died or is still running; see `alive`. */
  readonly state: 'ended' | 'open' | 'broken';
  /** True if its process was still writing when it was read. */
  readonly alive: boolean;
  readonly records: number;
  /** Records by kind. */
  readonly kinds: Readonly<Record<string, number>>;
  /** Messages in each direction, up to the last checkpoint. */
  readonly counts: Counts | undefined;
  readonly countedUntil: string | undefined;
  /** Records that the writer itself reported as lost. */
  readonly missing: number;
  /** Notes that are not errors: records newer than the checkpoint file, or a truncated last line. */
  readonly notes: readonly string[];
  readonly problems: readonly Problem[];
}

export interface VerifyReport {
  readonly ok: boolean;
  readonly sessions: readonly SessionReport[];
  /** Problems of the folder, independent of its sessions. */
  readonly problems: readonly Problem[];
}

export interface VerifyOptions {
  readonly key?: string | undefined;
  readonly onProgress?: (session: string, records: number) => void;
}
