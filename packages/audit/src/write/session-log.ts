// The log writer: one session of one process with one chain of records. A record is acknowledged when `record`
// returns, and is not lost if the process is killed afterwards. If a write fails, `record` throws, so that the call
// is denied; before the next record that can be written, a `gap` record is written.

import { randomBytes } from 'node:crypto';
import { sessionName } from '../format/file-names.js';
import { createEntryWriter, shortenMember } from '../format/line.js';
import { createLineHasher, type LineHasher } from '../format/line-hasher.js';
import type { AuditEntry, Direction, GroupCommit } from '../format/port-types.js';
import type { RecordKind } from '../format/record.js';
import { previousSession } from '../sessions/previous-session.js';
import { retireSessions } from '../sessions/retention.js';
import { ChainWriter } from './chain-writer.js';
import { AuditError, type AuditLog, type AuditOptions } from './log.js';
import { LostRecords } from './lost-records.js';
import { membersText } from './members-text.js';
import { PeerList, type Peers } from './peer-list.js';
import { SessionFiles } from './session-files.js';

/** Begins a session. Never throws; while the log cannot be written, each call to `record` fails. */
export const openAuditLog = (options: AuditOptions): AuditLog => new SessionLog(options);

const checkpointMilliseconds = 1000;

/** The entry of a decision, or the text of the members that follow the common ones. */
type Members = AuditEntry | string;

class SessionLog implements AuditLog {
  readonly session: string;
  readonly #options: AuditOptions;
  readonly #hasher: LineHasher;
  readonly #now: () => number;
  readonly #writeEntry = createEntryWriter();
  #fromClient = 0;
  #fromServer = 0;
  readonly #chain: ChainWriter;
  #files: SessionFiles | undefined;
  /** The number of the first record in the current file and in each older file that is kept. */
  #firstOfFile: number[] = [1];
  readonly group: GroupCommit | undefined;
  readonly #lost = new LostRecords();
  #timer: NodeJS.Timeout | undefined;
  #swept = false;
  #retired: readonly string[] = [];
  readonly #peers = new PeerList();
  #closed = false;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#hasher = createLineHasher(options.key);
    this.#now = options.now ?? Date.now;
    this.group = options.grouped ? this.#createGroup() : undefined;
    this.session = sessionName(this.#now(), process.pid, randomBytes(4).toString('hex'));
    this.#chain = new ChainWriter(this.#hasher, this.session, options.server);
    try {
      this.#ready();
    } catch {
      // The next record repeats the attempt and reports the error.
    }
  }

  /** Read on each use, because a new policy can change it. */
  get #maxSize(): number {
    return this.#options.maxSize ?? 64 * 1024 * 1024;
  }

  get #keep(): number {
    return Math.max(1, this.#options.keep ?? 10);
  }

  record(entry: AuditEntry): number {
    return this.#keepRecord(entry.time, entry.kind, entry, this.group !== undefined);
  }

  note(kind: 'approval' | 'report', members: Readonly<Record<string, unknown>>): number {
    return this.#keepRecord(this.#now(), kind, membersText(members, shortenMember), false);
  }

  introduce(peers: Peers): void {
    if (this.#peers.add(peers) && this.#timer === undefined) this.#schedule();
  }

  count(direction: Direction): void {
    if (direction === 'client-to-server') this.#fromClient++;
    else this.#fromServer++;
    if (this.#timer === undefined) this.#schedule();
  }

  checkpoint(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#ready();
      this.#stayInPlace();
      this.#writeCheckpoint({});
      this.#files?.sync();
      this.#sweep();
    } catch {
      // The error is not reported here, because the next record fails in the same way.
    }
  }

  close(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    try {
      this.#ready();
      this.#stayInPlace();
      this.#write(this.#now(), 'session_end', membersText(this.#tally, shortenMember));
      this.#files?.close();
    } catch {
      // The log has no end record, because none could be written.
    }
    this.#closed = true;
  }

  #createGroup(): GroupCommit {
    const log = this;
    return {
      commit: () => log.#settle(),
      get lost() {
        return log.#lost.total;
      },
      get lossReason() {
        return `the audit log cannot be written: ${log.#lost.reason}`;
      },
    };
  }

  #keepRecord(time: number, kind: RecordKind, members: Members, waits: boolean): number {
    try {
      if (this.#closed) throw new Error('the session has ended');
      const isBegun = this.#files !== undefined && this.#chain.seq > 0;
      if (!isBegun || this.#lost.unreported > 0 || this.#size >= this.#maxSize) this.#ready();
      // Without a timer, the last check may be a second old.
      if (this.#timer === undefined) this.#stayInPlace();
      if (waits && this.#lost.unreported === 0) this.#add(time, kind, members);
      else this.#write(time, kind, members);
    } catch (error) {
      this.#lost.add(1, error, this.#now());
      throw failure(error);
    }
    if (this.#timer === undefined) this.#schedule();
    return this.#chain.seq;
  }

  get #size(): number {
    return this.#files?.size ?? 0;
  }

  /** Creates missing files and writes everything that must precede the next record. */
  #ready(): void {
    this.#files ??= this.#create();
    if (this.#chain.seq === 0) this.#start();
    if (this.#lost.unreported > 0) {
      this.#write(this.#now(), 'gap', membersText(this.#lost.gap));
      this.#lost.reported();
    }
    if (this.#files.size < this.#maxSize) return;
    // A missing folder must be created before the next file; otherwise every record would fail.
    this.#stayInPlace();
    if (this.#files.size >= this.#maxSize) this.#rotate(this.#files);
  }

  /** If files were removed while in use, begins a new file; the next records report the loss. */
  #stayInPlace(): void {
    const files = this.#files as SessionFiles;
    if (files.areInPlace) return;
    this.#settle();
    const missing = this.#chain.seq + 1 - (this.#firstOfFile.at(-1) ?? 1);
    const isLogGone = files.replace(this.#chain.head);
    this.#firstOfFile.push(this.#chain.seq + 1);
    this.#options.onRemoved?.(isLogGone ? missing : 0);
    if (!isLogGone) return;
    const reason = 'the log was removed while it was being written';
    const since = new Date(this.#now()).toISOString();
    this.#write(this.#now(), 'gap', membersText({ missing, since, reason }));
  }

  #create(): SessionFiles {
    return new SessionFiles(this.#options.folder, this.session, this.#chain.emptyHead);
  }

  #start(): void {
    const { folder, about = {} } = this.#options;
    const previous = previousSession(folder, this.session);
    const members = { ...about, pid: process.pid, keyed: this.#hasher.keyed, previous };
    this.#write(this.#now(), 'session_start', membersText(members));
  }

  #rotate(files: SessionFiles): void {
    this.#settle();
    files.rotate();
    this.#firstOfFile.push(this.#chain.seq + 1);
    // The removal is recorded before the files are removed.
    const kept = this.#firstOfFile.slice(-this.#keep);
    this.#writeCheckpoint({ kept_from: kept[0] });
    this.#firstOfFile = kept;
    files.retain(this.#keep);
  }

  #writeCheckpoint(members: Readonly<Record<string, unknown>>): void {
    const retired = this.#retired;
    const more = retired.length > 0 ? { retired } : {};
    this.#write(
      this.#now(),
      'checkpoint',
      membersText({ ...this.#tally, ...members, ...more }, shortenMember),
    );
    this.#peers.written();
    this.#retired = [];
  }

  /** The message counts and peers that are not recorded yet. */
  get #tally() {
    const counts = { client_to_server: this.#fromClient, server_to_client: this.#fromServer };
    return { counts, ...this.#peers.members };
  }

  /** Writes one record immediately. If this throws, the record does not count as written. */
  #write(time: number, kind: RecordKind, members: Members): void {
    this.#settle();
    this.#add(time, kind, members);
    this.#chain.flush(this.#files as SessionFiles);
  }

  #add(time: number, kind: RecordKind, members: Members): void {
    const chain = this.#chain;
    chain.begin(time, kind);
    if (typeof members === 'string') chain.line.text(members);
    else this.#writeEntry(members, chain.line);
    chain.end();
  }

  /** Writes the pending group, or records that it is lost. */
  #settle(): void {
    const { waiting } = this.#chain;
    if (waiting === 0) return;
    try {
      this.#chain.flush(this.#files as SessionFiles);
    } catch (error) {
      this.#lost.add(waiting, error, this.#now());
    }
  }

  #schedule(): void {
    this.#timer = setTimeout(() => this.checkpoint(), checkpointMilliseconds);
    this.#timer.unref();
  }

  /** Applies retention once, after the first second, so that no caller has to wait for it. */
  #sweep(): void {
    if (this.#swept) return;
    this.#swept = true;
    void retireSessions(this.#options.folder, this.session, this.#maxSize * this.#keep, (sessions) => {
      this.#retired = sessions;
      this.#ready();
      this.#writeCheckpoint({});
    });
  }
}

const failure = (error: unknown): AuditError =>
  new AuditError(`the audit log cannot be written: ${(error as Error).message}`, { cause: error });
