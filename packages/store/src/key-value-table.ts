// The storage that each store implementation provides: a key-value table with namespaces and expiry times. Tool pins,
// the cache and secrets use it, so they behave the same in memory, SQLite and Redis.

import type { Counters } from '@claw/pipeline';

export type Awaitable<T> = T | PromiseLike<T>;

/** The purpose of an entry. Entries in `cache` cannot be listed, and watchers are not notified of changes to them. */
export type Namespace =
  | 'approval'
  | 'grant'
  | 'pin'
  | 'reported_pin'
  | 'tool_list'
  | 'pin_program'
  | 'secret'
  | 'gateway'
  | 'cache';

export interface KeyValueEntry {
  readonly key: string;
  readonly value: string;
}

/**
 * A table of text values. Every write is atomic across processes. `expiresAt` is in milliseconds since 1970; an
 * expired entry counts as missing.
 */
export interface KeyValueTable {
  get(namespace: Namespace, key: string): Awaitable<string | undefined>;
  /** Returns all entries whose key starts with `prefix`, sorted by key. */
  list(namespace: Exclude<Namespace, 'cache'>, prefix?: string): Awaitable<readonly KeyValueEntry[]>;
  put(namespace: Namespace, key: string, value: string, expiresAt?: number): Awaitable<void>;
  /**
   * Creates the entry unless the key exists. Returns true if it was created, which is the case for exactly one of
   * several concurrent callers.
   */
  add(namespace: Namespace, key: string, value: string, expiresAt?: number): Awaitable<boolean>;
  /** Writes the value only if the current value is `expected`. Returns true if it was written. */
  replace(
    namespace: Namespace,
    key: string,
    expected: string,
    value: string,
    expiresAt?: number,
  ): Awaitable<boolean>;
  /** Returns true if the entry existed, which is the case for exactly one of several concurrent callers. */
  remove(namespace: Namespace, key: string): Awaitable<boolean>;
  /**
   * Calls `onChange` within 250 ms after any process changes an entry that can be listed. Returns a function that
   * stops the watch.
   */
  watch(onChange: () => void): () => void;
  /**
   * Returns a number that differs after any change to an entry that can be listed; getting it takes much less time
   * than a read. It is undefined, or the method is missing, if changes cannot be detected. While there are watchers, a
   * change by another process may be detected only when the watchers are called.
   */
  version?(): number | undefined;
}

/** A ban on a counter, which rejects all hits until the ban ends. */
export interface Ban {
  /** The key of the counter. */
  readonly key: string;
  /** In milliseconds since 1970. */
  readonly until: number;
}

/** The bans of all counters in the store. */
export interface Bans {
  /** Returns the current bans; those that end last come first. */
  listBans(): Awaitable<readonly Ban[]>;
  /** Ends a ban and resets its counter. Returns true if the counter existed. */
  liftBan(key: string): Awaitable<boolean>;
}

/** The interface of a store implementation. */
export interface Backend extends KeyValueTable, Counters, Bans {
  close(): Awaitable<void>;
}

/**
 * The error if the store is unavailable; callers that depend on the store must deny their calls. `message` is safe to
 * send to a client; only `details` contains the file or address of the store.
 */
export class StoreError extends Error {
  readonly code = 'STORE_UNAVAILABLE';
  readonly details: string;

  /** `location` follows the words "the store" in a sentence, for example `` at `localhost:6379` ``. */
  constructor(location: string, cause: unknown) {
    const { code, message } = cause as { code?: unknown; message?: string };
    // Error messages from the operating system and SQLite contain file names and addresses, but their codes do not.
    super(`the store cannot be used: ${typeof code === 'string' ? code : message}`, { cause });
    this.details = `the store ${location} cannot be used: ${message}`;
  }
}
