// The servers behind a front. In the handshake era each session has a server of its own. In the stateless era all requests
// of a caller share one, since that is what its protocol allows; a second is started only while two use the same id.

import type { Visit } from './front-door.js';
import type { FrontPost } from './front-post.js';
import { FrontSession, type OpenPipe } from './front-session.js';
import type { Identity } from './session.js';
import type { WireInForce } from './wire-in-force.js';

export interface FrontSessionsOptions {
  readonly open: OpenPipe;
  readonly wire: WireInForce;
  readonly report: (reason: string) => void;
  /** Servers that may run at the same time; 64 by default. */
  readonly most?: number;
  /** Milliseconds that one is kept that nobody uses; 30 minutes by default. */
  readonly idle?: number;
}

/** How many servers the stateless era may share out requests to that use the same ids. */
const MOST_SHARED = 8;
const LOOK_EVERY = 60_000;

export class FrontSessions {
  readonly #options: FrontSessionsOptions;
  readonly #own = new Map<string, FrontSession>();
  readonly #shared = new Set<FrontSession>();
  /** Also those that nobody can reach any more, until their server is gone. */
  readonly #running = new Set<FrontSession>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: FrontSessionsOptions) {
    this.#options = options;
    const { idle = 30 * 60_000 } = options;
    this.#timer = setInterval(() => this.#stopIdle(idle), Math.min(idle, LOOK_EVERY));
    this.#timer.unref();
  }

  /** The session with this id, if it is this caller's. */
  find(id: string, identity: Identity | undefined): FrontSession | undefined {
    const session = this.#own.get(id);
    return session?.caller.identity?.id === identity?.id ? session : undefined;
  }

  /** A new session; undefined when too many run already. */
  begin(visit: Visit, id: string): FrontSession | undefined {
    if (this.#isFull) return undefined;
    const session = this.#create(visit, id, (over) => {
      if (this.#own.get(id) === over) this.#own.delete(id);
    });
    this.#own.set(id, session);
    return session;
  }

  /** A server that can answer a request of the stateless era; undefined when too many run already. */
  shareFor(visit: Visit, post: FrontPost): FrontSession | undefined {
    for (const session of this.#shared) {
      if (isSameCaller(session, visit) && !session.isOver && session.canTake(post)) return session;
    }
    this.#makeRoom();
    if (this.#shared.size >= MOST_SHARED || this.#isFull) return undefined;
    const session = this.#create(visit, undefined, (over) => void this.#shared.delete(over));
    this.#shared.add(session);
    return session;
  }

  /** The session is over, and with it its server. */
  end(id: string): void {
    const session = this.#own.get(id);
    this.#own.delete(id);
    session?.stop();
  }

  /** Ends all servers. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#running];
    for (const session of all) session.stop();
    await Promise.all(all.map(({ finished }) => finished));
  }

  #create(
    { identity, address }: Visit,
    sessionId: string | undefined,
    onOver: (session: FrontSession) => void,
  ): FrontSession {
    const { open, wire, report } = this.#options;
    const session = new FrontSession({
      open,
      caller: { identity, address, sessionId },
      stateless: sessionId === undefined,
      wire,
      report,
      onOver: (over) => {
        this.#running.delete(over);
        onOver(over);
      },
    });
    this.#running.add(session);
    return session;
  }

  /** Servers of callers who are silent go first: there are more callers than servers. */
  #makeRoom(): void {
    if (this.#shared.size < MOST_SHARED) return;
    const idle = [...this.#shared].filter(({ isBusy }) => !isBusy);
    const [oldest] = idle.sort((one, other) => one.lastUsed - other.lastUsed);
    if (oldest === undefined) return;
    this.#shared.delete(oldest);
    oldest.stop();
  }

  get #isFull(): boolean {
    return this.#own.size + this.#shared.size >= (this.#options.most ?? 64);
  }

  #stopIdle(idle: number): void {
    const since = performance.now() - idle;
    for (const session of this.#running) if (!session.isBusy && session.lastUsed < since) session.stop();
  }
}

/** Whoever judges a conversation judges one caller: what is known of the first has to be true of all. */
const isSameCaller = ({ caller }: FrontSession, { identity, address }: Visit): boolean =>
  caller.identity?.id === identity?.id && caller.address === address;
