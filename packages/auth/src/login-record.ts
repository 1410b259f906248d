// A login as it is kept: who gave which tokens to which client, for which server. Sealed by whoever keeps it.

import { createHash } from 'node:crypto';

/** Who we are to a provider. */
export interface OAuthClient {
  readonly id: string;
  readonly secret?: string | undefined;
  readonly method: 'none' | 'client_secret_basic' | 'client_secret_post';
}

/** Instants are milliseconds since 1970. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly issuedAt: number;
  /** Unknown when the provider does not say. */
  readonly expiresAt?: number | undefined;
  readonly scope?: string | undefined;
}

export interface Login {
  /** The URL of the server, without its query. */
  readonly server: string;
  readonly resource: string;
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string | undefined;
  readonly client: OAuthClient;
  readonly tokens: Tokens;
  /** Why the provider renews it no more. */
  readonly over?: string | undefined;
}

/** A server's name among logins: one for all ways to write its URL. */
export function serverOf(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}

/** What a login is called where it is kept. The URL is not readable there: its path may hold a secret. */
export const loginName = (server: string): string =>
  `oauth ${createHash('sha256').update(server).digest('hex')}`;

/** What the rights are called that a server has asked for since; apart, so that noting them never undoes a refresh. */
export const wishName = (server: string): string => `${loginName(server)} wants`;

export const isLoginName = (name: string): boolean => /^oauth [0-9a-f]{64}$/.test(name);

/** The longest that a token is given up before its end, for clocks that differ and requests that take their time. */
const LEEWAY = 30_000;

/** Until when the token may be used; short ones lose a tenth of their life instead of half a minute. */
export function freshUntil({ issuedAt, expiresAt }: Tokens): number {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  return expiresAt - Math.min(LEEWAY, (expiresAt - issuedAt) / 10);
}
