// What the token endpoint of a provider is asked for: exchanging a code, refreshing, revoking. The library reads the
// answers; here they become tokens or errors in our words.

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
import { AuthError, plainCode } from './errors.js';
import type { OAuthClient, Tokens } from './login-record.js';
import type { Network } from './network.js';

/** The library asks through our network, which has rules of its own for what is encrypted. */
export const through = (network: Network) => ({
  [customFetch]: (url: string, options: { method: string; headers: object; body?: unknown }) =>
    network(url, {
      method: options.method,
      headers: options.headers as Record<string, string>,
      body: options.body as string | URLSearchParams | undefined,
    }),
  [allowInsecureRequests]: true,
});

/** How the client proves itself. */
function proofOf({ secret, method }: OAuthClient): ClientAuth {
  if (secret === undefined || method === 'none') return None();
  return method === 'client_secret_post' ? ClientSecretPost(secret) : basic(secret);
}

/** The library also encodes what needs no encoding, such as dashes, and many providers do not decode. */
const basic =
  (secret: string): ClientAuth =>
  (_, { client_id }, __, headers) => {
    const pair = [client_id, secret].map((word) => encodeURIComponent(word).replaceAll('%20', '+'));
    headers.set('authorization', `Basic ${Buffer.from(pair.join(':')).toString('base64')}`);
  };

export interface CodeExchange {
  readonly provider: AuthorizationServer;
  readonly client: OAuthClient;
  /** What came back with the redirect, checked. */
  readonly answer: URLSearchParams;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly resource: string;
}

/** Tokens for a code. */
export async function exchangeCode(exchange: CodeExchange, network: Network, now: number): Promise<Tokens> {
  const { provider, client, answer, redirectUri, verifier, resource } = exchange;
  return asking(provider, async () => {
    const response = await authorizationCodeGrantRequest(
      provider,
      { client_id: client.id },
      proofOf(client),
      answer,
      redirectUri,
      verifier,
      { ...through(network), additionalParameters: { resource } },
    );
    return tokensOf(
      await processAuthorizationCodeResponse(provider, { client_id: client.id }, response),
      now,
    );
  });
}

/** New tokens for a refresh token. A provider that gives no new refresh token means the old one to be kept. */
export async function refreshTokens(
  provider: AuthorizationServer,
  client: OAuthClient,
  { refreshToken, resource }: { readonly refreshToken: string; readonly resource: string },
  network: Network,
  now: number,
): Promise<Tokens> {
  return asking(provider, async () => {
    const response = await refreshTokenGrantRequest(
      provider,
      { client_id: client.id },
      proofOf(client),
      refreshToken,
      { ...through(network), additionalParameters: { resource } },
    );
    const tokens = tokensOf(
      await processRefreshTokenResponse(provider, { client_id: client.id }, response),
      now,
    );
    return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
  });
}

/** Takes a token back at the provider. */
export async function revokeToken(
  provider: AuthorizationServer,
  client: OAuthClient,
  token: string,
  network: Network,
): Promise<void> {
  return asking(provider, async () => {
    const response = await revocationRequest(
      provider,
      { client_id: client.id },
      proofOf(client),
      token,
      through(network),
    );
    await processRevocationResponse(response);
  });
}

/** Some providers say when a token ends, others do not. */
function tokensOf(response: TokenEndpointResponse, now: number): Tokens {
  const { access_token, refresh_token, expires_in, scope, token_type } = response;
  if (token_type !== 'bearer')
    throw new AuthError('NOT_OFFERED', 'the provider gives tokens of a kind that MCP servers do not take');
  if (!isSendable(access_token))
    throw new AuthError('NOT_ALLOWED', 'the provider gives a token that cannot be sent in a header');
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    issuedAt: now,
    expiresAt: typeof expires_in === 'number' ? now + Math.min(expires_in, LONGEST) * 1000 : undefined,
    scope,
  };
}

/** Ten years; beyond what a date can be, nobody means it. */
const LONGEST = 10 * 365 * 24 * 3600;

/** The grammar of RFC 6750; anything else could end the header and begin another. */
const isSendable = (token: string): boolean => /^[\w.~+/-]+=*$/.test(token);

/** Failures of the library in our words. 5xx is no answer to the question. */
async function asking<T>({ issuer }: AuthorizationServer, ask: () => Promise<T>): Promise<T> {
  const { host } = new URL(issuer);
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const { status = 0 } = error as { status?: number; cause?: unknown };
    const answered = statusOf(error) ?? status;
    if (error instanceof ResponseBodyError && answered < 500 && answered !== 429)
      throw new AuthError('REFUSED', `${host} refused it: ${plainCode(error.error)}`, {
        cause: plainCode(error.error),
      });
    const how = answered > 0 ? `it answered ${answered}` : 'its answer makes no sense';
    throw new AuthError('UNREACHABLE', `${host} is out of order (${how})`);
  }
}

function statusOf(error: unknown): number | undefined {
  const { cause } = error as { cause?: unknown };
  const inner = cause instanceof Response ? cause : (cause as { response?: unknown } | undefined)?.response;
  return inner instanceof Response ? inner.status : undefined;
}
