// Reads the credentials for a session from a request, and creates the cookie that contains them. Browsers send cookies
// to every port of this machine, so other local servers may see the cookie; therefore it is valid only together with
// the page key.

import type { IncomingHttpHeaders } from 'node:http';

export const sessionMilliseconds = 12 * 3_600_000;
const cookieName = 'clawdefender_session';

/**
 * The credentials in a request, and how they were sent. The difference matters because browsers send cookies
 * automatically.
 */
export interface Credentials {
  /**
   * There may be several cookies with the same name: another server on this machine can set cookies for a longer
   * path, and these must not prevent the sign-in.
   */
  readonly tokens: readonly string[];
  readonly by: 'cookie' | 'bearer';
  readonly page: string | undefined;
}

/**
 * The prefix of the subprotocol that contains the page key. A browser can set no other header for a WebSocket, so the
 * key is sent as a subprotocol.
 */
const pageProtocol = 'clawdefender.page.';

/** Returns the credentials in a request, or undefined if there are none. */
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

/**
 * Creates the cookie for a session. It is valid only for this host, scripts cannot read it, and requests from other
 * sites do not contain it.
 */
export const sessionCookie = (token: string): string =>
  `${cookieName}=${token}; HttpOnly; SameSite=Strict; Path=/; Max-Age=${sessionMilliseconds / 1000}`;

export const noCookie = `${cookieName}=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0`;
