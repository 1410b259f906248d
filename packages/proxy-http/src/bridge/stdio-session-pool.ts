// Manages the running stdio servers. Each session has its own server. In the stateless protocol, all requests of a
// caller share one server; another one is started only while two requests use the same id.

import type { WireSettings } from '@claw/jsonrpc-stream';
import type { Identity } from '../reverse-proxy/session.js';
import type { AcceptedRequest } from '../server/request-guard.js';
import type { PendingPost } from './pending-post.js';
import { type StartServer, StdioSession } from './stdio-session.js';

export interface StdioSessionPoolOptions {
  readonly startServer: StartServer;
  readonly wire: WireSettings;
  readonly report: (reason: string) => void;
  /** The maximum number of servers; 64 by default. */
  readonly maxServers?: number;
  /** The time after which an idle server is stopped, in milliseconds; 30 minutes by default. */
  readonly idleTimeout?: number;
}

/** The maximum number of shared servers in the stateless protocol. */
const MAX_SHARED = 8;
const SWEEP_INTERVAL = 60_000;

export class StdioSessionPool {
  readonly #options: StdioSessionPoolOptions;
  readonly #sessions = new Map<string, StdioSession>();
  readonly #shared = new Set<StdioSession>();
  /** Includes removed sessions until their servers have exited. */
  readonly #running = new Set<StdioSession>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: StdioSessionPoolOptions) {
    this.#options = options;
    const { idleTimeout = 30 * 60_000 } = options;
    this.#timer = setInterval(() => this.#stopIdle(idleTimeout), Math.min(idleTimeout, SWEEP_INTERVAL));
    this.#timer.unref();
  }

  /** Returns the session with this id, if it belongs to this caller. */
  find(id: string, identity: Identity | undefined): StdioSession | undefined {
    const session = this.#sessions.get(id);
    return session?.caller.identity?.id === identity?.id ? session : undefined;
  }

  /** Starts a session; returns undefined if too many servers are running. */
  create(accepted: AcceptedRequest, id: string): StdioSession | undefined {
    if (!this.#makeRoom(accepted.identity)) return undefined;
    const session = this.#start(accepted, id, (ended) => {
      if (this.#sessions.get(id) === ended) this.#sessions.delete(id);
    });
    this.#sessions.set(id, session);
    return session;
  }

  /** Returns a shared server for a stateless request, or undefined if too many servers are running. */
  acquireShared(accepted: AcceptedRequest, post: PendingPost): StdioSession | undefined {
    for (const session of this.#shared) {
      if (isSameCaller(session, accepted) && !session.hasEnded && session.canAccept(post)) return session;
    }
    this.#evictIdleShared();
    if (this.#shared.size >= MAX_SHARED || !this.#makeRoom(accepted.identity)) return undefined;
    const session = this.#start(accepted, undefined, (ended) => void this.#shared.delete(ended));
    this.#shared.add(session);
    return session;
  }

  /** Ends a session and its server. */
  end(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    session?.stop();
  }

  /** Stops all servers. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const all = [...this.#running];
    for (const session of all) session.stop();
    await Promise.all(all.map(({ finished }) => finished));
  }

  #start(
    { identity, address }: AcceptedRequest,
    sessionId: string | undefined,
    onEnd: (session: StdioSession) => void,
  ): StdioSession {
    const { startServer, wire, report } = this.#options;
    const session = new StdioSession({
      startServer,
      caller: { identity, address, sessionId },
      stateless: sessionId === undefined,
      wire,
      report,
      onEnd: (ended) => {
        this.#running.delete(ended);
        onEnd(ended);
      },
    });
    this.#running.add(session);
    return session;
  }

  /** If all shared servers are in use, stops the one that has been idle for the longest time. */
  #evictIdleShared(): void {
    if (this.#shared.size < MAX_SHARED) return;
    const idle = [...this.#shared].filter(({ isBusy }) => !isBusy);
    const [oldest] = idle.sort((one, other) => one.lastUsed - other.lastUsed);
    if (oldest === undefined) return;
    this.#shared.delete(oldest);
    oldest.stop();
  }

  /**
   * Returns true if another server may start. If all are in use, stops one without running calls of the caller who has
   * the most, so that one caller cannot keep all servers from the others. An open stream alone is no reason to keep a
   * server: a caller could hold one on each.
   */
  #makeRoom(identity: Identity | undefined): boolean {
    const all = [...this.#sessions.values(), ...this.#shared];
    if (all.length < (this.#options.maxServers ?? 64)) return true;
    const counts = new Map<string | undefined, number>();
    const countOf = (of: Identity | undefined) => counts.get(of?.id) ?? 0;
    for (const { caller } of all) counts.set(caller.identity?.id, countOf(caller.identity) + 1);
    const most = Math.max(...counts.values());
    const candidates = all.filter(
      ({ caller, hasOpenCalls }) => countOf(caller.identity) === most && !hasOpenCalls,
    );
    const [oldest] = candidates.sort(
      (one, other) => Number(one.isBusy) - Number(other.isBusy) || one.lastUsed - other.lastUsed,
    );
    if (oldest === undefined || most <= countOf(identity)) return false;
    this.#shared.delete(oldest);
    if (oldest.caller.sessionId !== undefined) this.#sessions.delete(oldest.caller.sessionId);
    oldest.stop();
    return true;
  }

  #stopIdle(idle: number): void {
    const since = performance.now() - idle;
    for (const session of this.#running) if (!session.isBusy && session.lastUsed < since) session.stop();
  }
}

/** An inspector has one caller for each conversation, so the identity and the address must be the same. */
const isSameCaller = ({ caller }: StdioSession, { identity, address }: AcceptedRequest): boolean =>
  caller.identity?.id === identity?.id && caller.address === address;
