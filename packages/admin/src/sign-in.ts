// Who may come in: whoever has the link that was printed once. It is exchanged for a session, which is a cookie that no
// script can read, or a bearer token for programs. Only digests are kept and compared.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const sessionMilliseconds = 12 * 3_600_000;
const mostSessions = 100;
const cookieName = 'clawdefender_session';

/** Tokens of a run of the program; nothing of it is stored. */
export class SignIn {
  readonly #now: () => number;
  #link: Buffer | undefined;
  readonly #sessions = new Map<string, { readonly digest: Buffer; readonly until: number }>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** A token for one exchange. The one before is worth nothing any more. */
  createLinkToken(): string {
    const token = randomToken();
    this.#link = digestOf(token);
    return token;
  }

  /** A session for a link token, which is used up; undefined when it is not the right one. */
  exchange(token: string): string | undefined {
    if (this.#link === undefined || !timingSafeEqual(this.#link, digestOf(token))) return undefined;
    this.#link = undefined;
    this.#forgetOld();
    const session = randomToken();
    const digest = digestOf(session);
    this.#sessions.set(digest.toString('hex'), { digest, until: this.#now() + sessionMilliseconds });
    return session;
  }

  isSession(token: string): boolean {
    const given = digestOf(token);
    // All of them are compared, so that the time says nothing.
    let found = false;
    for (const { digest, until } of this.#sessions.values())
      if (timingSafeEqual(digest, given) && until > this.#now()) found = true;
    return found;
  }

  end(token: string): void {
    this.#sessions.delete(digestOf(token).toString('hex'));
  }

  #forgetOld(): void {
    for (const [key, { until }] of this.#sessions) if (until <= this.#now()) this.#sessions.delete(key);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size >= mostSessions && oldest !== undefined) this.#sessions.delete(oldest);
  }
}

const randomToken = () => randomBytes(32).toString('base64url');
const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** The token that a request carries, and how: a browser sends cookies without being asked. */
export function tokenOf(headers: {
  readonly authorization?: string | undefined;
  readonly cookie?: string | undefined;
}): { readonly token: string; readonly by: 'cookie' | 'bearer' } | undefined {
  const bearer = /^Bearer +([\w-]{1,256})$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, by: 'bearer' };
  for (const part of (headers.cookie ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=', 2);
    if (name === cookieName && value !== '') return { token: value, by: 'cookie' };
  }
  return undefined;
}

/** The cookie of a session: for this host only, not for scripts, never sent from another site. */
export const sessionCookie = (token: string): string =>
  `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${sessionMilliseconds / 1000}`;

export const noCookie = `${cookieName}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;
