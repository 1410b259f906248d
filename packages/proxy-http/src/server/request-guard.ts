// Checks each request before it is handled: unambiguous framing, an allowed `Host` and `Origin`, and a valid token if
// one is required.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';
import { connectionHeaders, createNameFilter, type HeaderList } from '../headers/header-list.js';
import type { Identity } from '../reverse-proxy/session.js';
import type { Authenticate } from './authenticate.js';
import { clientAddress } from './client-address.js';
import type { HttpError } from './http-error.js';
import { loopbackHosts } from './loopback.js';

export interface RequestGuardOptions {
  readonly authenticate: Authenticate | undefined;
  /** The allowed values of `Host`, without the port; undefined allows any value. */
  readonly hosts: readonly string[] | undefined;
  /** The allowed values of `Origin`. If the loopback hosts are allowed, loopback origins are allowed as well. */
  readonly origins: readonly string[];
  /** Returns true for the address of a load balancer whose `X-Forwarded-For` is trusted; by default, none is. */
  readonly trustedProxy?: ((address: string) => boolean) | undefined;
}

/** A request that passed all checks. */
export interface AcceptedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path without a trailing slash. */
  readonly path: string;
  /** The path and query exactly as they were sent. */
  readonly target: string;
  /** The query including the question mark; empty if there is no query. */
  readonly query: string;
  readonly identity: Identity | undefined;
  /** The address of the client. */
  readonly address: string;
}

/**
 * Headers that both the proxy and the upstream interpret. If such a header were repeated, they could use different
 * values.
 */
const SINGLE_VALUE_HEADERS = new Set([
  'host',
  'origin',
  'authorization',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'mcp-session-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'last-event-id',
]);

/** A tool chooses the rest of the name, which may contain underscores. */
const PARAM_PREFIX = 'mcp-param-';

const isSignificant = (name: string): boolean => SINGLE_VALUE_HEADERS.has(name) || name.startsWith('mcp-');

/**
 * Servers with CGI-style variables read `_` as `-`, so they would confuse such a header with one that was checked
 * here.
 */
function hasUnderscoreAlias(name: string): boolean {
  if (!name.includes('_') || name.startsWith(PARAM_PREFIX)) return false;
  const read = name.replaceAll('_', '-');
  return SINGLE_VALUE_HEADERS.has(read) || read.startsWith(PARAM_PREFIX);
}

const isPlain = createNameFilter((name) => !isSignificant(name) && !hasUnderscoreAlias(name));

/** Finds a header that is repeated or that a server could confuse with another one. */
function findAmbiguousHeader(headers: HeaderList): HttpError | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < headers.length; i += 2) {
    if (isPlain(headers[i] as string)) continue;
    const name = (headers[i] as string).toLowerCase();
    if (hasUnderscoreAlias(name))
      return { status: 400, reason: `the header \`${name}\` is ambiguous: some servers read \`_\` as \`-\`` };
    if (seen.has(name))
      return { status: 400, reason: `the header \`${name}\` appears twice`, closeConnection: true };
    seen.add(name);
  }
  return undefined;
}

function findSignificant(names: ReadonlySet<string>): string | undefined {
  for (const name of names) if (isSignificant(name)) return name;
  return undefined;
}

const hostName = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

export class RequestGuard {
  readonly #options: RequestGuardOptions;

  constructor(options: RequestGuardOptions) {
    this.#options = options;
  }

  /** Returns the accepted request, or the error to send. */
  check(request: IncomingMessage, response: ServerResponse): Awaitable<AcceptedRequest | HttpError> {
    const problem = this.#checkFraming(request) ?? this.checkPage(request);
    if (problem !== undefined) return problem;
    const parsed = readTarget(request);
    if ('reason' in parsed) return parsed;
    // A reset connection has no address, so without this check it would bypass rules for addresses.
    const remote = request.socket.remoteAddress;
    if (remote === undefined)
      return {
        status: 400,
        reason: 'the client address is unknown because the connection was reset',
        closeConnection: true,
      };
    const { trustedProxy } = this.#options;
    const forwarded = request.headers['x-forwarded-for'];
    const address =
      trustedProxy === undefined ? remote : clientAddress(remote, forwarded?.toString(), trustedProxy);
    const accept = (identity: Identity | HttpError | undefined): AcceptedRequest | HttpError => {
      if (identity !== undefined && 'reason' in identity) return identity;
      const { path, target, query } = parsed;
      return { request, response, path, target, query, identity, address };
    };
    // Browsers send preflight requests without credentials.
    if (this.#options.authenticate === undefined || request.method === 'OPTIONS') return accept(undefined);
    const identity = authenticateRequest(this.#options.authenticate, request, address, parsed.path);
    return isPromise(identity) ? identity.then(accept) : accept(identity);
  }

  /** Checks `Host` and `Origin`: web pages of other hosts have no access. */
  checkPage(request: IncomingMessage): HttpError | undefined {
    return this.#checkHost(request) ?? this.#checkOrigin(request);
  }

  #checkFraming({ rawHeaders, headers, method, httpVersion }: IncomingMessage): HttpError | undefined {
    if (httpVersion !== '1.1' && httpVersion !== '1.0')
      return { status: 505, reason: 'unsupported HTTP version; use HTTP/1.1', closeConnection: true };
    const encoding = headers['transfer-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
      return {
        status: 501,
        reason: 'unsupported `Transfer-Encoding`; only `chunked` is supported',
        closeConnection: true,
      };
    const ambiguous = findAmbiguousHeader(rawHeaders);
    if (ambiguous !== undefined) return ambiguous;
    const dropped = findSignificant(connectionHeaders(rawHeaders));
    if (dropped !== undefined)
      return {
        status: 400,
        reason: `\`Connection\` names \`${dropped}\`, which must reach the server; remove it from \`Connection\``,
      };
    if (headers.upgrade !== undefined) return { status: 501, reason: '`Upgrade` is not supported' };
    const hasBody = encoding !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && method !== 'POST')
      return { status: 400, reason: `a \`${method}\` request must not have a body`, closeConnection: true };
    return undefined;
  }

  /**
   * Protects against DNS rebinding: a web page whose host name resolves to this machine can send requests here, and the
   * browser reports the host name of the page in `Host`.
   */
  #checkHost({ headers: { host = '' } }: IncomingMessage): HttpError | undefined {
    const { hosts } = this.#options;
    if (hosts === undefined || hosts.includes(hostName(host))) return undefined;
    return {
      status: 403,
      reason: 'the `Host` header does not name an allowed host',
    };
  }

  #checkOrigin({ headers: { origin } }: IncomingMessage): HttpError | undefined {
    const { hosts, origins } = this.#options;
    if (origin === undefined || origins.includes(origin)) return undefined;
    const page = URL.canParse(origin) ? new URL(origin) : undefined;
    const isLocal = page !== undefined && page.origin === origin && loopbackHosts.includes(page.hostname);
    if (isLocal && hosts !== undefined && loopbackHosts.every((host) => hosts.includes(host)))
      return undefined;
    return { status: 403, reason: 'requests from web pages of this `Origin` are not allowed' };
  }
}

const TOKEN_REQUIRED: HttpError = {
  status: 401,
  reason: 'missing or invalid token; send `Authorization: Bearer <token>`',
  headers: ['WWW-Authenticate', 'Bearer'],
};

const CANNOT_VERIFY: HttpError = {
  status: 503,
  reason: 'the token cannot be verified right now; try again later',
};

/** Synchronous unless `authenticate` returns a promise. */
function authenticateRequest(
  authenticate: Authenticate,
  { headers }: IncomingMessage,
  address: string,
  path: string,
): Awaitable<Identity | HttpError> {
  try {
    const identity = authenticate({ headers, address, path });
    return isPromise(identity)
      ? identity.then(
          (found) => found ?? TOKEN_REQUIRED,
          () => CANNOT_VERIFY,
        )
      : (identity ?? TOKEN_REQUIRED);
  } catch {
    return CANNOT_VERIFY;
  }
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/**
 * Returns path and query. Neither is decoded or normalized, so an encoded variant of a path does not match the path.
 */
function readTarget({
  url = '',
  headers,
}: IncomingMessage): Pick<AcceptedRequest, 'path' | 'query' | 'target'> | HttpError {
  const absolute = url.startsWith('/') ? null : ABSOLUTE.exec(url);
  if (absolute !== null && absolute[1]?.toLowerCase() !== headers.host?.toLowerCase()) {
    return { status: 400, reason: 'the host in the request URL differs from the `Host` header' };
  }
  const target = url.slice(absolute?.[0].length ?? 0);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  return { target, path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path, query };
}
