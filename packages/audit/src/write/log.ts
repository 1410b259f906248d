// The interface of the log writer, and its options.

import type { AuditSink } from '@claw/pipeline';
import type { Peers } from './peer-list.js';

export interface AuditOptions {
  /** The folder with the logs of all sessions. Created if it is missing, and private to the user. */
  readonly folder: string;
  /** The configured name of the server. */
  readonly server: string;
  /** More information for the first record: the policy, the command, the version. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** The size at which a new file is started; 64 MiB. */
  readonly maxSize?: number;
  /** The number of files of a session that are kept; all sessions together may use this many times `maxSize`; 10. */
  readonly keep?: number;
  /** A key for the hashes, so that they cannot be forged without it. */
  readonly key?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * Records are acknowledged only by `group.commit`, which writes all of them at once. For callers that can
   * delay their messages until then; it costs much less if several messages arrive together.
   */
  readonly grouped?: boolean;
  /**
   * Called when the log or its checkpoint file was removed while it was in use, with the number of lost
   * records. The log continues in a new file. The next checkpoint detects this within a second.
   */
  readonly onRemoved?: (missing: number) => void;
}

/** An open log. */
export interface AuditLog extends AuditSink {
  readonly session: string;
  /** Writes a record that is not about a message immediately. `members` must not contain secrets. */
  note(kind: 'approval' | 'report', members: Readonly<Record<string, unknown>>): number;
  /** Information of peers about themselves, for the next checkpoint or end record. Must not contain secrets. */
  introduce(peers: Peers): void;
  /** Records the message counts and synchronizes the files to disk. Runs every second automatically. */
  checkpoint(): void;
  /** Writes the last record. Later records are rejected. */
  close(): void;
}

/** The error for a record that could not be written. Messages that depend on it must not be forwarded. */
export class AuditError extends Error {
  readonly code = 'AUDIT_WRITE_FAILED';
}
