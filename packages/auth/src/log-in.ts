// A whole login: finds the provider of a server, sends a person's browser there, and comes back with tokens.

import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import { joinScopes } from './challenge.js';
import { AuthError, plainCode } from './errors.js';
import { exchangeCode } from './grant.js';
import { type Login, serverOf } from './login-record.js';
import { checkPlace, createNetwork, type NetworkOptions } from './network.js';
import { findProtectedResource, type ProtectedResource } from './protected-resource.js';
import { findProvider, type Provider } from './provider.js';
import { listenForRedirect } from './redirect-listener.js';
import { type ConfiguredClient, configuredClient, registerClient } from './registration.js';

export interface LoginOptions {
  /** The URL of the MCP server. */
  readonly server: string | URL;
  /** Shows the link to a person, or opens it in a browser. */
  readonly onLink: (
    link: string,
    about: { readonly issuer: string; readonly scope: string | undefined },
  ) => void;
  /** A client that was registered by hand; without one we register ourselves. */
  readonly client?: ConfiguredClient | undefined;
  /** The rights to ask for; by default those that the server names. */
  readonly scope?: string | undefined;
  /** Rights to ask for beside those that the server names. */
  readonly wantedScope?: string | undefined;
  /** The port that the browser comes back to, where the provider insists on one. */
  readonly port?: number | undefined;
  /** Where the browser came back to, when that is on another machine: the whole address, told by a person. */
  readonly told?: Promise<string> | undefined;
  /** Milliseconds that the person may take; five minutes by default. */
  readonly patience?: number | undefined;
  readonly network?: NetworkOptions | undefined;
  readonly now?: (() => number) | undefined;
}

const PATIENCE = 5 * 60_000;

/** Logs in. Throws an `AuthError` that says why not. */
export async function logIn(options: LoginOptions): Promise<Login> {
  const server = checkPlace(options.server);
  const network = createNetwork(options.network);
  const found = await findProtectedResource(server, network);
  const provider = await findProvider(found.issuer, found.isItself, network);
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()];
  const listener = await listenForRedirect(state, options.port);
  try {
    const { redirectUri } = listener;
    const client =
      options.client === undefined
        ? await registerClient(provider, redirectUri, network)
        : configuredClient(provider, options.client);
    const scope = scopeFor(options, found, provider);
    const link = await linkTo(provider, {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: redirectUri,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: found.resource,
      ...(scope !== undefined && { scope }),
      // Providers of OpenID give refresh tokens only to those who had this confirmed.
      ...(scope?.split(' ').includes('offline_access') && { prompt: 'consent' }),
    });
    options.onLink(link, { issuer: provider.issuer, scope });
    const back = await inTime(options.patience ?? PATIENCE, listener.answer, options.told);
    const answer = checkAnswer(provider, client.id, back, state);
    const exchange = { provider, client, answer, redirectUri, verifier, resource: found.resource };
    const tokens = await exchangeCode(exchange, network, (options.now ?? Date.now)());
    return {
      server: serverOf(server),
      resource: found.resource,
      issuer: provider.issuer,
      tokenEndpoint: provider.token_endpoint,
      revocationEndpoint: provider.revocation_endpoint,
      client,
      tokens: { ...tokens, scope: tokens.scope ?? scope },
    };
  } finally {
    listener.close();
  }
}

/** What was said wins; else what the server names, and what keeps a login alive where the provider offers it. */
function scopeFor(options: LoginOptions, found: ProtectedResource, provider: Provider): string | undefined {
  if (options.scope !== undefined) return options.scope;
  const named = joinScopes(found.scope, options.wantedScope);
  const staysAlive = provider.scopes_supported?.includes('offline_access') ? 'offline_access' : undefined;
  return joinScopes(named, staysAlive);
}

async function linkTo(provider: Provider, parameters: Readonly<Record<string, string>>): Promise<string> {
  const link = new URL(provider.authorization_endpoint);
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value);
  return link.href;
}

/** The answer, from the browser or from a person; whichever comes first. */
async function inTime(
  patience: number,
  answer: Promise<URLSearchParams>,
  told: Promise<string> | undefined,
): Promise<URLSearchParams> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const minutes = Math.round(patience / 60_000);
      reject(new AuthError('TIMED_OUT', `nobody has logged in within ${minutes} minutes; try again`));
    }, patience);
  });
  const pasted = told?.then((text) => {
    if (URL.canParse(text.trim())) return new URL(text.trim()).searchParams;
    throw new AuthError('REFUSED', 'that is no address; paste the whole one that the browser ended at');
  });
  try {
    return await Promise.race([answer, late, ...(pasted === undefined ? [] : [pasted])]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ours (`state`), from the provider that was asked (`iss`), and no refusal. */
function checkAnswer(provider: Provider, clientId: string, back: URLSearchParams, state: string) {
  const { host } = new URL(provider.issuer);
  try {
    return validateAuthResponse(provider, { client_id: clientId }, back, state);
  } catch (error) {
    throw error instanceof AuthorizationResponseError
      ? new AuthError('REFUSED', `${host} did not log you in: ${plainCode(error.error)}`)
      : new AuthError('REFUSED', `the answer is not one of ${host} to this login; no code was used`);
  }
}
