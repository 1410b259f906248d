// Follows one chain of records and reports where it is broken. Works on lines and does not read files.

import type { CheckpointFile } from '../format/checkpoint-file.js';
import { type LineHasher, noHash } from '../format/line-hasher.js';
import type { AuditRecord, Counts } from '../format/record.js';

/** A problem that a correct log writer never causes. */
export interface Problem {
  readonly code:
    | 'changed'
    | 'missing'
    | 'out_of_place'
    | 'not_linked'
    | 'foreign'
    | 'not_a_record'
    | 'after_end'
    | 'truncated'
    | 'missing_checkpoint_file'
    | 'invalid_checkpoint_file'
    | 'forged_checkpoint_file'
    | 'missing_file'
    | 'not_a_file'
    | 'unlisted_file'
    | 'needs_key'
    | 'unkeyed'
    | 'missing_session';
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

const hashMember = /^,"hash":"([0-9a-f]{64})"\}$/;
const hashLength = ',"hash":""}'.length + 64;

/** The state of a chain while it is followed. */
export class Chain {
  readonly #session: string;
  readonly #hasher: LineHasher;
  readonly #report: (problem: Problem) => void;
  hash = noHash;
  seq = 0;
  /** The first record that was found. */
  first: AuditRecord | undefined;
  last: AuditRecord | undefined;
  ended = false;
  keptFrom: number | undefined;
  /** True if the hashes were made with a key. */
  readonly keyed: boolean;
  previous: string | undefined;
  readonly retired: string[] = [];
  readonly seen: Record<string, number> = {};
  missing = 0;
  counts: Counts | undefined;
  countedUntil: string | undefined;
  /** The hash of the record that the checkpoint file names. */
  hashAtCheckpoint: string | undefined;
  readonly #checkpointSeq: number;

  constructor(
    session: string,
    hasher: LineHasher,
    checkpointFile: CheckpointFile | undefined,
    report: (problem: Problem) => void,
  ) {
    this.#session = session;
    this.#hasher = hasher;
    this.#checkpointSeq = checkpointFile?.seq ?? -1;
    // Without a checkpoint file it is unknown whether a key was used; the given key is used, if there is one.
    this.keyed = checkpointFile === undefined ? hasher.keyed : checkpointFile.tag !== noHash;
    this.#report = report;
  }

  /** Processes one complete line. */
  add(bytes: Buffer, file: string, line: number): void {
    const report = (code: Problem['code'], message: string) => this.#report({ code, file, line, message });
    const record = parse(bytes);
    if (record === undefined) {
      report('not_a_record', `line ${line} is not a log entry`);
      return;
    }
    const { seq } = record;
    if (record.session !== this.#session) report('foreign', `record ${seq} belongs to another session`);
    if (this.ended) report('after_end', `record ${seq} comes after the end of the session`);
    this.#begin(record);
    const expected = this.seq + 1;
    if (
      this.#hasher.keyed === this.keyed &&
      this.#hasher.line(bytes.subarray(0, -hashLength)) !== record.hash
    )
      report('changed', `record ${seq} was changed`);
    else if (seq > expected) report('missing', `${range(expected, seq - 1)} missing before record ${seq}`);
    else if (seq < expected) report('out_of_place', `record ${seq} comes after record ${this.seq}`);
    else if (record.prev !== this.hash)
      report('not_linked', `record ${seq} does not follow record ${this.seq}`);
    this.#remember(record);
  }

  /**
   * Starts the chain at the first record found. Retention may have removed the beginning; in that case a later record
   * must report the removal.
   */
  #begin(record: AuditRecord): void {
    if (this.first !== undefined) return;
    this.first = record;
    if (record.seq === 1) return;
    this.seq = record.seq - 1;
    this.hash = record.prev;
  }

  #remember(record: AuditRecord): void {
    if (record.seq === this.#checkpointSeq) this.hashAtCheckpoint = record.hash;
    this.seq = record.seq;
    this.hash = record.hash;
    this.last = record;
    this.seen[record.kind] = (this.seen[record.kind] ?? 0) + 1;
    if (record.kind === 'session_start') this.previous = record.previous;
    if (record.kind === 'session_end') this.ended = true;
    if (record.kind === 'gap') this.missing += record.missing ?? 0;
    if (record.kept_from !== undefined) this.keptFrom = record.kept_from;
    if (record.retired !== undefined) this.retired.push(...record.retired);
    if (record.counts !== undefined) {
      this.counts = record.counts;
      this.countedUntil = record.time;
    }
  }
}

function parse(bytes: Buffer): AuditRecord | undefined {
  const hash = hashMember.exec(bytes.toString('latin1', bytes.length - hashLength))?.[1];
  if (hash === undefined) return undefined;
  try {
    const record = JSON.parse(bytes.toString()) as AuditRecord;
    // If a member occurs twice, parsers use the last one, so a record with a second hash is invalid.
    return Number.isSafeInteger(record.seq) && typeof record.prev === 'string' && record.hash === hash
      ? record
      : undefined;
  } catch {
    return undefined;
  }
}

const range = (from: number, to: number) =>
  from === to ? `record ${from} is` : `records ${from} to ${to} are`;
