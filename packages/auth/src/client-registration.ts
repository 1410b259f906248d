// Provides the OAuth client for a login: one that the user configured, or one that is registered dynamically (RFC
// 7591).

import { dynamicClientRegistrationRequest } from 'oauth4webapi';
import type { AuthorizationServerMetadata } from './authorization-server.js';
import { AuthError, safeErrorCode } from './errors.js';
import type { OAuthClient } from './login-record.js';
import type { Network } from './network.js';
import { viaNetwork } from './token-endpoint.js';

/**
 * A client that the user registered. `id` may be the URL of a client metadata document, if the server supports that.
 */
export interface ConfiguredClient {
  readonly id: string;
  readonly secret?: string | undefined;
}

type AuthMethod = OAuthClient['method'];
const AUTH_METHODS: readonly AuthMethod[] = ['none', 'client_secret_basic', 'client_secret_post'];

export const configuredClient = (
  authorizationServer: AuthorizationServerMetadata,
  { id, secret }: ConfiguredClient,
): OAuthClient => ({
  id,
  secret,
  method: secret === undefined ? 'none' : chooseAuthMethod(authorizationServer, AUTH_METHODS.slice(1)),
});

/**
 * Registers a client for one login. Registrations are not reused, because an expired one would fail only in the
 * browser.
 */
export async function registerClient(
  authorizationServer: AuthorizationServerMetadata,
  redirectUri: string,
  network: Network,
): Promise<OAuthClient> {
  const { host } = new URL(authorizationServer.issuer);
  const advice = `register a client there with the redirect URI ${redirectUri} and pass its client id`;
  if (authorizationServer.registration_endpoint === undefined)
    throw new AuthError('CLIENT_REQUIRED', `${host} does not support dynamic client registration; ${advice}`);
  const metadata = {
    client_name: 'ClawDefender',
    redirect_uris: [redirectUri],
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: chooseAuthMethod(authorizationServer, AUTH_METHODS),
  };
  // The response is not parsed by the library, because many servers omit required members or respond with 200 instead
  // of 201.
  const response = await dynamicClientRegistrationRequest(authorizationServer, metadata, viaNetwork(network));
  const body: unknown = await response.json().catch(() => undefined);
  const client = response.ok ? readClient(body) : undefined;
  if (client !== undefined) return client;
  const { error } = (body ?? {}) as { error?: unknown };
  const problem = response.ok ? 'invalid response' : `${response.status}, ${safeErrorCode(error)}`;
  throw new AuthError('CLIENT_REQUIRED', `${host} refused the client registration (${problem}); ${advice}`);
}

function readClient(body: unknown): OAuthClient | undefined {
  const {
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: method,
  } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '') return undefined;
  if (typeof secret !== 'string' || method === 'none') return { id, method: 'none' };
  return { id, secret, method: AUTH_METHODS.find((known) => known === method) ?? 'client_secret_basic' };
}

/** Returns the first supported method. `client_secret_basic` is the default of RFC 8414. */
function chooseAuthMethod(
  { token_endpoint_auth_methods_supported: supported }: AuthorizationServerMetadata,
  ours: readonly AuthMethod[],
): AuthMethod {
  const common = ours.find((method) => supported?.includes(method));
  return common ?? (supported === undefined ? (ours[0] as AuthMethod) : 'client_secret_basic');
}
