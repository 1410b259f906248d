// Finds the session of a request. For an unknown session id (after a restart, or an invented one), creates a session
// without state: responses that match no request are inspected with the strictest settings.

import { type Caller, type Identity, Session, type SessionOptions } from './session.js';

export interface SessionLimits {
  /** The time without a connection after which a session is removed, in milliseconds. */
  readonly idleTimeout: number;
  /**
   * The maximum number of sessions. If it is reached, a session of the same caller is removed first: the one that has
   * been idle for the longest time.
   */
  readonly maxSessions: number;
}

export const defaultSessionLimits: SessionLimits = { idleTimeout: 30 * 60_000, maxSessions: 10_000 };

const SWEEP_INTERVAL = 60_000;

// The key includes the caller, because a caller with the same session id must not reach the state of another caller's
// session.
const keyOf = ({ identity }: Caller, id: string): string => JSON.stringify([identity?.id ?? null, id]);

export class SessionStore {
  readonly #options: SessionOptions;
  readonly #limits: SessionLimits;
  /** Sorted by last use. */
  readonly #sessions = new Map<string, Session>();
  /** The session for which the upstream issued each id. */
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

  /** Creates a session without an id. */
  create(caller: Caller): Session {
    return new Session(caller, this.#options);
  }

  /** Returns the session with this id; creates it if it does not exist. */
  findOrCreate(caller: Caller, id: string): Session {
    const key = keyOf(caller, id);
    const session = this.#sessions.get(key) ?? this.create({ ...caller, sessionId: id });
    this.#sessions.delete(key);
    this.#store(key, session);
    return session;
  }

  /** Returns true if the upstream issued this id to another caller. */
  belongsToAnotherCaller(identity: Identity | undefined, id: string): boolean {
    const given = this.#owners.get(id);
    return given !== undefined && given.caller.identity?.id !== identity?.id;
  }

  /** Stores a session under the id from the upstream. If the id is in use, it keeps its session. */
  assignId(session: Session, id: string): void {
    const key = keyOf(session.caller, id);
    if (this.#sessions.has(key)) return;
    session.id = id;
    session.setSessionId(id);
    if (!this.#owners.has(id)) this.#owners.set(id, session);
    this.#store(key, session);
  }

  /** Returns true if later requests can find the session. */
  has({ caller, id }: Session): boolean {
    return id !== undefined && this.#sessions.has(keyOf(caller, id));
  }

  /** Removes a session; requests that are running continue to use it. */
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

  /**
   * Removes the oldest session of the same caller if there is one, so that a caller cannot displace the sessions of
   * other callers.
   */
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
