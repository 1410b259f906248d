// The interface of the log writer, and its options.

import type { AuditSink } from '@claw/pipeline';
import type { Peers } from './peer-list.js';

export interface AuditOptions {
  /** The folder with the logs of all sessions. If it is missing, it is created with access for the user only. */
  readonly folder: string;
  /** The configured name of the server. */
  readonly server: string;
  /** More information for the first record, such as the policy, the command and the version. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** The size at which a new file is started; 64 MiB by default. */
  readonly maxSize?: number;
  /**
   * The number of files of a session that are kept; 10 by default. All sessions together may use this many times
   * `maxSize`.
   */
  readonly keep?: number;
  /** A key for the hashes. Without the key, hashes cannot be forged. */
  readonly key?: string | undefined;
  /** Returns the time in milliseconds since 1970. */
  readonly now?: () => number;
  /**
   * If true, records are acknowledged only by `group.commit`, which writes all of them at once. This is for callers
   * that can delay their messages until then, and costs much less if several messages arrive together.
   */
  readonly grouped?: boolean;
  /**
   * Called when the log or its checkpoint file was removed while it was in use, with the number of lost records. The
   * next checkpoint detects this within a second, and the log continues in a new file.
   */
  readonly onRemoved?: (missing: number) => void;
}

/** An open log. */
export interface AuditLog extends AuditSink {
  readonly session: string;
  /** Immediately writes a record that does not concern a message. `members` must not contain secrets. */
  note(kind: 'approval' | 'report', members: Readonly<Record<string, unknown>>): number;
  /** Adds information about connected peers to the next checkpoint or end record. It must not contain secrets. */
  introduce(peers: Peers): void;
  /** Records the message counts and synchronizes the files to disk. This also happens automatically every second. */
  checkpoint(): void;
  /** Writes the last record. Later records are rejected. */
  close(): void;
}

/** The error if a record could not be written. Messages that depend on the record must not be forwarded. */
export class AuditError extends Error {
  readonly code = 'AUDIT_WRITE_FAILED';
}
