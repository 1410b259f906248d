// Who we are to a provider: a client that was configured, or one that we register for this login (RFC 7591).

import { dynamicClientRegistrationRequest } from 'oauth4webapi';
import { AuthError, plainCode } from './errors.js';
import { through } from './grant.js';
import type { OAuthClient } from './login-record.js';
import type { Network } from './network.js';
import type { Provider } from './provider.js';

/** A client that somebody has registered by hand. Its id may be a URL, where the provider reads such documents. */
export interface ConfiguredClient {
  readonly id: string;
  readonly secret?: string | undefined;
}

type Method = OAuthClient['method'];
const METHODS: readonly Method[] = ['none', 'client_secret_basic', 'client_secret_post'];

export const configuredClient = (provider: Provider, { id, secret }: ConfiguredClient): OAuthClient => ({
  id,
  secret,
  method: secret === undefined ? 'none' : methodOf(provider, METHODS.slice(1)),
});

/** Registered anew for each login: a provider that has forgotten an old one would only say so to the browser. */
export async function registerClient(
  provider: Provider,
  redirectUri: string,
  network: Network,
): Promise<OAuthClient> {
  const { host } = new URL(provider.issuer);
  if (provider.registration_endpoint === undefined)
    throw new AuthError(
      'CLIENT_NEEDED',
      `${host} lets no program register itself; register one there by hand, with the redirect address ${redirectUri}, and give its id`,
    );
  const metadata = {
    client_name: 'ClawDefender',
    redirect_uris: [redirectUri],
    application_type: 'native',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: methodOf(provider, METHODS),
  };
  // Read by ourselves: many providers leave out what the standard wants beside the id, and some say 200 for 201.
  const response = await dynamicClientRegistrationRequest(provider, metadata, through(network));
  const answer: unknown = await response.json().catch(() => undefined);
  const client = response.ok ? clientOf(answer) : undefined;
  if (client !== undefined) return client;
  const { error } = (answer ?? {}) as { error?: unknown };
  const why = response.ok ? 'its answer makes no sense' : `${response.status}, ${plainCode(error)}`;
  throw new AuthError(
    'CLIENT_NEEDED',
    `${host} does not register us (${why}); register a client there by hand, with the redirect address ${redirectUri}, and give its id`,
  );
}

function clientOf(answer: unknown): OAuthClient | undefined {
  const {
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: method,
  } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || id === '') return undefined;
  if (typeof secret !== 'string' || method === 'none') return { id, method: 'none' };
  return { id, secret, method: METHODS.find((one) => one === method) ?? 'client_secret_basic' };
}

/** The first of ours that the provider takes; without a word from it the standard says which. */
function methodOf(
  { token_endpoint_auth_methods_supported: supported }: Provider,
  ours: readonly Method[],
): Method {
  const taken = ours.find((method) => supported?.includes(method));
  return taken ?? (supported === undefined ? (ours[0] as Method) : 'client_secret_basic');
}
