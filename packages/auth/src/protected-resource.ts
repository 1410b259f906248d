// Asks an MCP server who gives out tokens for it (RFC 9728): by its challenge, or at the well-known places. Servers that
// know nothing of this are taken for their own provider, as the first revision with logins had it.

import { type Challenge, joinScopes, readChallenge, scopeOf } from './challenge.js';
import { AuthError } from './errors.js';
import { readDocument } from './json-document.js';
import { checkPlace, type Network } from './network.js';

/** What a token has to be for, and who gives it. */
export interface ProtectedResource {
  /** Named to the provider, so that the token is good for nothing else (RFC 8707). */
  readonly resource: string;
  readonly issuer: string;
  /** Nobody was named; the server is taken for its own provider. */
  readonly isItself: boolean;
  /** The rights to ask for, where the server says. */
  readonly scope: string | undefined;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** A message without consequences: a server that wants a token refuses it before it looks. */
const PROBE = { jsonrpc: '2.0', id: 'login', method: 'ping' };

export async function findProtectedResource(server: URL, network: Network): Promise<ProtectedResource> {
  const { status, challenge } = await askServer(server, network);
  const found = await findDocument(server, challenge, network);
  if (found !== undefined) return readResource(server, found, challenge);
  if (status !== 401)
    throw new AuthError(
      'NOT_OFFERED',
      `${server.host} asks for no login (it answered ${status} without a token); there is nothing to do`,
    );
  return { resource: resourceOf(server), issuer: server.origin, isItself: true, scope: challenge.scope };
}

async function askServer(
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

type Document = Readonly<Record<string, unknown>>;

async function findDocument(
  server: URL,
  { resourceMetadata }: Challenge,
  network: Network,
): Promise<Document | undefined> {
  if (resourceMetadata !== undefined) {
    const place = checkPlace(resourceMetadata);
    // The document of a resource lies on the resource's own origin; elsewhere somebody else speaks.
    if (place.origin !== server.origin)
      throw new AuthError(
        'NOT_ALLOWED',
        `${server.host} describes itself at ${place.host}, which is another place; it was not asked`,
      );
    const document = await readDocument(place, network);
    if (document !== undefined) return document;
    throw new AuthError('NOT_OFFERED', `${server.host} names a description of itself that is not there`);
  }
  const path = server.pathname.replace(/\/$/, '');
  for (const place of new Set([`${WELL_KNOWN}${path}`, WELL_KNOWN])) {
    const document = await readDocument(new URL(place, server), network);
    if (document !== undefined) return document;
  }
  return undefined;
}

function readResource(server: URL, document: Document, challenge: Challenge): ProtectedResource {
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = document;
  if (typeof resource !== 'string' || !covers(resource, server))
    throw new AuthError(
      'NOT_ALLOWED',
      `${server.host} describes another resource than itself; no token is asked for that`,
    );
  const [issuer] = Array.isArray(issuers) ? issuers : [];
  if (typeof issuer !== 'string')
    throw new AuthError('NOT_OFFERED', `${server.host} does not say who gives out tokens for it`);
  const { search, hash } = checkPlace(issuer);
  if (search !== '' || hash !== '')
    throw new AuthError('NOT_ALLOWED', `${server.host} names a provider whose address has a query`);
  const offered = Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : [];
  return { resource, issuer, isItself: false, scope: challenge.scope ?? joinScopes(...offered.map(scopeOf)) };
}

/** The server itself, or what it is a part of on its origin. */
function covers(resource: string, server: URL): boolean {
  const url = URL.canParse(resource) ? new URL(resource) : undefined;
  if (url?.origin !== server.origin || url.search !== '' || url.hash !== '') return false;
  const folder = url.pathname.replace(/\/?$/, '/');
  return `${server.pathname.replace(/\/$/, '')}/`.startsWith(folder);
}

/** A server's name as a resource: its URL without what only one request needs. */
const resourceOf = (server: URL): string => server.origin + (server.pathname === '/' ? '' : server.pathname);
