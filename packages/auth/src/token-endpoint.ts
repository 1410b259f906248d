// Sends requests to the authorization server: to exchange a code, to refresh tokens and to revoke a token. Errors from
// the library are converted to `AuthError`s.

import {
  type AuthorizationServer,
  allowInsecureRequests,
  authorizationCodeGrantRequest,
  type ClientAuth,
  ClientSecretPost,
  customFetch,
  None,
  processAuthorizationCodeResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  revocationRequest,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { AuthError, safeErrorCode } from './errors.js';
import type { OAuthClient, Tokens } from './login-record.js';
import type { Network } from './network.js';

/** Options that make the library use our HTTP client, which itself decides when http is allowed. */
export const viaNetwork = (network: Network) => ({
  [customFetch]: (url: string, options: { method: string; headers: object; body?: unknown }) =>
    network(url, {
      method: options.method,
      headers: options.headers as Record<string, string>,
      body: options.body as string | URLSearchParams | undefined,
    }),
  [allowInsecureRequests]: true,
});

function clientAuthentication({ secret, method }: OAuthClient): ClientAuth {
  if (secret === undefined || method === 'none') return None();
  return method === 'client_secret_post' ? ClientSecretPost(secret) : basicAuthentication(secret);
}

/**
 * Creates the header for HTTP Basic. The library's function is not used: it also encodes characters that need no
 * encoding, such as dashes, and many servers do not decode them.
 */
export const basicAuthentication =
  (secret: string): ClientAuth =>
  (_, { client_id }, __, headers) => {
    const pair = [client_id, secret].map((part) => encodeURIComponent(part).replaceAll('%20', '+'));
    headers.set('authorization', `Basic ${Buffer.from(pair.join(':')).toString('base64')}`);
  };

export interface CodeExchange {
  readonly authorizationServer: AuthorizationServer;
  readonly client: OAuthClient;
  /** The validated parameters of the redirect. */
  readonly response: URLSearchParams;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly resource: string;
}

export async function exchangeCode(exchange: CodeExchange, network: Network, now: number): Promise<Tokens> {
  const { authorizationServer, client, redirectUri, verifier, resource } = exchange;
  return withAuthErrors(authorizationServer, async () => {
    const response = await authorizationCodeGrantRequest(
      authorizationServer,
      { client_id: client.id },
      clientAuthentication(client),
      exchange.response,
      redirectUri,
      verifier,
      { ...viaNetwork(network), additionalParameters: { resource } },
    );
    return readTokens(
      await processAuthorizationCodeResponse(authorizationServer, { client_id: client.id }, response),
      now,
    );
  });
}

/** Refreshes tokens. If the response contains no new refresh token, the old one stays valid. */
export async function refreshTokens(
  authorizationServer: AuthorizationServer,
  client: OAuthClient,
  { refreshToken, resource }: { readonly refreshToken: string; readonly resource: string },
  network: Network,
  now: number,
): Promise<Tokens> {
  return withAuthErrors(authorizationServer, async () => {
    const response = await refreshTokenGrantRequest(
      authorizationServer,
      { client_id: client.id },
      clientAuthentication(client),
      refreshToken,
      { ...viaNetwork(network), additionalParameters: { resource } },
    );
    const tokens = readTokens(
      await processRefreshTokenResponse(authorizationServer, { client_id: client.id }, response),
      now,
    );
    return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
  });
}

export async function revokeToken(
  authorizationServer: AuthorizationServer,
  client: OAuthClient,
  token: string,
  network: Network,
): Promise<void> {
  return withAuthErrors(authorizationServer, async () => {
    const response = await revocationRequest(
      authorizationServer,
      { client_id: client.id },
      clientAuthentication(client),
      token,
      viaNetwork(network),
    );
    await processRevocationResponse(response);
  });
}

function readTokens(response: TokenEndpointResponse, now: number): Tokens {
  const { access_token, refresh_token, expires_in, scope, token_type } = response;
  if (token_type !== 'bearer')
    throw new AuthError(
      'NOT_SUPPORTED',
      'the authorization server issued a token that is not a bearer token',
    );
  if (!isBearerToken(access_token))
    throw new AuthError(
      'NOT_ALLOWED',
      'the authorization server issued a token with characters that are not allowed in a header',
    );
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    issuedAt: now,
    expiresAt: typeof expires_in === 'number' ? now + Math.min(expires_in, MAX_LIFETIME) * 1000 : undefined,
    scope,
  };
}

/** Ten years in seconds. This limit keeps the expiry within the range of a date. */
const MAX_LIFETIME = 10 * 365 * 24 * 3600;

/** Checks the syntax of RFC 6750. A line break in a token, for example, would start another header. */
export const isBearerToken = (token: string): boolean => /^[\w.~+/-]+=*$/.test(token);

/**
 * Converts errors from the library. An error response with status 429 or 5xx counts as `UNREACHABLE`, not as
 * `REFUSED`.
 */
export async function withAuthErrors<T>({ issuer }: AuthorizationServer, send: () => Promise<T>): Promise<T> {
  const { host } = new URL(issuer);
  try {
    return await send();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const status = responseStatus(error) ?? (error as { status?: number }).status ?? 0;
    if (error instanceof ResponseBodyError && status < 500 && status !== 429)
      throw new AuthError('REFUSED', `${host} refused the request: ${safeErrorCode(error.error)}`, {
        cause: safeErrorCode(error.error),
      });
    const problem = status > 0 ? `fails with HTTP status ${status}` : 'sent an invalid response';
    throw new AuthError('UNREACHABLE', `${host} ${problem}`);
  }
}

function responseStatus(error: unknown): number | undefined {
  const { cause } = error as { cause?: unknown };
  const inner = cause instanceof Response ? cause : (cause as { response?: unknown } | undefined)?.response;
  return inner instanceof Response ? inner.status : undefined;
}
