// Who may come in: whoever has the link that was printed once. It is exchanged for a session, which is a cookie that no
// script can read, or a bearer token for programs. Only digests are kept and compared. Browsers send a cookie to every port
// of this machine, so other servers here may get to see it: it counts only together with the key that our page was given.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const sessionMilliseconds = 12 * 3_600_000;
const mostSessions = 100;
/** A link that nobody has opened stands in a terminal or in a log of a client, where others may find it later. */
const linkMilliseconds = 15 * 60_000;
const cookieName = 'clawdefender_session';

interface Session {
  readonly digest: Buffer;
  /** Of the key of the page. */
  readonly page: Buffer;
  readonly until: number;
  /** What goes on in its name, and ends with it. */
  readonly over: AbortController;
}

/** What a link is exchanged for. */
export interface Entry {
  readonly session: string;
  /** Goes with a cookie; kept by the page, where only pages of the same port can read it. */
  readonly page: string;
}

/** A session that somebody has shown to be theirs. */
export interface SignedIn {
  /** Not secret: the digest of its token. */
  readonly name: string;
  /** Aborted when it has ended. */
  readonly over: AbortSignal;
}

/** Tokens of a run of the program; nothing of it is stored. */
export class SignIn {
  readonly #now: () => number;
  #link: { readonly digest: Buffer; readonly until: number } | undefined;
  readonly #sessions = new Map<string, Session>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A token for one exchange in the next minutes. The one before is worth nothing any more. */
  createLinkToken(): string {
    const token = randomToken();
    this.#link = { digest: digestOf(token), until: this.#now() + linkMilliseconds };
    return token;
  }

  /** A session for a link token, which is used up; undefined when it is not the right one. */
  exchange(token: string): Entry | undefined {
    if (this.#link === undefined || !timingSafeEqual(this.#link.digest, digestOf(token))) return undefined;
    const isOld = this.#link.until <= this.#now();
    this.#link = undefined;
    return isOld ? undefined : this.enter();
  }

  /** A session for somebody who has shown otherwise that they may come in. */
  enter(): Entry {
    this.#forgetOld();
    const [session, page] = [randomToken(), randomToken()];
    const digest = digestOf(session);
    const until = this.#now() + sessionMilliseconds;
    const name = digest.toString('hex');
    setTimeout(() => this.#forget(name), sessionMilliseconds).unref();
    this.#sessions.set(name, {
      digest,
      page: digestOf(page),
      until,
      over: new AbortController(),
    });
    return { session, page };
  }

  /** The session that a request belongs to; undefined for everybody else. */
  find({ tokens, by, page }: Credentials): SignedIn | undefined {
    const given = tokens.map(digestOf);
    const key = digestOf(page ?? '');
    // All of them are compared, so that the time says nothing.
    let found: string | undefined;
    for (const [name, session] of this.#sessions) {
      const isIt = given.filter((digest) => timingSafeEqual(session.digest, digest)).length > 0;
      const isOurPage = timingSafeEqual(session.page, key) || by === 'bearer';
      if (isIt && isOurPage && session.until > this.#now()) found = name;
    }
    const session = found === undefined ? undefined : this.#sessions.get(found);
    return session && { name: String(found), over: session.over.signal };
  }

  /** Ends a session with everything that goes on in its name. */
  end(name: string): void {
    this.#forget(name);
  }

  #forget(key: string): void {
    this.#sessions.get(key)?.over.abort();
    this.#sessions.delete(key);
  }

  #forgetOld(): void {
    for (const [key, { until }] of this.#sessions) if (until <= this.#now()) this.#forget(key);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= mostSessions && oldest !== undefined) this.#forget(oldest);
  }
}

const randomToken = () => randomBytes(32).toString('base64url');
const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** What a request carries, and how: a browser sends cookies without being asked. */
export interface Credentials {
  /** Several cookies of one name: other servers of this machine can set some, for a longer path, and must not lock us out. */
  readonly tokens: readonly string[];
  readonly by: 'cookie' | 'bearer';
  readonly page: string | undefined;
}

/** A WebSocket of a browser can send no headers but this one. */
const pageProtocol = 'clawdefender.page.';

/** The credentials of a request; undefined without any. */
export function credentialsOf(headers: IncomingHttpHeaders): Credentials | undefined {
  const bearer = /^Bearer +([\w-]{1,256})$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { tokens: [bearer], by: 'bearer', page: undefined };
  const page = headers['x-clawdefender-page'] ?? pageOf(headers['sec-websocket-protocol']);
  const tokens = (headers.cookie ?? '').split(';').flatMap((part) => {
    const [name, value = ''] = part.trim().split('=', 2);
    return name === cookieName && value !== '' ? [value] : [];
  });
  if (tokens.length === 0) return undefined;
  return { tokens, by: 'cookie', page: typeof page === 'string' ? page : undefined };
}

const pageOf = (protocols = ''): string | undefined =>
  protocols
    .split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(pageProtocol))
    ?.slice(pageProtocol.length);

/** The cookie of a session: for this host only, not for scripts, never sent from another site. */
export const sessionCookie = (token: string): string =>
  `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${sessionMilliseconds / 1000}`;

export const noCookie = `${cookieName}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;
