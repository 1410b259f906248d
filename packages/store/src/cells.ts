// The small thing that everything shared is made of: named texts with an expiry, and the few operations on them that
// must be atomic between processes. An implementation of a store is an implementation of this and of the counters.

import type { Counters, Limit } from '@claw/pipeline';

export type Awaitable<T> = T | PromiseLike<T>;

/** What a text is for. Values are a cache: they are never listed, and nobody is told when they change. */
export type Space = 'approval' | 'grant' | 'pin' | 'reported_pin' | 'tool_list' | 'secret' | 'value';

export interface Cell {
  readonly key: string;
  readonly value: string;
}

/** Shared texts. Instants are milliseconds since 1970; what has expired is not there. */
export interface Cells {
  get(space: Space, key: string): Awaitable<string | undefined>;
  /** All whose key begins so, in the order of their keys. */
  list(space: Exclude<Space, 'value'>, prefix?: string): Awaitable<readonly Cell[]>;
  put(space: Space, key: string, value: string, expiresAt?: number): Awaitable<void>;
  /** Only where nothing is; whether it did. Of many who try at once, one does. */
  add(space: Space, key: string, value: string, expiresAt?: number): Awaitable<boolean>;
  /** Only where `expected` is; whether it did. */
  replace(space: Space, key: string, expected: string, value: string, expiresAt?: number): Awaitable<boolean>;
  /** Whether there was something to remove. Of many who try at once, one is told yes. */
  remove(space: Space, key: string): Awaitable<boolean>;
  /** Calls back soon (within a quarter of a second) after anybody has changed something that can be listed. */
  watch(act: () => void): () => void;
}

/** A limit with what a gateway may ask of it. */
export interface RateLimit extends Limit {
  /** Each hit, refused or not, begins the window anew. */
  readonly restartOnHit?: boolean;
  /** So many refused hits in one window, and the key is banned for a time. */
  readonly ban?: { readonly after: number; readonly ms: number };
}

/** The counters of `@claw/pipeline`, with bans. */
export interface BanningCounters extends Counters {
  hit(limit: RateLimit): Awaitable<number | undefined>;
}

/** What an implementation provides. */
export interface Backend extends Cells, BanningCounters {
  close(): Awaitable<void>;
}

/**
 * The store cannot be reached or used; whoever depends on it must refuse. The message may be told to anybody: where the store is
 * stands only in `details`, which are for its owner.
 */
export class StoreError extends Error {
  readonly code = 'STORE_UNAVAILABLE';
  readonly details: string;

  /** `place` as it reads in a sentence after "the store". */
  constructor(place: string, cause: unknown) {
    const { code, message } = cause as { code?: unknown; message?: string };
    // The messages of the system and of SQLite name files and addresses, their codes do not.
    super(`the store cannot be used: ${typeof code === 'string' ? code : message}`, { cause });
    this.details = `the store ${place} cannot be used: ${message}`;
  }
}
