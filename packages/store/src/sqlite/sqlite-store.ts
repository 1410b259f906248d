// A store in one SQLite file, which all processes of one user on one machine share. The library is loaded and the
// file is opened on first use, so that a proxy without limits and approvals starts faster.

import type { Limit } from '@claw/pipeline';
import { Batch } from '../batch.js';
import type { RetryAfter } from '../group-hits.js';
import type { Awaitable, Backend, Ban, KeyValueEntry, Namespace, StoreError } from '../key-value-table.js';
import { createStore, type Store } from '../store.js';
import { deleteExpired, type StatementName } from './connection.js';
import { Connector } from './connector.js';
import { countHits } from './count-hits.js';
import { FileChanges } from './file-changes.js';

export interface SqliteOptions {
  /** The path of the database file, which is created with mode 0600 if it is missing. */
  readonly file: string;
  /** Called for each failed operation, in addition to the error that the caller gets. */
  readonly onFailure?: (error: StoreError) => void;
}

/** Opens a store in a file. */
export const openSqliteStore = ({ file, onFailure }: SqliteOptions): Store =>
  createStore(new SqliteBackend(file, onFailure), { monotonicNow: machineUptime });

/** Returns the milliseconds of the monotonic clock that all processes of a machine share. */
const machineUptime = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/** The interval at which changes by other processes are detected while there are watchers. */
const pollMilliseconds = 100;

/** Represents "does not expire" as a number that SQLite can compare. */
const never = Number.MAX_SAFE_INTEGER;

/**
 * The number of writes after which expired entries are deleted, because a gateway runs for months and caches results
 * all the time.
 */
const writesPerSweep = 10_000;

class SqliteBackend implements Backend {
  readonly #connector: Connector;
  readonly #changes: FileChanges;
  readonly #hits: Batch<Limit, RetryAfter>;
  readonly #watchers = new Set<() => void>();
  #poll: NodeJS.Timeout | undefined;
  #dataVersion: unknown;
  /** The number of changes that were detected while there were watchers. */
  #noticed = 0;
  #writes = 0;

  constructor(file: string, onFailure: SqliteOptions['onFailure']) {
    this.#connector = new Connector(file, onFailure);
    this.#changes = new FileChanges(file);
    this.#hits = new Batch((limits) => this.#connector.run((connection) => countHits(connection, limits)));
  }

  get(namespace: Namespace, key: string): Awaitable<string | undefined> {
    return this.#connector.run(({ prepared }) =>
      textColumn(prepared.get.get(namespace, key, Date.now()), 'value'),
    );
  }

  list(namespace: Namespace, prefix = ''): Awaitable<readonly KeyValueEntry[]> {
    return this.#connector.run(({ prepared }) => {
      const entries: KeyValueEntry[] = [];
      for (const row of prepared.list.iterate(namespace, prefix, Date.now())) {
        const key = textColumn(row, 'key') ?? '';
        if (!key.startsWith(prefix)) break;
        entries.push({ key, value: textColumn(row, 'value') ?? '' });
      }
      return entries;
    });
  }

  put(namespace: Namespace, key: string, value: string, expiresAt = never): Awaitable<void> {
    return this.#connector.run(({ prepared }) => {
      prepared.put.run(namespace, key, value, expiresAt);
      this.#notify(namespace);
      this.#noteWrite();
    });
  }

  add(namespace: Namespace, key: string, value: string, expiresAt = never): Awaitable<boolean> {
    return this.#change(namespace, 'add', namespace, key, value, expiresAt, Date.now());
  }

  replace(
    namespace: Namespace,
    key: string,
    expected: string,
    value: string,
    expiresAt = never,
  ): Awaitable<boolean> {
    return this.#change(namespace, 'replace', value, expiresAt, namespace, key, expected, Date.now());
  }

  remove(namespace: Namespace, key: string): Awaitable<boolean> {
    return this.#change(namespace, 'remove', namespace, key, Date.now());
  }

  watch(onChange: () => void): () => void {
    const watcher = () => onChange();
    this.#watchers.add(watcher);
    if (this.#poll === undefined) this.#noticed += 1;
    this.#poll ??= setInterval(() => this.#lookForChanges(), pollMilliseconds).unref();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#stopPolling();
    };
  }

  /**
   * Changes when the data may have changed. While there are watchers, polling detects changes, so its count is used;
   * it does not grow when this process updates a counter.
   */
  version(): number | undefined {
    if (this.#poll !== undefined) return -this.#noticed;
    return this.#connector.current && this.#changes.version;
  }

  hit(limit: Limit): Promise<RetryAfter> {
    this.#noteWrite();
    return this.#hits.add(limit);
  }

  listBans(): Awaitable<readonly Ban[]> {
    return this.#connector.run(({ prepared }) => {
      const bans: Ban[] = [];
      for (const row of prepared.listBans.iterate(Date.now())) {
        const { key, until } = row as Ban;
        bans.push({ key, until });
      }
      return bans;
    });
  }

  liftBan(key: string): Awaitable<boolean> {
    return this.#connector.run(({ prepared }) => prepared.liftBan.run(key).changes > 0);
  }

  async close(): Promise<void> {
    this.#watchers.clear();
    this.#stopPolling();
    await this.#connector.close();
  }

  #change(
    namespace: Namespace,
    statement: StatementName,
    ...values: (string | number)[]
  ): Awaitable<boolean> {
    return this.#connector.run(({ prepared }) => {
      const changed = prepared[statement].run(...values).changes > 0;
      if (changed) this.#notify(namespace);
      this.#noteWrite();
      return changed;
    });
  }

  #noteWrite(): void {
    this.#writes += 1;
    if (this.#writes % writesPerSweep !== 0) return;
    // Runs in its own event-loop iteration, because this write may be part of a transaction. If the deletion fails,
    // the next operation reports the error.
    setImmediate(async () => {
      try {
        await this.#connector.run(({ prepared }) => deleteExpired(prepared));
      } catch {}
    });
  }

  #notify(namespace: Namespace): void {
    if (namespace === 'cache') return;
    this.#changes.forget();
    this.#noticed += 1;
    for (const watcher of this.#watchers) queueMicrotask(watcher);
  }

  /** Detects changes by another connection: they change `data_version`. */
  #lookForChanges(): void {
    try {
      const row = this.#connector.current?.prepared.dataVersion.get() as
        | { data_version?: unknown }
        | undefined;
      const before = this.#dataVersion;
      this.#dataVersion = row?.data_version;
      if (before === this.#dataVersion) return;
      this.#noticed += 1;
      for (const watcher of this.#watchers) watcher();
    } catch {
      // The error is ignored here, because the next operation on the store reports it.
    }
  }

  #stopPolling(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }
}

/** Returns one text column of a row. The rows of `libsql` have additional members, so only the column is used. */
function textColumn(row: unknown, column: string): string | undefined {
  const value = (row as Readonly<Record<string, unknown>> | undefined)?.[column];
  return typeof value === 'string' ? value : undefined;
}
