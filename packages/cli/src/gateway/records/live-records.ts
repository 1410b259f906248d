// An in-memory copy of the gateway records: calls need no lookup, and changes made on any node are active here
// within a second. While the store cannot be read, the last records are used.

import type { KeyValueEntry, KeyValueTable } from '@claw/store';
import { emptyRecords, type GatewayRecords, readRecords } from './gateway-records.js';

export interface LiveRecords {
  readonly current: GatewayRecords;
  /** The table of the store. A write is active on this node when it returns. */
  readonly table: KeyValueTable;
  /** Reads the records again. Rejects if the store cannot be read. */
  refresh(): Promise<void>;
  /** Calls back when records have changed. A change counts as active when the returned promises have settled. */
  onChange(act: () => void | Promise<void>): () => void;
  close(): void;
}

/** The time to wait for further changes: changes on other nodes come in bursts, for example from `gateway apply`. */
const throttleMilliseconds = 50;

/** Reads all records, and again whenever they change. Rejects if the store cannot be read. */
export async function followRecords(store: KeyValueTable): Promise<LiveRecords> {
  const listeners = new Set<() => void | Promise<void>>();
  let current = emptyRecords;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const read = async () => {
    const entries = [...(await store.list('gateway')), ...(await store.list('secret', 'gateway/'))];
    const changed = readRecords(entries as readonly KeyValueEntry[], current);
    if (changed === current) return;
    current = changed;
    await Promise.all([...listeners].map((act) => act()));
  };
  // INVARIANT: a refresh starts reading after it was requested, so it sees every write that was completed before.
  const refresh = (): Promise<void> => {
    if (running === undefined) {
      running = read().finally(() => {
        running = undefined;
      });
      return running;
    }
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return refresh();
      });
    return next;
  };
  const unwatch = store.watch(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      refresh().catch(() => {});
    }, throttleMilliseconds).unref();
  });
  await refresh();
  return {
    get current() {
      return current;
    },
    table: refreshing(store, refresh),
    refresh,
    onChange(act) {
      listeners.add(act);
      return () => listeners.delete(act);
    },
    close() {
      clearTimeout(timer);
      unwatch();
      listeners.clear();
    },
  };
}

/** The table, with writes that return when the in-memory records contain them. */
function refreshing(store: KeyValueTable, refresh: () => Promise<void>): KeyValueTable {
  const after = async <Result>(written: Result | PromiseLike<Result>): Promise<Result> => {
    const result = await written;
    // The write has succeeded; the health check detects a store that fails now.
    await refresh().catch(() => {});
    return result;
  };
  return {
    get: (...args) => store.get(...args),
    list: (...args) => store.list(...args),
    watch: (onChange) => store.watch(onChange),
    put: (...args) => after(store.put(...args)),
    add: (...args) => after(store.add(...args)),
    replace: (...args) => after(store.replace(...args)),
    remove: (...args) => after(store.remove(...args)),
  };
}
