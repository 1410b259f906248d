// Finds the authorization server of an MCP server (RFC 9728) from its challenge or its well-known URLs. A server
// without metadata counts as its own authorization server, as in the MCP specification of 2025-03-26.

import { type Challenge, joinScopes, parseScope, readChallenge } from './challenge.js';
import { AuthError } from './errors.js';
import { fetchMetadata } from './metadata-document.js';
import { checkUrl, type Network } from './network.js';

/** The resource for which a token is requested, and its authorization server. */
export interface ProtectedResource {
  /** The audience of the token (RFC 8707). */
  readonly resource: string;
  readonly issuer: string;
  /** True if the server names no authorization server, so that the MCP server itself is assumed to be one. */
  readonly isAssumed: boolean;
  /** The scope to request, if the server names one. */
  readonly scope: string | undefined;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** A harmless message: a server that requires a token rejects the message before it reads it. */
const PROBE = { jsonrpc: '2.0', id: 'login', method: 'ping' };

export async function findProtectedResource(server: URL, network: Network): Promise<ProtectedResource> {
  const { status, challenge } = await probeServer(server, network);
  const metadata = await findMetadata(server, challenge, network);
  if (metadata !== undefined) return readMetadata(server, metadata, challenge);
  if (status !== 401)
    throw new AuthError(
      'NOT_SUPPORTED',
      `${server.host} does not require a login (HTTP status ${status} without a token)`,
    );
  return { resource: resourceUri(server), issuer: server.origin, isAssumed: true, scope: challenge.scope };
}

async function probeServer(
  server: URL,
  network: Network,
): Promise<{ readonly status: number; readonly challenge: Challenge }> {
  const { status, headers } = await network(server, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(PROBE),
  });
  return { status, challenge: readChallenge(headers.get('www-authenticate') ?? '') };
}

type Metadata = Readonly<Record<string, unknown>>;

async function findMetadata(
  server: URL,
  { resourceMetadata }: Challenge,
  network: Network,
): Promise<Metadata | undefined> {
  if (resourceMetadata !== undefined) {
    const url = checkUrl(resourceMetadata);
    // The owner of the server may not control metadata on another origin.
    if (url.origin !== server.origin)
      throw new AuthError(
        'NOT_ALLOWED',
        `the resource metadata of ${server.host} is at ${url.host}, which is another origin`,
      );
    const metadata = await fetchMetadata(url, network);
    if (metadata !== undefined) return metadata;
    throw new AuthError('NOT_SUPPORTED', `the resource metadata that ${server.host} names does not exist`);
  }
  const path = server.pathname.replace(/\/$/, '');
  for (const location of new Set([`${WELL_KNOWN}${path}`, WELL_KNOWN])) {
    const metadata = await fetchMetadata(new URL(location, server), network);
    if (metadata !== undefined) return metadata;
  }
  return undefined;
}

function readMetadata(server: URL, metadata: Metadata, challenge: Challenge): ProtectedResource {
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = metadata;
  if (typeof resource !== 'string' || !covers(resource, server))
    throw new AuthError('NOT_ALLOWED', `the resource metadata of ${server.host} describes another resource`);
  const [issuer] = Array.isArray(issuers) ? issuers : [];
  if (typeof issuer !== 'string')
    throw new AuthError('NOT_SUPPORTED', `${server.host} does not name its authorization server`);
  const { search, hash } = checkUrl(issuer);
  if (search !== '' || hash !== '')
    throw new AuthError(
      'NOT_ALLOWED',
      `the authorization server that ${server.host} names has a query in its URL`,
    );
  const offered = Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [];
  return {
    resource,
    issuer,
    isAssumed: false,
    scope: challenge.scope ?? joinScopes(...offered.map(parseScope)),
  };
}

/** Returns true if the resource is the server itself or a parent path on the same origin. */
function covers(resource: string, server: URL): boolean {
  const url = URL.canParse(resource) ? new URL(resource) : undefined;
  if (url?.origin !== server.origin || url.search !== '' || url.hash !== '') return false;
  const prefix = url.pathname.replace(/\/?$/, '/');
  return `${server.pathname.replace(/\/$/, '')}/`.startsWith(prefix);
}

/** Returns the URL of the server without query or fragment. */
const resourceUri = (server: URL): string => server.origin + (server.pathname === '/' ? '' : server.pathname);
