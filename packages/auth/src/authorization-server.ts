// Discovers the metadata of an authorization server (RFC 8414 or OpenID Connect Discovery) and checks that the server
// supports a login.

import { type AuthorizationServer, processDiscoveryResponse } from 'oauth4webapi';
import { AuthError } from './errors.js';
import { fetchMetadata } from './metadata-document.js';
import { checkUrl, type Network } from './network.js';

/** Metadata that contains the endpoints for a login. */
export interface AuthorizationServerMetadata extends AuthorizationServer {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
}

/** Returns the well-known URLs of the metadata, in the order that the MCP specification requires. */
function metadataUrls(issuer: URL): readonly URL[] {
  const path = issuer.pathname.replace(/\/$/, '');
  const locations = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    `${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(locations)].map((location) => new URL(location, issuer));
}

/** Returns the endpoints of a server without metadata, as defined in the MCP specification of 2025-03-26. */
const defaultMetadata = (issuer: URL): AuthorizationServerMetadata => ({
  issuer: issuer.origin,
  authorization_endpoint: new URL('/authorize', issuer).href,
  token_endpoint: new URL('/token', issuer).href,
  registration_endpoint: new URL('/register', issuer).href,
});

/**
 * Returns the metadata of an authorization server. With `isAssumed`, a server without metadata gets the default
 * endpoints.
 */
export async function discoverAuthorizationServer(
  issuer: string,
  isAssumed: boolean,
  network: Network,
): Promise<AuthorizationServerMetadata> {
  const url = checkUrl(issuer);
  for (const location of metadataUrls(url)) {
    const document = await fetchMetadata(location, network);
    if (document !== undefined) return checkMetadata(url, document);
  }
  if (isAssumed) return defaultMetadata(url);
  throw new AuthError('NOT_SUPPORTED', `${url.host} publishes no authorization server metadata`);
}

async function checkMetadata(
  issuer: URL,
  document: Readonly<Record<string, unknown>>,
): Promise<AuthorizationServerMetadata> {
  // A server whose metadata names another issuer could receive codes that are meant for that issuer.
  const metadata = await processDiscoveryResponse(issuer, Response.json(document)).catch((error) => {
    throw new AuthError('NOT_ALLOWED', `the metadata of ${issuer.host} names another issuer`, {
      cause: error,
    });
  });
  const { authorization_endpoint, token_endpoint, code_challenge_methods_supported: methods } = metadata;
  if (typeof authorization_endpoint !== 'string' || typeof token_endpoint !== 'string')
    throw new AuthError('NOT_SUPPORTED', `${issuer.host} does not support the authorization code flow`);
  // Without PKCE, an attacker who intercepts the code can use it.
  if (!Array.isArray(methods) || !methods.includes('S256'))
    throw new AuthError('NOT_SUPPORTED', `${issuer.host} does not support PKCE with S256`);
  for (const endpoint of [
    authorization_endpoint,
    token_endpoint,
    metadata.registration_endpoint,
    metadata.revocation_endpoint,
  ])
    if (endpoint !== undefined) checkUrl(endpoint);
  return { ...metadata, authorization_endpoint, token_endpoint };
}
