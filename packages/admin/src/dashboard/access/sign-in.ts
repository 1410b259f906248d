// Authenticates users with the link that the program prints once. The link is exchanged for a session: a cookie that
// scripts cannot read, or a bearer token for programs. Only digests are stored and compared.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Credentials, sessionMilliseconds } from './credentials.js';

const maxSessions = 100;
/** The lifetime of a link. An unused link remains in a terminal or a log, where another person may find it later. */
const linkMilliseconds = 15 * 60_000;

interface Session {
  readonly digest: Buffer;
  /** The digest of the page key. */
  readonly pageKeyDigest: Buffer;
  readonly until: number;
  /** Aborted when the session ends, so that its connections end with it. */
  readonly abortController: AbortController;
}

export interface NewSession {
  readonly session: string;
  /**
   * The key that must accompany a cookie. The page stores it in `localStorage`, which only pages of the same origin can
   * read.
   */
  readonly page: string;
}

/** An authenticated session. */
export interface SignedIn {
  /** The digest of the token. Unlike the token, it is not secret. */
  readonly name: string;
  /** Aborted when the session ends. */
  readonly signal: AbortSignal;
}

/** The links and sessions of one run of the program. They are kept only in memory. */
export class SignIn {
  readonly #now: () => number;
  #link: { readonly digest: Buffer; readonly until: number } | undefined;
  readonly #sessions = new Map<string, Session>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Creates a token for a single exchange within the lifetime of a link, and invalidates the previous one. */
  createLinkToken(): string {
    const token = randomToken();
    this.#link = { digest: digestOf(token), until: this.#now() + linkMilliseconds };
    return token;
  }

  /** Exchanges a link token for a session; returns undefined if the token is invalid. */
  exchange(token: string): NewSession | undefined {
    if (this.#link === undefined || !timingSafeEqual(this.#link.digest, digestOf(token))) return undefined;
    const isOld = this.#link.until <= this.#now();
    this.#link = undefined;
    return isOld ? undefined : this.createSession();
  }

  /** Creates a session for a user who was authenticated in another way. */
  createSession(): NewSession {
    this.#removeExpired();
    const [session, page] = [randomToken(), randomToken()];
    const digest = digestOf(session);
    const until = this.#now() + sessionMilliseconds;
    const name = digest.toString('hex');
    setTimeout(() => this.#forget(name), sessionMilliseconds).unref();
    this.#sessions.set(name, {
      digest,
      pageKeyDigest: digestOf(page),
      until,
      abortController: new AbortController(),
    });
    return { session, page };
  }

  /** Returns the session of a request, or undefined if there is none. */
  find({ tokens, by, page }: Credentials): SignedIn | undefined {
    const given = tokens.map(digestOf);
    const key = digestOf(page ?? '');
    // All tokens are compared, so that the duration reveals nothing about them.
    let found: string | undefined;
    for (const [name, session] of this.#sessions) {
      const hasToken = given.filter((digest) => timingSafeEqual(session.digest, digest)).length > 0;
      const isOurPage = timingSafeEqual(session.pageKeyDigest, key) || by === 'bearer';
      if (hasToken && isOurPage && session.until > this.#now()) found = name;
    }
    const session = found === undefined ? undefined : this.#sessions.get(found);
    return session && { name: String(found), signal: session.abortController.signal };
  }

  /** Ends a session and its connections. */
  end(name: string): void {
    this.#forget(name);
  }

  #forget(key: string): void {
    this.#sessions.get(key)?.abortController.abort();
    this.#sessions.delete(key);
  }

  #removeExpired(): void {
    for (const [key, { until }] of this.#sessions) if (until <= this.#now()) this.#forget(key);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= maxSessions && oldest !== undefined) this.#forget(oldest);
  }
}

const randomToken = () => randomBytes(32).toString('base64url');
const digestOf = (text: string) => createHash('sha256').update(text).digest();
