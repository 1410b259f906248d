// Finds the session of a request. An unknown session id (after a restart, or an invented one) gets a new session with
// empty tables: responses that match no request are still inspected, with the strictest settings.

import { type Caller, type Identity, Session, type SessionOptions } from './session.js';

export interface SessionLimits {
  /** Milliseconds without a connection after which a session is removed. */
  readonly idleTimeout: number;
  /** The maximum number of sessions; a caller's own longest idle session is evicted first. */
  readonly maxSessions: number;
}

export const defaultSessionLimits: SessionLimits = { idleTimeout: 30 * 60_000, maxSessions: 10_000 };

const SWEEP_INTERVAL = 60_000;

// The key includes the caller: the same id from another caller must not reach this session's state.
const keyOf = ({ identity }: Caller, id: string): string => JSON.stringify([identity?.id ?? null, id]);

export class SessionStore {
  readonly #options: SessionOptions;
  readonly #limits: SessionLimits;
  /** Ordered by last use. */
  readonly #sessions = new Map<string, Session>();
  /** The session that the upstream issued each id for. */
  readonly #owners = new Map<string, Session>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: SessionOptions, limits: SessionLimits) {
    this.#options = options;
    this.#limits = limits;
    this.#timer = setInterval(() => this.#removeIdle(), Math.min(SWEEP_INTERVAL, limits.idleTimeout));
    this.#timer.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** A new session without an id. */
  create(caller: Caller): Session {
    return new Session(caller, this.#options);
  }

  /** The session with this id. */
  findOrCreate(caller: Caller, id: string): Session {
    const key = keyOf(caller, id);
    const session = this.#sessions.get(key) ?? this.create({ ...caller, sessionId: id });
    this.#sessions.delete(key);
    this.#store(key, session);
    return session;
  }

  /** True when the upstream issued this id to another caller. */
  belongsToAnotherCaller(identity: Identity | undefined, id: string): boolean {
    const given = this.#owners.get(id);
    return given !== undefined && given.caller.identity?.id !== identity?.id;
  }

  /** Stores a session under the id from the upstream. An id in use keeps its session. */
  assignId(session: Session, id: string): void {
    const key = keyOf(session.caller, id);
    if (this.#sessions.has(key)) return;
    session.id = id;
    session.setSessionId(id);
    if (!this.#owners.has(id)) this.#owners.set(id, session);
    this.#store(key, session);
  }

  /** True when later requests can find the session. */
  has({ caller, id }: Session): boolean {
    return id !== undefined && this.#sessions.has(keyOf(caller, id));
  }

  /** Removes a session; running requests keep using it until they end. */
  end(caller: Caller, id: string): void {
    const key = keyOf(caller, id);
    const session = this.#sessions.get(key);
    if (session !== undefined) this.#remove(key, session);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions.values()) session.close();
    this.#sessions.clear();
    this.#owners.clear();
  }

  #store(key: string, session: Session): void {
    this.#sessions.set(key, session);
    if (this.#sessions.size > this.#limits.maxSessions) this.#evictOldest(session);
  }

  #remove(key: string, session: Session): void {
    session.close();
    this.#sessions.delete(key);
    if (session.id !== undefined && this.#owners.get(session.id) === session) this.#owners.delete(session.id);
  }

  /** Prefers a session of the same caller, so that no caller can evict the sessions of others. */
  #evictOldest(newest: Session): void {
    const id = newest.caller.identity?.id;
    let oldest: [string, Session] | undefined;
    for (const known of this.#sessions) {
      const [, session] = known;
      if (session.isBusy || session === newest) continue;
      const isOwn = session.caller.identity?.id === id;
      if (isOwn || oldest === undefined) oldest = known;
      if (isOwn) break;
    }
    if (oldest !== undefined) this.#remove(...oldest);
  }

  #removeIdle(): void {
    const since = performance.now() - this.#limits.idleTimeout;
    for (const [key, session] of this.#sessions) {
      if (session.isBusy || session.lastUsed > since) continue;
      this.#remove(key, session);
    }
  }
}
