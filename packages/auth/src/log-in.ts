// The authorization code flow: finds the authorization server of an MCP server, directs the user's browser to it, and
// exchanges the code for tokens.

import {
  AuthorizationResponseError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import { type AuthorizationServerMetadata, discoverAuthorizationServer } from './authorization-server.js';
import { joinScopes } from './challenge.js';
import { type ConfiguredClient, configuredClient, registerClient } from './client-registration.js';
import { AuthError, safeErrorCode } from './errors.js';
import { type Login, normalizeServerUrl } from './login-record.js';
import { checkUrl, createNetwork, type NetworkOptions } from './network.js';
import { findProtectedResource, type ProtectedResource } from './protected-resource.js';
import { listenForRedirect } from './redirect-listener.js';
import { exchangeCode } from './token-endpoint.js';

export interface LoginOptions {
  /** The URL of the MCP server. */
  readonly server: string | URL;
  /** Shows the link to the user, or opens it in a browser. */
  readonly onLink: (
    link: string,
    about: { readonly issuer: string; readonly scope: string | undefined },
  ) => void;
  /** A client that the user registered. Without it, a client is registered dynamically. */
  readonly client?: ConfiguredClient | undefined;
  /** The scope to request; by default, the scope that the MCP server names. */
  readonly scope?: string | undefined;
  /** Scopes to request in addition to those that the MCP server names. */
  readonly additionalScope?: string | undefined;
  /** The port of the redirect URI, for authorization servers that require a fixed one. */
  readonly port?: number | undefined;
  /** The full URL to which the browser was redirected, pasted by a user whose browser runs on another machine. */
  readonly pastedRedirect?: Promise<string> | undefined;
  /** The time limit for the user to log in, in milliseconds; five minutes by default. */
  readonly timeout?: number | undefined;
  readonly network?: NetworkOptions | undefined;
  readonly now?: (() => number) | undefined;
}

const LOGIN_TIMEOUT = 5 * 60_000;

/** Logs in. Throws an `AuthError` if that fails. */
export async function logIn(options: LoginOptions): Promise<Login> {
  const server = checkUrl(options.server);
  const network = createNetwork(options.network);
  const protectedResource = await findProtectedResource(server, network);
  const { resource, issuer, isAssumed } = protectedResource;
  const authorizationServer = await discoverAuthorizationServer(issuer, isAssumed, network);
  const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()];
  const listener = await listenForRedirect(state, options.port);
  try {
    const { redirectUri } = listener;
    const client =
      options.client === undefined
        ? await registerClient(authorizationServer, redirectUri, network)
        : configuredClient(authorizationServer, options.client);
    const scope = chooseScope(options, protectedResource, authorizationServer);
    const link = authorizationUrl(authorizationServer, {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: redirectUri,
      state,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource,
      ...(scope !== undefined && { scope }),
      // OpenID Connect requires the user's consent for refresh tokens.
      ...(scope?.split(' ').includes('offline_access') && { prompt: 'consent' }),
    });
    options.onLink(link, { issuer: authorizationServer.issuer, scope });
    const redirect = await waitForRedirect(
      options.timeout ?? LOGIN_TIMEOUT,
      listener.redirect,
      options.pastedRedirect,
    );
    const response = validateResponse(authorizationServer, client.id, redirect, state);
    const exchange = { authorizationServer, client, response, redirectUri, verifier, resource };
    const tokens = await exchangeCode(exchange, network, (options.now ?? Date.now)());
    return {
      server: normalizeServerUrl(server),
      resource,
      issuer: authorizationServer.issuer,
      tokenEndpoint: authorizationServer.token_endpoint,
      revocationEndpoint: authorizationServer.revocation_endpoint,
      client,
      tokens: { ...tokens, scope: tokens.scope ?? scope },
    };
  } finally {
    listener.close();
  }
}

/**
 * Returns the configured scope, or else the scopes that the server names, with `offline_access` if it is supported.
 */
function chooseScope(
  options: LoginOptions,
  { scope }: ProtectedResource,
  { scopes_supported: supported }: AuthorizationServerMetadata,
): string | undefined {
  if (options.scope !== undefined) return options.scope;
  const offlineAccess = supported?.includes('offline_access') ? 'offline_access' : undefined;
  return joinScopes(scope, options.additionalScope, offlineAccess);
}

function authorizationUrl(
  { authorization_endpoint: endpoint }: AuthorizationServerMetadata,
  parameters: Readonly<Record<string, string>>,
): string {
  const link = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) link.searchParams.set(name, value);
  return link.href;
}

/** Returns the parameters of the redirect, which the listener received or the user pasted. */
async function waitForRedirect(
  timeout: number,
  received: Promise<URLSearchParams>,
  pastedUrl: Promise<string> | undefined,
): Promise<URLSearchParams> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const minutes = Math.round(timeout / 60_000);
      reject(new AuthError('TIMED_OUT', `the login was not completed within ${minutes} minutes; try again`));
    }, timeout);
  });
  const pasted = pastedUrl?.then((text) => {
    if (URL.canParse(text.trim())) return new URL(text.trim()).searchParams;
    throw new AuthError(
      'REFUSED',
      'the pasted text is not a URL; paste the full address from the address bar of the browser',
    );
  });
  try {
    return await Promise.race([received, timedOut, ...(pasted === undefined ? [] : [pasted])]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Checks that the response belongs to this login (`state`), comes from the right issuer (`iss`) and is not an error.
 */
function validateResponse(
  authorizationServer: AuthorizationServerMetadata,
  clientId: string,
  redirect: URLSearchParams,
  state: string,
) {
  const { host } = new URL(authorizationServer.issuer);
  try {
    return validateAuthResponse(authorizationServer, { client_id: clientId }, redirect, state);
  } catch (error) {
    throw error instanceof AuthorizationResponseError
      ? new AuthError('REFUSED', `${host} refused the login: ${safeErrorCode(error.error)}`)
      : new AuthError(
          'REFUSED',
          `the response does not belong to this login at ${host}; its code was not used`,
        );
  }
}
