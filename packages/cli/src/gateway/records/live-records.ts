// The records of the gateway in memory, as the store has them: no call waits for a lookup, and a change made on any node is in
// force here within a second. While the store cannot be read, the last records stay.

import type { KeyValueEntry, KeyValueTable } from '@claw/store';
import { emptyRecords, type GatewayRecords, readRecords } from './gateway-records.js';

export interface LiveRecords {
  readonly current: GatewayRecords;
  /** The table of the store. A write is in force on this node when it returns. */
  readonly table: KeyValueTable;
  /** Reads the records again. Rejects when the store cannot be read. */
  refresh(): Promise<void>;
  /** Calls back when records have changed. A change counts as in force when the results are settled. */
  onChange(act: () => void | Promise<void>): () => void;
  close(): void;
}

/** Changes on other nodes come in bursts, for example from `gateway apply`. */
const throttleMilliseconds = 50;

/** Reads all records, and again whenever they change. Rejects when the store cannot be read. */
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
  // INVARIANT: a refresh begins to read after it was asked for, so it sees every write that was finished before.
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

/** The table, with writes that return when the records in memory have them. */
function refreshing(store: KeyValueTable, refresh: () => Promise<void>): KeyValueTable {
  const after = async <Result>(written: Result | PromiseLike<Result>): Promise<Result> => {
    const result = await written;
    // The write is done; a store that fails now is found by the health check.
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
