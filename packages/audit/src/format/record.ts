// The data model of a log line.

import type { Direction, RecordedFinding, TrailStep } from './port-types.js';

export type RecordKind =
  | 'session_start'
  | 'decision'
  | 'reply'
  | 'approval'
  | 'checkpoint'
  | 'gap'
  | 'report'
  | 'session_end';

/** The number of messages in each direction since the session began. */
export interface Counts {
  readonly client_to_server: number;
  readonly server_to_client: number;
}

/** A record in the log. Members that do not apply are omitted. */
export interface AuditRecord {
  readonly v: number;
  readonly seq: number;
  /** In ISO 8601, UTC. */
  readonly time: string;
  readonly session: string;
  readonly kind: RecordKind;
  readonly server: string;
  readonly client?: string;
  readonly identity?: string;
  /** The address of the client, for a call over a network. */
  readonly address?: string;
  readonly direction?: Direction;
  readonly id?: string | number;
  readonly method?: string;
  readonly tool?: string;
  readonly decision?: string;
  readonly rule?: string;
  readonly reason?: string;
  readonly findings?: readonly RecordedFinding[];
  readonly trail?: readonly TrailStep[];
  readonly decide_us?: number;
  /** The arguments of a `tools/call`, or all parameters of another method, with masked secrets. */
  readonly arguments?: unknown;
  /** For a reply: the number of its call, and the time between them. */
  readonly call_seq?: number;
  readonly latency_us?: number;
  /** True if the decision was not enforced. */
  readonly observed?: boolean;
  /** For an approval: its id, its result, its duration, and who decided. */
  readonly approval?: string;
  readonly state?: string;
  readonly scope?: string;
  readonly by?: string;
  /** For a checkpoint and the end of a session. */
  readonly counts?: Counts;
  /**
   * For a checkpoint and the end of a session: names, versions and capabilities of the peers that connected since the
   * last record of this kind.
   */
  readonly peers?: readonly object[];
  /** For a gap: the number of records that could not be written, and the time of the first. */
  readonly missing?: number;
  readonly since?: string;
  /** For a checkpoint at the beginning of a file: the number of the first record that retention has kept. */
  readonly kept_from?: number;
  /** For a checkpoint: the sessions that retention has removed. */
  readonly retired?: readonly string[];
  /** For the start of a session: the name of the previous session in the same folder. */
  readonly previous?: string;
  /** For the start of a session: true if hashes are keyed. */
  readonly keyed?: boolean;
  readonly prev: string;
  readonly hash: string;
}
