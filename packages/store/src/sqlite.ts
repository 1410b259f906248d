// A store in one file, shared by all processes of one user on one machine. The file is opened with the first question:
// a proxy that counts nothing and asks nobody never loads the database.

import { chmodSync, closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type Database from 'libsql';
import type { Awaitable, Backend, Cell, RateLimit, Space } from './cells.js';
import { StoreError } from './cells.js';
import { type CounterState, countHit, freshCounter } from './count.js';
import { makeFolder } from './make-folder.js';
import { createStore, type Store } from './store.js';

export interface SqliteOptions {
  /** The file; created when it is missing, private to the user. */
  readonly file: string;
  /** Told of every question that failed, beside whoever asked it. */
  readonly onFailure?: (error: StoreError) => void;
}

declare const __filename: string | undefined;

/**
 * Node's loader may keep a package that is installed as a link under the link's name, where the package does not find its
 * own dependencies. So it is loaded by its real path.
 */
function loadLibsql(): typeof Database {
  const load = createRequire(typeof __filename === 'string' ? __filename : import.meta.url);
  return load(realpathSync(load.resolve('libsql'))) as typeof Database;
}

/** A store in a file. Nothing is opened before it is needed. */
export const openSqliteStore = ({ file, onFailure }: SqliteOptions): Store =>
  createStore(new SqliteBackend(file, onFailure), { ticks: sinceStart });

/** The clock that all processes of a machine share, and that nobody can set. */
const sinceStart = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** How often others' changes are looked for while somebody waits for one. */
const pollMilliseconds = 100;

/** How long a write waits for those of other processes; they take less than a millisecond each. */
const busyMilliseconds = 5000;
/** So long it waits on the spot. After that other messages must not wait with it, so it tries again later. */
const blockingMilliseconds = 20;
const retryMilliseconds = 25;

/** How often it is made sure that the open file is still the one that others open. */
const placeMilliseconds = 1000;

const schema = `
  CREATE TABLE IF NOT EXISTS cells (
    space TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires REAL NOT NULL,
    PRIMARY KEY (space, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS counters (
    key TEXT PRIMARY KEY, count INTEGER NOT NULL, window_end REAL NOT NULL, refused INTEGER NOT NULL,
    banned_until REAL NOT NULL
  ) WITHOUT ROWID;
`;

const statements = {
  get: 'SELECT value FROM cells WHERE space = ? AND key = ? AND expires > ?',
  list: 'SELECT key, value FROM cells WHERE space = ? AND key >= ? AND expires > ? ORDER BY key',
  put: 'INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?)',
  add: `INSERT INTO cells VALUES (?, ?, ?, ?) ON CONFLICT (space, key)
    DO UPDATE SET value = excluded.value, expires = excluded.expires WHERE cells.expires <= ?`,
  replace:
    'UPDATE cells SET value = ?, expires = ? WHERE space = ? AND key = ? AND value = ? AND expires > ?',
  remove: 'DELETE FROM cells WHERE space = ? AND key = ? AND expires > ?',
  counter:
    'SELECT count, window_end AS windowEnd, refused, banned_until AS bannedUntil FROM counters WHERE key = ?',
  count: 'INSERT OR REPLACE INTO counters VALUES (?, ?, ?, ?, ?)',
  version: 'PRAGMA data_version',
} as const;

type Name = keyof typeof statements;

interface Connection {
  readonly database: Database.Database;
  readonly prepared: Readonly<Record<Name, Database.Statement>>;
  /** Which file it is. */
  readonly mark: string;
}

/** No expiry, as a number that SQLite can compare. */
const never = Number.MAX_SAFE_INTEGER;

class SqliteBackend implements Backend {
  readonly #file: string;
  readonly #onFailure: SqliteOptions['onFailure'];
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  readonly #watchers = new Set<() => void>();
  #poll: NodeJS.Timeout | undefined;
  #version: unknown;
  #placeKnownUntil = 0;
  readonly #abandoned: Connection[] = [];
  #closed = false;

  constructor(file: string, onFailure: SqliteOptions['onFailure']) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  get(space: Space, key: string): Awaitable<string | undefined> {
    return this.#with(({ prepared }) => textOf(prepared.get.get(space, key, Date.now()), 'value'));
  }

  list(space: Space, prefix = ''): Awaitable<readonly Cell[]> {
    return this.#with(({ prepared }) => {
      const cells: Cell[] = [];
      for (const row of prepared.list.iterate(space, prefix, Date.now())) {
        const key = textOf(row, 'key') ?? '';
        if (!key.startsWith(prefix)) break;
        cells.push({ key, value: textOf(row, 'value') ?? '' });
      }
      return cells;
    });
  }

  put(space: Space, key: string, value: string, expiresAt = never): Awaitable<void> {
    return this.#with(({ prepared }) => {
      prepared.put.run(space, key, value, expiresAt);
      this.#tell(space);
    });
  }

  add(space: Space, key: string, value: string, expiresAt = never): Awaitable<boolean> {
    return this.#change(space, 'add', space, key, value, expiresAt, Date.now());
  }

  replace(space: Space, key: string, expected: string, value: string, expiresAt = never): Awaitable<boolean> {
    return this.#change(space, 'replace', value, expiresAt, space, key, expected, Date.now());
  }

  remove(space: Space, key: string): Awaitable<boolean> {
    return this.#change(space, 'remove', space, key, Date.now());
  }

  watch(act: () => void): () => void {
    const watcher = () => act();
    this.#watchers.add(watcher);
    this.#poll ??= setInterval(() => this.#lookForChanges(), pollMilliseconds).unref();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#stopPolling();
    };
  }

  hit(limit: RateLimit): Awaitable<number | undefined> {
    return this.#with(({ database, prepared }) => {
      // Immediate: two who both read first would both count from the same number.
      database.exec('BEGIN IMMEDIATE');
      try {
        const before = (prepared.counter.get(limit.key) as CounterState | undefined) ?? freshCounter;
        const { state, wait } = countHit(before, limit, Date.now());
        const { count, windowEnd, refused, bannedUntil } = state;
        prepared.count.run(limit.key, count, windowEnd, refused, bannedUntil);
        database.exec('COMMIT');
        return wait;
      } catch (error) {
        if (database.inTransaction) database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watchers.clear();
    this.#stopPolling();
    const connection = this.#connection ?? (await this.#opening?.catch(() => undefined));
    connection?.database.close();
    this.#connection = undefined;
  }

  #change(space: Space, name: Name, ...values: (string | number)[]): Awaitable<boolean> {
    return this.#with(({ prepared }) => {
      const changed = prepared[name].run(...values).changes > 0;
      if (changed) this.#tell(space);
      return changed;
    });
  }

  /** At once when the file is open and nobody else writes; every failure is told. */
  #with<T>(
    act: (connection: Connection) => T,
    deadline = performance.now() + busyMilliseconds,
  ): Awaitable<T> {
    this.#followFile();
    if (this.#connection === undefined)
      return this.#open().then(
        () => this.#with(act, deadline),
        (error: StoreError) => this.#again(error.cause, act, deadline),
      );
    try {
      return act(this.#connection);
    } catch (error) {
      return this.#again(error, act, deadline);
    }
  }

  /** Another process writes for longer than usual: later. Everything else is a failure. */
  #again<T>(error: unknown, act: (connection: Connection) => T, deadline: number): Promise<T> {
    if (!isBusy(error) || performance.now() >= deadline) {
      const failure = this.#failure(error);
      this.#onFailure?.(failure);
      throw failure;
    }
    return pause(retryMilliseconds).then(() => this.#with(act, deadline));
  }

  /** An open file lives on after its removal, but nobody else sees it: a grant in it could not be revoked. */
  #followFile(): void {
    // Not the clock of the wall: put back by an hour, nobody would look for an hour.
    const now = performance.now();
    if (this.#connection === undefined || now < this.#placeKnownUntil) return;
    this.#placeKnownUntil = now + placeMilliseconds;
    if (markOf(this.#file) === this.#connection.mark) return;
    // Closing it would remove the journal of the new file, which has the same name.
    this.#abandoned.push(this.#connection);
    [this.#connection, this.#opening] = [undefined, undefined];
  }

  #open(): Promise<Connection> {
    if (this.#closed) return Promise.reject(this.#failure(new Error('it was closed')));
    this.#opening ??= this.#connect().catch((error) => {
      // The next question tries again: the disk may have space by then.
      this.#opening = undefined;
      throw this.#failure(error);
    });
    return this.#opening;
  }

  async #connect(): Promise<Connection> {
    const Libsql = loadLibsql();
    createPrivately(this.#file);
    const database = new Libsql(this.#file);
    try {
      this.#connection = this.#prepare(database);
    } catch (error) {
      database.close();
      throw error;
    }
    return this.#connection;
  }

  #prepare(database: Database.Database): Connection {
    // The timeout comes first: changing the journal takes the lock that it waits for.
    database.exec(`PRAGMA busy_timeout = ${blockingMilliseconds}`);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    database.exec(schema);
    const now = Date.now();
    database.prepare('DELETE FROM cells WHERE expires <= ?').run(now);
    database.prepare('DELETE FROM counters WHERE window_end <= ? AND banned_until <= ?').run(now, now);
    const names = Object.keys(statements) as Name[];
    const prepared = Object.fromEntries(names.map((name) => [name, database.prepare(statements[name])]));
    return { database, prepared: prepared as Connection['prepared'], mark: markOf(this.#file) };
  }

  #failure(error: unknown): StoreError {
    return new StoreError(`\`${this.#file}\``, error);
  }

  #tell(space: Space): void {
    if (space === 'value') return;
    for (const watcher of this.#watchers) queueMicrotask(watcher);
  }

  /** SQLite says so when another connection has changed the file, whatever it changed. */
  #lookForChanges(): void {
    try {
      this.#followFile();
      const row = this.#connection?.prepared.version.get() as { data_version?: unknown } | undefined;
      const before = this.#version;
      this.#version = row?.data_version;
      if (before !== this.#version) for (const watcher of this.#watchers) watcher();
    } catch {
      // Whoever asks the store for something is told what is wrong with it.
    }
  }

  #stopPolling(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }
}

const isBusy = (error: unknown): boolean =>
  /^SQLITE_BUSY|^SQLITE_LOCKED/.test(String((error as { code?: unknown } | undefined)?.code));

/** Tells one file from another of the same name. */
function markOf(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return `${found?.dev} ${found?.ino}`;
}

/** SQLite gives its other files the rights of this one. */
function createPrivately(file: string): void {
  makeFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Rows have members that nobody asked for; so single ones are taken. */
function textOf(row: unknown, member: string): string | undefined {
  const value = (row as Readonly<Record<string, unknown>> | undefined)?.[member];
  return typeof value === 'string' ? value : undefined;
}
