// What the writer of a log offers, and what it needs to know.

import type { AuditSink } from '@claw/pipeline';
import type { Peers } from './peer-list.js';

export interface AuditOptions {
  /** Where the logs of all sessions are. Created when it is missing, private to the user. */
  readonly folder: string;
  /** The configured name of the server. */
  readonly server: string;
  /** What else the first record says: the policy, the command, the version. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** A file is closed when it has grown beyond this; 64 MiB. */
  readonly maxSize?: number;
  /** So many files of a session are kept, and so many times `maxSize` of all sessions; 10. */
  readonly keep?: number;
  /** Makes hashes that nobody without it can forge. */
  readonly key?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * Records are only acknowledged by `group.commit`, which writes all of them at once. For those who can hold back what
   * they decided until then: it costs much less when several messages come together.
   */
  readonly grouped?: boolean;
  /**
   * Told when the log or its witness was removed while it was being written, with the number of records that are gone: the log
   * goes on in a new file. Found within a second, by the checkpoint.
   */
  readonly onRemoved?: (missing: number) => void;
}

/** A log that is being written. */
export interface AuditLog extends AuditSink {
  readonly session: string;
  /** A record of something else than a message, written at once. `members` must not hold secrets. */
  note(kind: 'approval' | 'report', members: Readonly<Record<string, unknown>>): number;
  /** What the ends of a connection said of themselves: the next checkpoint tells it, or the end. Must not hold secrets. */
  introduce(peers: Peers): void;
  /** Writes down how many messages passed by, and asks the disk to keep everything. Happens every second by itself. */
  checkpoint(): void;
  /** Writes the last record. What comes later is refused. */
  close(): void;
}

/** The record could not be written; nothing may go on that depends on it. */
export class AuditError extends Error {
  readonly code = 'AUDIT_WRITE_FAILED';
}
