// The HTTP or HTTPS server. It performs the checks on each request and shuts down gracefully.

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
import { type HttpError, sendHttpError } from './http-error.js';
import { isLoopback, loopbackHosts } from './loopback.js';
import { type AcceptedRequest, RequestGuard } from './request-guard.js';

export interface ListenOptions {
  /**
   * The address to listen on; `127.0.0.1` by default. Any address that is not a loopback address requires
   * `authenticate`.
   */
  readonly host?: string | undefined;
  /** The port; 0, the default, selects any free port. */
  readonly port?: number | undefined;
  /** The certificate and the key as PEM. If they are set, the server uses HTTPS. */
  readonly tls?: { readonly cert: string | Buffer; readonly key: string | Buffer } | undefined;
  readonly authenticate?: Authenticate | undefined;
  /**
   * The allowed values of `Host`. By default, these are the loopback names; on other addresses, where `authenticate`
   * is required, any value is allowed.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** The allowed values of `Origin` in addition to loopback addresses. */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Returns true for the address of a load balancer whose `X-Forwarded-For` is trusted; by default, none is. */
  readonly trustedProxy?: ((address: string) => boolean) | undefined;
  /** Handles requests that are not for MCP. The checks do not apply to them. */
  readonly other?: OtherRequests | undefined;
  /** Called for each request that the checks have rejected. */
  readonly onRejected?: ((error: { readonly status: number; readonly reason: string }) => void) | undefined;
}

/** Another HTTP interface on the same port, with its own checks. */
export interface OtherRequests {
  matches(request: IncomingMessage): boolean;
  readonly handle: RequestListener;
}

export interface ListeningServer {
  readonly host: string;
  readonly port: number;
  /** The scheme, host and port of the server. */
  readonly origin: string;
  /** Stops accepting requests, waits up to `timeout` milliseconds for running ones, then closes all connections. */
  close(timeout?: number): Promise<void>;
}

/**
 * The maximum time for which a slow client (or a slowloris attack) can occupy a connection before its headers are
 * complete.
 */
const HEADERS_TIMEOUT = 20_000;

/** The time for the client to close its side of the connection, in milliseconds. */
const CLOSE_TIMEOUT = 1000;

export async function listen(
  options: ListenOptions,
  handle: (accepted: AcceptedRequest) => Awaitable<void>,
): Promise<ListeningServer> {
  const { host = '127.0.0.1', port = 0, tls, authenticate } = options;
  const isLocal = isLoopback(host);
  if (!isLocal && authenticate === undefined) {
    throw Object.assign(
      new Error(
        `a server on \`${host}\` is reachable from other machines; configure a token to listen there`,
      ),
      {
        code: 'TOKEN_REQUIRED',
      },
    );
  }
  const guard = new RequestGuard({
    authenticate,
    hosts: allowedHostNames(options, isLocal),
    origins: options.allowedOrigins ?? [],
    trustedProxy: options.trustedProxy,
  });
  /** The current response of each connection. Pipelined requests are handled one after the other. */
  const current = new WeakMap<Socket, ServerResponse>();
  const startRequest = (request: IncomingMessage, response: ServerResponse) => {
    current.set(request.socket, response);
    if (options.other?.matches(request)) {
      const foreign = guard.checkPage(request);
      if (foreign === undefined) options.other.handle(request, response);
      else rejectRequest(request, response, foreign, options.onRejected);
      return;
    }
    const failed = () => sendHttpError(response, { status: 500, reason: 'internal error in the proxy' });
    const dispatch = (accepted: AcceptedRequest | HttpError) =>
      'reason' in accepted
        ? rejectRequest(request, response, accepted, options.onRejected)
        : handle(accepted);
    try {
      const accepted = guard.check(request, response);
      const handled = isPromise(accepted) ? accepted.then(dispatch) : dispatch(accepted);
      if (isPromise(handled)) handled.then(undefined, failed);
    } catch {
      failed();
    }
  };
  const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
    if (response.socket !== null) startRequest(request, response);
    // A pipelined request waits for the preceding ones: the client may disconnect before that, and an earlier request
    // may close the connection.
    else response.once('socket', () => startRequest(request, response));
  };
  const settings = {
    headersTimeout: HEADERS_TIMEOUT,
    insecureHTTPParser: false,
    keepAliveTimeout: 65_000,
    // An idle event stream may send no data for hours, so keep-alive probes detect that the client has disconnected.
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
  const server =
    tls === undefined
      ? createServer(settings, handleRequest)
      : createTlsServer({ ...settings, ...tls }, handleRequest);
  rejectTunnels(server, (socket) => cannotSendError(current.get(socket)));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, host, port)));
    server.listen(port, host.replace(/^\[|\]$/g, ''), resolve);
  });
  const { port: actual } = server.address() as AddressInfo;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  return {
    host,
    port: actual,
    origin: `${tls === undefined ? 'http' : 'https'}://${name}:${actual}`,
    close: (timeout = 5000) => close(server, timeout),
  };
}

function createTlsServer(options: SecureServerOptions, handleRequest: RequestListener): Server {
  try {
    return createSecureServer(options, handleRequest);
  } catch (error) {
    const message = 'cannot use the TLS certificate and key; both must be PEM files and belong together';
    throw Object.assign(new Error(message, { cause: error }), { code: 'TLS_INVALID' });
  }
}

function allowedHostNames(
  { allowedHosts, authenticate, host = '127.0.0.1' }: ListenOptions,
  isLocal: boolean,
): readonly string[] | undefined {
  const names = allowedHosts?.map((name) => name.toLowerCase());
  if (names !== undefined) return isLocal ? [...loopbackHosts, ...names] : names;
  // If a token is required, DNS rebinding is no risk, because a web page does not have the token.
  if (authenticate !== undefined && !isLocal) return undefined;
  return [...loopbackHosts, host.toLowerCase()];
}

function rejectRequest(
  request: IncomingMessage,
  response: ServerResponse,
  error: HttpError,
  onRejected: ListenOptions['onRejected'],
): void {
  onRejected?.({ status: error.status, reason: error.reason });
  // If the body were not read, it would be parsed as the next request.
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (error.closeConnection || length !== undefined || encoding !== undefined)
    response.shouldKeepAlive = false;
  sendHttpError(response, error);
}

/**
 * Returns true while a response is being sent, or after the last response of the connection, because an error would
 * corrupt that response.
 */
const cannotSendError = (response: ServerResponse | undefined): boolean =>
  response?.headersSent === true && (!response.writableFinished || !response.shouldKeepAlive);

/** Rejects malformed requests and CONNECT; traffic in a tunnel could not be inspected. */
function rejectTunnels(server: Server, isAnswering: (socket: Socket) => boolean): void {
  const closeWith = (status: string) => (_: unknown, socket: Socket) => {
    if (isAnswering(socket)) socket.end();
    else socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    socket.on('error', () => {});
    // A client that never closes its side would otherwise occupy the socket forever.
    const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT);
    socket.once('close', () => clearTimeout(timer));
  };
  server.on('connect', closeWith('405 Method Not Allowed'));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? '408 Request Timeout'
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? '431 Request Header Fields Too Large'
          : '400 Bad Request';
    if (socket.writable) closeWith(status)(error, socket);
    else socket.destroy();
  });
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const words: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use; choose another, or 0 for any`,
    EACCES: `port ${port} needs more privileges than this user has; choose one above 1023`,
    EADDRNOTAVAIL: `\`${host}\` is not an address of this machine`,
    ENOTFOUND: `\`${host}\` does not resolve to an address of this machine`,
  };
  return Object.assign(new Error(words[error.code ?? ''] ?? error.message, { cause: error }), {
    code: error.code,
  });
}

async function close(server: Server, timeout: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), timeout);
  // Connections become idle when their last response has been sent, which can be after the first sweep.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearTimeout(timer);
  clearInterval(sweep);
}
