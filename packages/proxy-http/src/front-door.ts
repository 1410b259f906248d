// What every request has to pass before anybody looks at what it wants: the right path, a host and an origin that we
// know, a framing with one meaning, and a name where names are asked for.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Awaitable, ErrorCode } from '@claw/jsonrpc-stream';
import type { Authenticate } from './authenticate.js';
import type { Head } from './channel.js';
import { errorBody, JSON_HEAD } from './frames.js';
import { type HeaderList, namedByConnection } from './headers.js';
import type { Identity } from './session.js';

export interface FrontDoorOptions {
  readonly authenticate: Authenticate | undefined;
  /** Names that a request may call us by, without the port; undefined for any. */
  readonly hosts: readonly string[] | undefined;
  /** Origins of web pages that may use us. Those on this machine may when the hosts are. */
  readonly origins: readonly string[];
}

/** A request that was let in. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Without a slash at its end. */
  readonly path: string;
  /** Path and query exactly as they were sent. */
  readonly target: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
  readonly identity: Identity | undefined;
  /** Where it came from. */
  readonly address: string;
}

export interface Refused {
  readonly status: number;
  readonly reason: string;
  readonly headers?: readonly string[];
  /** Where this request ends is a matter of opinion, and so is what follows it on its connection. */
  readonly endsConnection?: boolean;
}

export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Fields that mean something to us or to the upstream; said twice, they mean two things. */
const ONCE = new Set([
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

/** What follows is the choice of a tool, underscores included. */
const PARAM = 'mcp-param-';

const meansSomething = (name: string): boolean => ONCE.has(name) || name.startsWith('mcp-');

/** A name that we do not know and some servers do: those that hand headers on as variables read `_` as `-`. */
function looksLikeAnother(name: string): boolean {
  if (!name.includes('_') || name.startsWith(PARAM)) return false;
  const read = name.replaceAll('_', '-');
  return ONCE.has(read) || read.startsWith(PARAM);
}

/** What is wrong with the names of the fields. */
function ambiguity(headers: HeaderList): Refused | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < headers.length; i += 2) {
    const name = (headers[i] as string).toLowerCase();
    if (looksLikeAnother(name))
      return { status: 400, reason: `the header \`${name}\` looks like another one to some servers` };
    if (!meansSomething(name)) continue;
    if (seen.has(name))
      return { status: 400, reason: `the header \`${name}\` appears twice`, endsConnection: true };
    seen.add(name);
  }
  return undefined;
}

function findMeaningful(names: ReadonlySet<string>): string | undefined {
  for (const name of names) if (meansSomething(name)) return name;
  return undefined;
}

const hostName = (host: string): string => host.replace(/:\d*$/, '').toLowerCase();

export class FrontDoor {
  readonly #options: FrontDoorOptions;

  constructor(options: FrontDoorOptions) {
    this.#options = options;
  }

  /** Lets a request in, or says why not. */
  enter(request: IncomingMessage, response: ServerResponse): Awaitable<Visit | Refused> {
    const problem = this.#framing(request) ?? this.#host(request) ?? this.#origin(request);
    if (problem !== undefined) return problem;
    const place = readTarget(request);
    if ('reason' in place) return place;
    // Whoever has reset the connection by now has none any more, and would pass for a caller without an address.
    const address = request.socket.remoteAddress;
    if (address === undefined)
      return { status: 400, reason: 'it is not known where this comes from', endsConnection: true };
    const letIn = (identity: Identity | Refused | undefined): Visit | Refused => {
      if (identity !== undefined && 'reason' in identity) return identity;
      const { path, target, query } = place;
      return { request, response, path, target, query, identity, address };
    };
    // Browsers ask whether they may ask before they may show who they are.
    if (this.#options.authenticate === undefined || request.method === 'OPTIONS') return letIn(undefined);
    return this.#identify(request, address, this.#options.authenticate).then(letIn);
  }

  #framing({ rawHeaders, headers, method, httpVersion }: IncomingMessage): Refused | undefined {
    if (httpVersion !== '1.1' && httpVersion !== '1.0')
      return { status: 505, reason: 'only HTTP/1.1 is spoken here', endsConnection: true };
    const encoding = headers['transfer-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'chunked')
      return { status: 501, reason: 'the only transfer encoding is `chunked`', endsConnection: true };
    const ambiguous = ambiguity(rawHeaders);
    if (ambiguous !== undefined) return ambiguous;
    const dropped = findMeaningful(namedByConnection(rawHeaders));
    if (dropped !== undefined)
      return { status: 400, reason: `\`Connection\` names \`${dropped}\`, which is for the server` };
    if (headers.upgrade !== undefined)
      return { status: 501, reason: 'there is no other protocol here to change to' };
    const hasBody = encoding !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody && method !== 'POST')
      return { status: 400, reason: `a \`${method}\` has no body`, endsConnection: true };
    return undefined;
  }

  #host({ headers: { host = '' } }: IncomingMessage): Refused | undefined {
    const { hosts } = this.#options;
    if (hosts === undefined || hosts.includes(hostName(host))) return undefined;
    return { status: 403, reason: 'the `Host` is not one of ours' };
  }

  #origin({ headers: { origin } }: IncomingMessage): Refused | undefined {
    const { hosts, origins } = this.#options;
    if (origin === undefined || origins.includes(origin)) return undefined;
    const page = URL.canParse(origin) ? new URL(origin) : undefined;
    const isLocal = page !== undefined && page.origin === origin && loopbackHosts.includes(page.hostname);
    if (isLocal && hosts !== undefined && loopbackHosts.every((host) => hosts.includes(host)))
      return undefined;
    return { status: 403, reason: 'pages of this `Origin` may not use us' };
  }

  async #identify(
    { headers }: IncomingMessage,
    address: string,
    authenticate: Authenticate,
  ): Promise<Identity | Refused> {
    try {
      const identity = await authenticate({ headers, address });
      if (identity !== undefined) return identity;
      return { status: 401, reason: 'a valid token is needed', headers: ['WWW-Authenticate', 'Bearer'] };
    } catch {
      return { status: 503, reason: 'who you are cannot be checked now' };
    }
  }
}

const ABSOLUTE = /^https?:\/\/([^/?#]*)/i;

/** Path and query. Nothing is decoded or tidied up: a path that only looks like ours is not ours. */
function readTarget({
  url = '',
  headers,
}: IncomingMessage): Pick<Visit, 'path' | 'query' | 'target'> | Refused {
  const absolute = url.startsWith('/') ? null : ABSOLUTE.exec(url);
  if (absolute !== null && absolute[1]?.toLowerCase() !== headers.host?.toLowerCase()) {
    return { status: 400, reason: 'the request is for another host' };
  }
  const target = url.slice(absolute?.[0].length ?? 0);
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? '' : target.slice(mark);
  return { target, path: path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path, query };
}

/** Says no. */
export function refuse(response: ServerResponse, { status, reason, headers = [] }: Refused): void {
  const head: Head = { status, headers: [...JSON_HEAD.headers, ...headers] };
  const body = errorBody({ code: ErrorCode.invalidRequest, message: reason, data: { reason } });
  if (response.headersSent || response.destroyed) return;
  response.writeHead(head.status, [...head.headers, 'Content-Length', String(body.length)]);
  response.end(body);
}
