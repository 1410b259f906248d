// One open SQLite database, with its schema, its prepared statements, and the identity of its file.

import { chmodSync, closeSync, openSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type Database from 'libsql';
import { createFolder } from './create-folder.js';

/** The maximum time for which SQLite blocks the thread while another process holds the lock. */
const blockingMilliseconds = 20;

const schema = `
  CREATE TABLE IF NOT EXISTS entries (
    namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires REAL NOT NULL,
    PRIMARY KEY (namespace, key)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entries_by_expiry ON entries (expires);
  CREATE TABLE IF NOT EXISTS counters (
    key TEXT PRIMARY KEY, count INTEGER NOT NULL, window_end REAL NOT NULL, refused INTEGER NOT NULL,
    banned_until REAL NOT NULL
  ) WITHOUT ROWID;
`;

const statements = {
  get: 'SELECT value FROM entries WHERE namespace = ? AND key = ? AND expires > ?',
  list: 'SELECT key, value FROM entries WHERE namespace = ? AND key >= ? AND expires > ? ORDER BY key',
  put: 'INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)',
  add: `INSERT INTO entries VALUES (?, ?, ?, ?) ON CONFLICT (namespace, key)
    DO UPDATE SET value = excluded.value, expires = excluded.expires WHERE entries.expires <= ?`,
  replace:
    'UPDATE entries SET value = ?, expires = ? WHERE namespace = ? AND key = ? AND value = ? AND expires > ?',
  remove: 'DELETE FROM entries WHERE namespace = ? AND key = ? AND expires > ?',
  getCounter:
    'SELECT count, window_end AS windowEnd, refused, banned_until AS bannedUntil FROM counters WHERE key = ?',
  putCounter: 'INSERT OR REPLACE INTO counters VALUES (?, ?, ?, ?, ?)',
  // Handles most hits: those in a running window that the limit allows. `countHit` handles all other hits.
  countAllowed: `UPDATE counters SET count = count + ?, window_end = iif(?, ?, window_end)
    WHERE key = ? AND count <= ? AND banned_until <= ? AND window_end > ? AND window_end <= ?`,
  listBans:
    'SELECT key, banned_until AS until FROM counters WHERE banned_until > ? ORDER BY banned_until DESC',
  liftBan: 'DELETE FROM counters WHERE key = ?',
  deleteExpiredEntries: 'DELETE FROM entries WHERE expires <= ?',
  deleteEndedCounters: 'DELETE FROM counters WHERE window_end <= ? AND banned_until <= ?',
  dataVersion: 'PRAGMA data_version',
} as const;

export type StatementName = keyof typeof statements;

export interface Connection {
  readonly database: Database.Database;
  readonly prepared: Readonly<Record<StatementName, Database.Statement>>;
  /** The `fileId` of the file when it was opened. */
  readonly fileId: string;
}

/** Opens the file, and creates it with mode 0600 if it is missing. Deletes expired entries. */
export function connect(file: string): Connection {
  const Libsql = loadLibsql();
  createPrivateFile(file);
  const database = new Libsql(file);
  try {
    return prepare(database, file);
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: Database.Database, file: string): Connection {
  // The timeout is set first, because changing the journal mode takes the lock to which the timeout applies.
  database.exec(`PRAGMA busy_timeout = ${blockingMilliseconds}`);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  database.exec(schema);
  const names = Object.keys(statements) as StatementName[];
  const prepared = Object.fromEntries(
    names.map((name) => [name, database.prepare(statements[name])]),
  ) as Connection['prepared'];
  deleteExpired(prepared);
  return { database, prepared, fileId: fileId(file) };
}

/** Deletes expired entries, and counters without a running window or ban. */
export function deleteExpired({ deleteExpiredEntries, deleteEndedCounters }: Connection['prepared']): void {
  const now = Date.now();
  deleteExpiredEntries.run(now);
  deleteEndedCounters.run(now, now);
}

/** Returns true if another process holds the lock of the database. */
export const isBusy = (error: unknown): boolean =>
  /^SQLITE_BUSY|^SQLITE_LOCKED/.test(String((error as { code?: unknown } | undefined)?.code));

/** Returns device and inode, which differ if the path refers to another file. */
export function fileId(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return `${found?.dev} ${found?.ino}`;
}

/** Creates the database file with mode 0600; SQLite gives its journal files the same mode. */
function createPrivateFile(file: string): void {
  createFolder(dirname(file));
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

declare const __filename: string | undefined;

/**
 * Loads `libsql` by its real path, because Node may not find the dependencies of the package through the symbolic
 * link of a package manager.
 */
function loadLibsql(): typeof Database {
  const load = createRequire(typeof __filename === 'string' ? __filename : import.meta.url);
  return load(realpathSync(load.resolve('libsql'))) as typeof Database;
}
