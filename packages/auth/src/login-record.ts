// A stored login: the tokens for one MCP server, and the data that is needed to refresh and revoke them.

import { createHash } from 'node:crypto';

/** The registration of this client at an authorization server. */
export interface OAuthClient {
  readonly id: string;
  readonly secret?: string | undefined;
  readonly method: 'none' | 'client_secret_basic' | 'client_secret_post';
}

/** The tokens of a login. Times are in milliseconds since 1970. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly issuedAt: number;
  /** Undefined if the authorization server does not name an expiry. */
  readonly expiresAt?: number | undefined;
  readonly scope?: string | undefined;
}

export interface Login {
  /** The normalized URL of the MCP server. */
  readonly server: string;
  readonly resource: string;
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string | undefined;
  readonly client: OAuthClient;
  readonly tokens: Tokens;
  /** The reason why the authorization server has rejected the refresh token; undefined if it has not. */
  readonly endedReason?: string | undefined;
}

/** Returns the URL of a server without query or trailing slash, which is the same for all spellings of the URL. */
export function normalizeServerUrl(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, '');
}

/** Returns the storage key of a login. The URL is hashed because its path may contain a secret. */
export const loginKey = (server: string): string =>
  `oauth ${createHash('sha256').update(server).digest('hex')}`;

/**
 * Returns the storage key of the scope for the next login. It is a separate entry, so that writing it cannot undo a
 * refresh.
 */
export const requestedScopeKey = (server: string): string => `${loginKey(server)} requested scope`;

export const isLoginKey = (name: string): boolean => /^oauth [0-9a-f]{64}$/.test(name);

/**
 * How long before their expiry tokens are refreshed, in milliseconds. This allows for clock differences and slow
 * requests.
 */
const LEEWAY = 30_000;

/**
 * Returns the time at which the access token has to be refreshed: 30 seconds before it expires, or after 90 % of its
 * lifetime if that is later.
 */
export function usableUntil({ issuedAt, expiresAt }: Tokens): number {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  return expiresAt - Math.min(LEEWAY, (expiresAt - issuedAt) / 10);
}
