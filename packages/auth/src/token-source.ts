// The token for a server whenever a request needs one: the one that is kept, refreshed when it is over or rejected. Of all
// requests and all processes one refreshes; a refresh token that is used twice ends the login at many providers.

import { joinScopes, readChallenge } from './challenge.js';
import { AuthError } from './errors.js';
import { refreshTokens } from './grant.js';
import { freshUntil, type Login, loginName, serverOf } from './login-record.js';
import type { Claims, Logins } from './logins.js';
import { createNetwork, type NetworkOptions } from './network.js';

export interface TokenSourceOptions {
  readonly server: string | URL;
  readonly logins: Logins;
  readonly claims: Claims;
  readonly network?: NetworkOptions | undefined;
  readonly now?: (() => number) | undefined;
}

/** What a server had against the last request; see `Rejection` of `@claw/proxy-http`. */
export interface Rejected {
  readonly token: string | undefined;
  readonly status: 401 | 403;
  readonly challenge: string;
  readonly isFinal: boolean;
}

/** What became of the question for a token. */
export type TokenAnswer =
  | { readonly kind: 'token'; readonly token: string }
  /** Nobody has logged in. */
  | { readonly kind: 'none' }
  /** The login does not count any more, or not for this; only a person can mend that. */
  | { readonly kind: 'log-in'; readonly why: string }
  /** The provider cannot be asked now. */
  | { readonly kind: 'later'; readonly why: string };

export type TokenSource = (rejected?: Rejected) => Promise<TokenAnswer>;

/** Longer than a refresh can take, which has a time limit of its own. */
const CLAIM = 30_000;
const LOOK_AGAIN = 25;

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { logins, claims, now = Date.now } = options;
  const server = serverOf(options.server);
  const { host } = new URL(server);
  const claimName = `${loginName(server)} refresh`;
  let running: Promise<TokenAnswer> | undefined;
  /** A new token that the server did not take either: another new one would fare no better, and cost the provider. */
  let useless: string | undefined;

  const give = (login: Login): TokenAnswer => ({ kind: 'token', token: login.tokens.accessToken });
  const isFresh = ({ tokens }: Login) => now() < freshUntil(tokens);

  /** What is kept, when it needs no refreshing. */
  const kept = (login: Login | undefined, refused: string | undefined): TokenAnswer | undefined => {
    if (login === undefined) return { kind: 'none' };
    if (login.tokens.accessToken !== refused && isFresh(login)) return give(login);
    if (login.over !== undefined) return { kind: 'log-in', why: login.over };
    if (login.tokens.refreshToken !== undefined) return undefined;
    return { kind: 'log-in', why: `the login at ${host} is over, and its provider renews none` };
  };

  /** Alone among all processes; whoever comes later finds what the first has brought. */
  const refreshAlone = async (refused: string | undefined): Promise<TokenAnswer> => {
    const deadline = performance.now() + CLAIM;
    while (performance.now() < deadline) {
      const login = await logins.get(server);
      const answer = kept(login, refused);
      if (answer !== undefined || login === undefined) return answer ?? { kind: 'none' };
      if (await claims.claim(claimName, CLAIM)) {
        try {
          // It may have been renewed between the look and the claim.
          const latest = await logins.get(server);
          return kept(latest, refused) ?? (await refresh(latest as Login, refused));
        } finally {
          await claims.remove(claimName);
        }
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
    return { kind: 'later', why: 'another process is refreshing the token and does not come to an end' };
  };

  const refresh = async (login: Login, refused: string | undefined): Promise<TokenAnswer> => {
    const { issuer, tokenEndpoint, client, resource, tokens } = login;
    const provider = { issuer, token_endpoint: tokenEndpoint };
    const old = { refreshToken: tokens.refreshToken as string, resource };
    try {
      const fresh = await refreshTokens(provider, client, old, createNetwork(options.network), now());
      const latest = await logins.get(server);
      // Somebody has logged out, or in again, in the meantime: that counts.
      if (latest?.tokens.refreshToken !== tokens.refreshToken)
        return kept(latest, refused) ?? { kind: 'none' };
      const renewed = { ...login, tokens: { ...fresh, scope: fresh.scope ?? tokens.scope } };
      await logins.set(renewed);
      return give(renewed);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      if (error.code === 'REFUSED') {
        const why = `the login at ${new URL(issuer).host} is over (${String(error.cause)})`;
        await logins.set({ ...login, over: why });
        return { kind: 'log-in', why };
      }
      // It was to be renewed ahead of time; until its end it is good.
      const isGood = tokens.expiresAt === undefined || now() < tokens.expiresAt;
      if (isGood && tokens.accessToken !== refused) return give(login);
      return { kind: 'later', why: error.message };
    }
  };

  const renew = (refused: string | undefined): Promise<TokenAnswer> => {
    running ??= refreshAlone(refused).finally(() => {
      running = undefined;
    });
    return running;
  };

  /** More rights come from a person only; the next login asks for them. */
  const wantsMore = async (login: Login, challenge: string): Promise<TokenAnswer> => {
    const before = await logins.wanted(server);
    const wanted = joinScopes(login.tokens.scope, before, readChallenge(challenge).scope);
    if (wanted !== undefined && wanted !== before) await logins.want(server, wanted);
    return { kind: 'log-in', why: `${host} wants more rights for this than its login has` };
  };

  return async (rejected) => {
    const login = await logins.get(server);
    const refused = rejected?.token;
    const answer = kept(login, refused);
    const isNew = answer?.kind === 'token';
    if (rejected?.isFinal) useless = refused;
    if (refused !== undefined && refused === useless && !isNew)
      return { kind: 'log-in', why: `${host} does not accept the token of its own provider` };
    if (rejected?.status === 403 && login !== undefined && !isNew)
      return wantsMore(login, rejected.challenge);
    const renewed = answer ?? (await renew(refused));
    // Others may have been given the old one, which is still good for those whom it has not failed.
    const isOld = renewed.kind === 'token' && renewed.token === refused;
    return isOld
      ? { kind: 'later', why: `the provider of ${host} cannot be asked for a new token` }
      : renewed;
  };
}
