// Which session a request belongs to. A session that we do not know, because we were restarted or because it is made
// up, starts with empty tables: what belongs to no known request is still judged, by the strictest measure.

import { type Caller, type Identity, Session, type SessionOptions } from './session.js';

export interface SessionLimits {
  /** Milliseconds without a connection after which a session is forgotten. */
  readonly idle: number;
  /** How many are remembered; of a caller who begins another, the one that was idle for longest goes first. */
  readonly most: number;
}

export const defaultSessionLimits: SessionLimits = { idle: 30 * 60_000, most: 10_000 };

const LOOK_EVERY = 60_000;

// Another caller may say the same id. It gets a session of its own, so that nobody meets the state of somebody else.
const keyOf = ({ identity }: Caller, id: string): string => JSON.stringify([identity?.id ?? null, id]);

export class Sessions {
  readonly #options: SessionOptions;
  readonly #limits: SessionLimits;
  /** In the order of last use. */
  readonly #known = new Map<string, Session>();
  /** Whom the upstream gave a session to, by its id. */
  readonly #given = new Map<string, Session>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: SessionOptions, limits: SessionLimits) {
    this.#options = options;
    this.#limits = limits;
    this.#timer = setInterval(() => this.#forgetIdle(), Math.min(LOOK_EVERY, limits.idle));
    this.#timer.unref();
  }

  get size(): number {
    return this.#known.size;
  }

  /** A session that nobody can refer to yet. */
  create(caller: Caller): Session {
    return new Session(caller, this.#options);
  }

  /** The session with this id. */
  find(caller: Caller, id: string): Session {
    const key = keyOf(caller, id);
    const session = this.#known.get(key) ?? this.create({ ...caller, sessionId: id });
    this.#known.delete(key);
    this.#remember(key, session);
    return session;
  }

  /** True when the upstream gave this session to somebody else. */
  isOfAnother(identity: Identity | undefined, id: string): boolean {
    const given = this.#given.get(id);
    return given !== undefined && given.caller.identity?.id !== identity?.id;
  }

  /** The upstream has given a session its id. An id that is known already keeps its session. */
  name(session: Session, id: string): void {
    const key = keyOf(session.caller, id);
    if (this.#known.has(key)) return;
    session.id = id;
    session.knownAs(id);
    if (!this.#given.has(id)) this.#given.set(id, session);
    this.#remember(key, session);
  }

  /** True when later requests can refer to the session. */
  knows({ caller, id }: Session): boolean {
    return id !== undefined && this.#known.has(keyOf(caller, id));
  }

  /** The session is over; requests that still run keep it until they end. */
  end(caller: Caller, id: string): void {
    const key = keyOf(caller, id);
    const session = this.#known.get(key);
    if (session !== undefined) this.#forget(key, session);
  }

  close(): void {
    clearInterval(this.#timer);
    for (const session of this.#known.values()) session.close();
    this.#known.clear();
    this.#given.clear();
  }

  #remember(key: string, session: Session): void {
    this.#known.set(key, session);
    if (this.#known.size > this.#limits.most) this.#forgetOldest(session);
  }

  #forget(key: string, session: Session): void {
    session.close();
    this.#known.delete(key);
    if (session.id !== undefined && this.#given.get(session.id) === session) this.#given.delete(session.id);
  }

  /** One of the same caller, if there is one: nobody shall push out the sessions of others by making some up. */
  #forgetOldest(newest: Session): void {
    const id = newest.caller.identity?.id;
    let oldest: [string, Session] | undefined;
    for (const known of this.#known) {
      const [, session] = known;
      if (session.isBusy || session === newest) continue;
      const isOwn = session.caller.identity?.id === id;
      if (isOwn || oldest === undefined) oldest = known;
      if (isOwn) break;
    }
    if (oldest !== undefined) this.#forget(...oldest);
  }

  #forgetIdle(): void {
    const since = performance.now() - this.#limits.idle;
    for (const [key, session] of this.#known) {
      if (session.isBusy || session.lastUsed > since) continue;
      this.#forget(key, session);
    }
  }
}
