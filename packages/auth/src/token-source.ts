// Provides the access token for requests to an MCP server: the stored token, which is refreshed when it expires or is
// rejected. Only one process refreshes at a time, because many authorization servers end a login whose refresh token
// is used twice.

import { joinScopes, readChallenge } from './challenge.js';
import { AuthError } from './errors.js';
import { type Login, loginKey, normalizeServerUrl, usableUntil } from './login-record.js';
import type { Locks, Logins } from './logins.js';
import { createNetwork, type NetworkOptions } from './network.js';
import { refreshTokens } from './token-endpoint.js';

export interface TokenSourceOptions {
  readonly server: string | URL;
  readonly logins: Logins;
  readonly locks: Locks;
  readonly network?: NetworkOptions | undefined;
  readonly now?: (() => number) | undefined;
}

/** How the server rejected the previous request; see `TokenRejection` in `@claw/proxy-http`. */
export interface TokenRejection {
  readonly token: string | undefined;
  readonly status: 401 | 403;
  readonly challenge: string;
  readonly isFinal: boolean;
}

/** A token, or the reason why there is none. */
export type TokenResult =
  | { readonly kind: 'token'; readonly token: string }
  /** There is no login for this server. */
  | { readonly kind: 'none' }
  /** The login has ended or lacks a scope, so the user has to log in again. */
  | { readonly kind: 'login-required'; readonly reason: string }
  /** The authorization server is currently unavailable; a later attempt may succeed. */
  | { readonly kind: 'unavailable'; readonly reason: string };

export type TokenSource = (rejected?: TokenRejection) => Promise<TokenResult>;

/** The duration of the lock, which is longer than the time limit for a refresh. */
const LOCK_TIMEOUT = 30_000;
const LOCK_RETRY = 25;

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { logins, locks, now = Date.now } = options;
  const server = normalizeServerUrl(options.server);
  const { host } = new URL(server);
  const lockName = `${loginKey(server)} refresh`;
  let refreshing: Promise<TokenResult> | undefined;
  /** A refreshed token that the server has rejected as well, so that another refresh would not help. */
  let rejectedAfterRefresh: string | undefined;

  const tokenOf = (login: Login): TokenResult => ({ kind: 'token', token: login.tokens.accessToken });
  const isFresh = ({ tokens }: Login) => now() < usableUntil(tokens);

  /** Returns the result without a refresh, or undefined if the tokens have to be refreshed first. */
  const withoutRefresh = (login: Login | undefined, refused: string | undefined): TokenResult | undefined => {
    if (login === undefined) return { kind: 'none' };
    if (login.tokens.accessToken !== refused && isFresh(login)) return tokenOf(login);
    if (login.endedReason !== undefined) return { kind: 'login-required', reason: login.endedReason };
    if (login.tokens.refreshToken !== undefined) return undefined;
    return { kind: 'login-required', reason: `the login at ${host} has expired and cannot be refreshed` };
  };

  /** Refreshes the tokens under a lock. Other processes that wait for the lock find the new tokens afterwards. */
  const refreshLocked = async (refused: string | undefined): Promise<TokenResult> => {
    const deadline = performance.now() + LOCK_TIMEOUT;
    while (performance.now() < deadline) {
      const login = await logins.get(server);
      const result = withoutRefresh(login, refused);
      if (result !== undefined || login === undefined) return result ?? { kind: 'none' };
      if (await locks.acquireLock(lockName, LOCK_TIMEOUT)) {
        try {
          // Another process may have refreshed the tokens before this process got the lock.
          const latest = await logins.get(server);
          return withoutRefresh(latest, refused) ?? (await refresh(latest as Login, refused));
        } finally {
          await locks.remove(lockName);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY));
    }
    return { kind: 'unavailable', reason: 'another process is still refreshing the token' };
  };

  const refresh = async (login: Login, refused: string | undefined): Promise<TokenResult> => {
    const { issuer, tokenEndpoint, client, resource, tokens } = login;
    const authorizationServer = { issuer, token_endpoint: tokenEndpoint };
    const old = { refreshToken: tokens.refreshToken as string, resource };
    try {
      const fresh = await refreshTokens(
        authorizationServer,
        client,
        old,
        createNetwork(options.network),
        now(),
      );
      const latest = await logins.get(server);
      // In the meantime, the user may have logged out or logged in again.
      if (latest?.tokens.refreshToken !== tokens.refreshToken)
        return withoutRefresh(latest, refused) ?? { kind: 'none' };
      const renewed = { ...login, tokens: { ...fresh, scope: fresh.scope ?? tokens.scope } };
      await logins.set(renewed);
      return tokenOf(renewed);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      if (error.code === 'REFUSED') {
        const reason = `the login at ${new URL(issuer).host} has ended (${String(error.cause)})`;
        await logins.set({ ...login, endedReason: reason });
        return { kind: 'login-required', reason };
      }
      // Tokens are refreshed before they expire; if the refresh fails, the old token can be used until then.
      const isValid = tokens.expiresAt === undefined || now() < tokens.expiresAt;
      if (isValid && tokens.accessToken !== refused) return tokenOf(login);
      return { kind: 'unavailable', reason: error.message };
    }
  };

  const renew = (refused: string | undefined): Promise<TokenResult> => {
    refreshing ??= refreshLocked(refused).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  /** Only the user can grant more scopes, so the next login requests them. */
  const requireScope = async (login: Login, challenge: string): Promise<TokenResult> => {
    const before = await logins.requestedScope(server);
    const requested = joinScopes(login.tokens.scope, before, readChallenge(challenge).scope);
    if (requested !== undefined && requested !== before) await logins.setRequestedScope(server, requested);
    return {
      kind: 'login-required',
      reason: `${host} requires a scope for this request that the login does not have`,
    };
  };

  return async (rejected) => {
    const login = await logins.get(server);
    const refused = rejected?.token;
    const stored = withoutRefresh(login, refused);
    const isNew = stored?.kind === 'token';
    if (rejected?.isFinal) rejectedAfterRefresh = refused;
    if (refused !== undefined && refused === rejectedAfterRefresh && !isNew)
      return {
        kind: 'login-required',
        reason: `${host} does not accept the tokens from its own authorization server`,
      };
    if (rejected?.status === 403 && login !== undefined && !isNew)
      return requireScope(login, rejected.challenge);
    const result = stored ?? (await renew(refused));
    // A failed refresh may return the old token, which is still valid for requests that were not rejected.
    const isRejectedToken = result.kind === 'token' && result.token === refused;
    return isRejectedToken
      ? { kind: 'unavailable', reason: `the authorization server of ${host} cannot issue a new token now` }
      : result;
  };
}
