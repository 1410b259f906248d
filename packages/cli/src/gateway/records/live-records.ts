// An in-memory copy of the gateway records, so that calls need no lookup. Changes on any node become active here within
// a second. While the store cannot be read, the last records are used.

import type { KeyValueEntry, KeyValueTable } from '@claw/store';
import { emptyRecords, type GatewayRecords, readRecords } from './gateway-records.js';

export interface LiveRecords {
  readonly current: GatewayRecords;
  /** The table of the store. When a write returns, it is active on this node. */
  readonly table: KeyValueTable;
  /** Reads the records again. Rejects if the store cannot be read. */
  refresh(): Promise<void>;
  /** Calls back when records have changed. A change counts as active when the returned promises have settled. */
  onChange(act: () => void | Promise<void>): () => void;
  close(): void;
}

/**
 * The time to wait for further changes, because a command such as `gateway apply` on another node makes many changes at
 * once.
 */
const throttleMilliseconds = 50;

/** Reads all records, and reads them again whenever they change. Rejects if the store cannot be read. */
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
  // INVARIANT: a refresh starts reading after it was requested, so it sees every write that was completed before the
  // request.
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

/** Wraps the table so that writes return when the in-memory records contain them. */
function refreshing(store: KeyValueTable, refresh: () => Promise<void>): KeyValueTable {
  const after = async <Result>(written: Result | PromiseLike<Result>): Promise<Result> => {
    const result = await written;
    // The write has succeeded. If the store fails now, the health check detects that.
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
