// The listening side: a server for HTTP or HTTPS whose requests pass the front door, and its orderly end.

import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createSecureServer, type ServerOptions as SecureServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';
import type { Authenticate } from './authenticate.js';
import { FrontDoor, loopbackHosts, type Refused, refuse, type Visit } from './front-door.js';

export interface ListenOptions {
  /** `127.0.0.1` by default. Anywhere else than on this machine `authenticate` is needed. */
  readonly host?: string | undefined;
  /** 0, the default, picks a free one. */
  readonly port?: number | undefined;
  /** PEM texts; with them the endpoint speaks HTTPS. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined;
  readonly authenticate?: Authenticate | undefined;
  /** Names that requests may call us by. By default those of this machine, or any where a token is needed. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins of web pages that may use us, beside those of this machine. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Told of every request that did not get past the front door. */
  readonly onRefused?: ((refused: { readonly status: number; readonly reason: string }) => void) | undefined;
}

export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Takes no more requests, lets those that run end within so many milliseconds, then ends them. */
  close(patience?: number): Promise<void>;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1|\[::1\])$/i;

/** How long headers may take. Longer than that only somebody who wants to hold a connection needs. */
const HEADERS_TIMEOUT = 20_000;

/** How long a client may take to read that we hang up. */
const LAST_WORDS = 1000;

export async function listen(
  options: ListenOptions,
  handle: (visit: Visit) => Awaitable<void>,
): Promise<Listening> {
  const { host = '127.0.0.1', port = 0, tls, authenticate } = options;
  const isLocal = LOOPBACK.test(host);
  if (!isLocal && authenticate === undefined) {
    throw Object.assign(new Error(`\`${host}\` can be reached by others; give a token to listen there`), {
      code: 'TOKEN_REQUIRED',
    });
  }
  const door = new FrontDoor({
    authenticate,
    hosts: hostsOf(options, isLocal),
    origins: options.allowedOrigins ?? [],
  });
  /** The answer that each connection is at: requests on it take turns. */
  const current = new WeakMap<Socket, ServerResponse>();
  const begin = (request: IncomingMessage, response: ServerResponse) => {
    current.set(request.socket, response);
    const failed = () => refuse(response, { status: 500, reason: 'this failed on our side' });
    const enter = (visit: Visit | Refused) =>
      'reason' in visit ? turnAway(request, response, visit, options.onRefused) : handle(visit);
    try {
      const visit = door.enter(request, response);
      const over = isPromise(visit) ? visit.then(enter) : enter(visit);
      if (isPromise(over)) over.then(undefined, failed);
    } catch {
      failed();
    }
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (response.socket !== null) begin(request, response);
    // Sent behind another request on its connection. It waits for its turn: nothing is done for a client that may be gone
    // by then, nor after a request that ends the connection.
    else response.once('socket', () => begin(request, response));
  };
  const settings = {
    headersTimeout: HEADERS_TIMEOUT,
    insecureHTTPParser: false,
    keepAliveTimeout: 65_000,
    // A stream may be silent for hours; only this tells that nobody is left at its other end.
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  const server =
    tls === undefined ? createServer(settings, answer) : secureServer({ ...settings, ...tls }, answer);
  refuseTunnels(server, (socket) => hasTheWord(current.get(socket)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explained(error, host, port)));
    server.listen(port, host.replace(/^\[|\]$/g, ''), resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return {
    host,
    port: actual,
    origin: `${tls === undefined ? 'http' : 'https'}://${name}:${actual}`,
    close: (patience = 5000) => close(server, patience),
  };
}

function secureServer(options: SecureServerOptions, answer: RequestListener): Server {
  try {
    return createSecureServer(options, answer);
  } catch (error) {
    const message = 'the certificate and its key cannot be used; both are PEM files, and belong together';
    throw Object.assign(new Error(message, { cause: error }), { code: 'TLS_INVALID' });
  }
}

function hostsOf(
  { allowedHosts, authenticate, host = '127.0.0.1' }: ListenOptions,
  isLocal: boolean,
): readonly string[] | undefined {
  const names = allowedHosts?.map((name) => name.toLowerCase());
  if (names !== undefined) return isLocal ? [...loopbackHosts, ...names] : names;
  // A page that makes a browser send requests here under another name has no token.
  if (authenticate !== undefined && !isLocal) return undefined;
  return [...loopbackHosts, host.toLowerCase()];
}

function turnAway(
  request: IncomingMessage,
  response: ServerResponse,
  refused: Refused,
  onRefused: ListenOptions['onRefused'],
): void {
  onRefused?.({ status: refused.status, reason: refused.reason });
  // An unread body would be taken for the next request.
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (refused.endsConnection || length !== undefined || encoding !== undefined)
    response.shouldKeepAlive = false;
  refuse(response, refused);
}

/** True when nothing may be said beside this answer: in the middle of it, or after it if it is the last of its connection. */
const hasTheWord = (response: ServerResponse | undefined): boolean =>
  response?.headersSent === true && (!response.writableFinished || !response.shouldKeepAlive);

/** What passes through a tunnel is not looked at, so there are none. */
function refuseTunnels(server: Server, isAnswering: (socket: Socket) => boolean): void {
  const hangUp = (status: string) => (_: unknown, socket: Socket) => {
    if (isAnswering(socket)) socket.end();
    else socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    socket.on('error', () => {});
    // Whoever does not hang up in turn would keep half a connection for ever.
    const timer = setTimeout(() => socket.destroy(), LAST_WORDS);
    socket.once('close', () => clearTimeout(timer));
  };
  server.on('connect', hangUp('405 Method Not Allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? '431 Request Header Fields Too Large'
          : '400 Bad Request';
    if (socket.writable) hangUp(status)(error, socket);
    else socket.destroy();
  });
}

function explained(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const words: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use; choose another, or 0 for any`,
    EACCES: `port ${port} may not be used by this user; choose one above 1023`,
    EADDRNOTAVAIL: `\`${host}\` is not an address of this machine`,
    ENOTFOUND: `\`${host}\` is not a name of this machine`,
  };
  return Object.assign(new Error(words[error.code ?? ''] ?? error.message, { cause: error }), {
    code: error.code,
  });
}

async function close(server: Server, patience: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), patience);
  // A connection that carried its last answer after we stopped listening is idle from then on.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(timer);
  clearInterval(sweep);
}
