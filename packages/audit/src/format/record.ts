// The shape of one line of the log: what is written, and what the readers get back.

import type { Direction, RecordedFinding, TrailStep } from './port-types.js';

/** What a line can be about. */
export type RecordKind =
  | 'session_start'
  | 'decision'
  | 'reply'
  | 'approval'
  | 'checkpoint'
  | 'gap'
  | 'report'
  | 'session_end';

/** How many messages passed by in each direction since the session began. */
export interface Counts {
  readonly client_to_server: number;
  readonly server_to_client: number;
}

/** One record, as it stands in the log. Members that do not apply are left out. */
export interface AuditRecord {
  readonly v: number;
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly session: string;
  readonly kind: RecordKind;
  readonly server: string;
  readonly client?: string;
  readonly identity?: string;
  /** Of a call over a network: where it came from. */
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
  /** The arguments of a `tools/call`, the whole parameters of another method; secrets masked. */
  readonly arguments?: unknown;
  /** Of a reply: the call that it answers, and the time between them. */
  readonly call_seq?: number;
  readonly latency_us?: number;
  /** True when nothing was enforced. */
  readonly observed?: boolean;
  /** Of an approval: its question, what became of it, for how long, and by whom. */
  readonly approval?: string;
  readonly state?: string;
  readonly scope?: string;
  readonly by?: string;
  /** Of a checkpoint and of the end. */
  readonly counts?: Counts;
  /** Of a checkpoint and of the end: names, versions and capabilities of those who met since the one before. */
  readonly peers?: readonly object[];
  /** Of a gap: how many records could not be written, and since when. */
  readonly missing?: number;
  readonly since?: string;
  /** Of a checkpoint that begins a file: the first record that retention has kept. */
  readonly kept_from?: number;
  /** Of a checkpoint: whole sessions that retention has removed. */
  readonly retired?: readonly string[];
  /** Of a start: the session that began before this one in the same folder. */
  readonly previous?: string;
  /** Of a start: whether hashes are keyed. */
  readonly keyed?: boolean;
  readonly prev: string;
  readonly hash: string;
}
