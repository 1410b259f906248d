// The connection pool for the origin of the upstream. It never retries a call, does not follow redirects, and
// explains failures in plain language.

import { type Dispatcher, Pool } from 'undici';
import type { HeaderList } from '../headers/header-list.js';
import { CircuitBreaker } from './circuit-breaker.js';
import { type DnsOptions, PinnedAddress } from './pinned-address.js';

export interface UpstreamOptions extends DnsOptions {
  /** Trusted CA certificates as PEM; they replace the default ones. */
  readonly ca?: string | Buffer;
  /** The time limit for connecting in milliseconds; 10,000 by default. */
  readonly connectTimeout?: number;
  /** The time limit until the response starts, in milliseconds; 300,000 by default. */
  readonly responseTimeout?: number;
  /**
   * The maximum time without data in a response body, in milliseconds; 60,000 by default. It does not apply to event
   * streams.
   */
  readonly bodyIdleTimeout?: number;
  /**
   * Called when the response to a POST starts, or when it fails to start, with the milliseconds since the request was
   * sent.
   */
  readonly onResponse?: ((milliseconds: number, outcome: 'started' | 'failed') => void) | undefined;
}

export interface UpstreamRequest {
  readonly method: string;
  /** The path and query. */
  readonly target: string;
  readonly headers: HeaderList;
  readonly body?: Uint8Array | undefined;
  /** True for messages that can safely be sent twice: notifications, and responses to the server. */
  readonly retryable?: boolean | undefined;
}

/** Status and headers of a response, with functions to pause, resume or abort its body. */
export interface UpstreamResponse {
  readonly status: number;
  readonly headers: HeaderList;
  /** The maximum time without data in the body, in milliseconds. It does not apply to event streams. */
  readonly bodyIdleTimeout: number;
  pause(): void;
  resume(): void;
  /** Aborts the response; after that, the handler is not called. */
  abort(): void;
}

/** Receives a response. The last call is `onEnd` or `onFailure`, unless the response was aborted. */
export interface UpstreamResponseHandler {
  onStart(response: UpstreamResponse): void;
  onData(chunk: Uint8Array): void;
  onEnd(): void;
  onFailure(reason: string): void;
}

export interface AbortableRequest {
  /** Aborts the request; after that, the handler is not called. */
  abort(): void;
}

const FAILURE_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'does not resolve (DNS lookup failed)',
  EAI_AGAIN: 'cannot be resolved right now (DNS lookup failed); try again later',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ECONNRESET: 'closed the connection',
  UND_ERR_SOCKET: 'closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept the connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'did not respond in time',
  ADDRESS_NOT_ALLOWED: 'resolves to an address that is not allowed',
};

/** Failures that would also affect the next connection, unlike a slow or malformed response. */
const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ADDRESS_NOT_ALLOWED)$|CERT|SELF_SIGNED|ALTNAME/;

/** The server may close an idle connection just when it is reused; usually, it has not processed the request. */
const CONNECTION_LOST = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** Several retries are needed, because each can get another stale connection from the pool. */
const MAX_RETRIES = 2;

/** Redirects are not followed, because they would leave the configured URL. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;
export const BODY_TIMED_OUT = 'the upstream stopped sending in the middle of its response';
export const REDIRECTED = 'the upstream redirects to another URL; configure that URL instead';

const ABORTED = new Error('the response is no longer needed');

export class Upstream {
  readonly url: URL;
  readonly #pool: Pool;
  readonly #pin: PinnedAddress;
  readonly #bodyIdleTimeout: number;
  readonly #onResponse: UpstreamOptions['onResponse'];
  readonly #circuit = new CircuitBreaker(() => performance.now());

  constructor(url: string | URL, options: UpstreamOptions = {}) {
    this.url = parseUpstreamUrl(url);
    this.#bodyIdleTimeout = options.bodyIdleTimeout ?? 60_000;
    this.#onResponse = options.onResponse;
    this.#pin = new PinnedAddress(this.url.hostname, options);
    this.#pool = new Pool(this.url.origin, {
      connect: {
        lookup: this.#pin.lookup,
        timeout: options.connectTimeout ?? 10_000,
        ...(options.ca !== undefined && { ca: options.ca }),
      },
      pipelining: 1,
      headersTimeout: options.responseTimeout ?? 300_000,
      bodyTimeout: 0,
      allowH2: false,
    });
  }

  /** The path and query of the configured URL. */
  get target(): string {
    return this.url.pathname + this.url.search;
  }

  /** The pinned addresses. */
  get addresses(): readonly string[] {
    return this.#pin.addresses;
  }

  /** The time at which the addresses were resolved, in milliseconds since 1970. */
  get resolvedAt(): number | undefined {
    return this.#pin.resolvedAt;
  }

  /** Resolves the host name immediately instead of after the interval. */
  refreshAddresses(): Promise<void> {
    return this.#pin.refreshAddresses();
  }

  send(
    { method, target, headers, body, retryable }: UpstreamRequest,
    handler: UpstreamResponseHandler,
  ): AbortableRequest {
    const options = {
      path: target,
      method,
      headers: headers as string[],
      body: body ?? null,
      idempotent: false,
    };
    const sending = new Dispatch({
      handler,
      circuit: this.#circuit,
      bodyIdleTimeout: this.#bodyIdleTimeout,
      explain: this.#explain,
      dispatch: () => void this.#pool.dispatch(options, sending),
      retries: retryable ? MAX_RETRIES : 0,
      onResponse: method === 'POST' ? this.#onResponse : undefined,
    });
    const refused = this.#circuit.rejectReason();
    if (refused !== undefined) queueMicrotask(() => sending.fail(refused));
    else this.#pool.dispatch(options, sending);
    return sending;
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#pin.close();
    await this.#pool.destroy();
  }

  // Explains an error. The text contains only the host, because the path of a URL may contain a secret.
  readonly #explain = (error: Error): string => {
    const code = codeOf(error);
    const what =
      FAILURE_REASONS[code] ??
      (/CERT|SELF_SIGNED|ALTNAME/.test(code)
        ? `has a certificate that is not trusted (${code})`
        : `failed (${code})`);
    const reason = `${this.url.host} ${what}`;
    if (UNREACHABLE.test(code)) this.#circuit.recordFailure(reason);
    return reason;
  };
}

interface DispatchOptions {
  readonly handler: UpstreamResponseHandler;
  readonly circuit: CircuitBreaker;
  readonly bodyIdleTimeout: number;
  readonly explain: (error: Error) => string;
  /** Sends the request again. */
  readonly dispatch: () => void;
  /** The maximum number of retries. */
  readonly retries: number;
  readonly onResponse: UpstreamOptions['onResponse'];
}

/** One dispatched request and its response. */
class Dispatch implements Dispatcher.DispatchHandler, AbortableRequest {
  readonly #options: DispatchOptions;
  readonly #handler: UpstreamResponseHandler;
  #retries: number;
  #controller: Dispatcher.DispatchController | undefined;
  #hasStarted = false;
  readonly #sentAt: number;
  #isDone = false;

  constructor(options: DispatchOptions) {
    this.#options = options;
    this.#handler = options.handler;
    this.#retries = options.retries;
    this.#sentAt = options.onResponse === undefined ? 0 : performance.now();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isDone) controller.abort(ABORTED);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#isDone) return;
    this.#hasStarted = true;
    const { circuit, bodyIdleTimeout, onResponse } = this.#options;
    circuit.recordSuccess();
    onResponse?.(performance.now() - this.#sentAt, 'started');
    this.#handler.onStart({
      status,
      headers: (controller.rawHeaders as Buffer[]).map((field) => field.toString('latin1')),
      bodyIdleTimeout,
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      abort: () => this.abort(),
    });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isDone) this.#handler.onData(chunk);
  }

  onResponseEnd(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#handler.onEnd();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#isDone) return;
    if (this.#retries > 0 && !this.#hasStarted && CONNECTION_LOST.has(codeOf(error))) {
      this.#retries -= 1;
      this.#options.dispatch();
    } else this.fail(this.#options.explain(error));
  }

  fail(reason: string): void {
    if (this.#isDone) return;
    this.#isDone = true;
    if (!this.#hasStarted) this.#options.onResponse?.(performance.now() - this.#sentAt, 'failed');
    this.#handler.onFailure(reason);
  }

  abort(): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#controller?.abort(ABORTED);
  }
}

/** Returns the code of an error, or of the first error in an aggregate. */
function codeOf(error: Error & { code?: string; errors?: readonly Error[] }): string {
  const [first] = error.errors ?? [];
  return error.code ?? (first === undefined ? error.name : codeOf(first));
}

function parseUpstreamUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw Object.assign(new Error('the upstream URL is not a valid `http` or `https` URL'), {
      code: 'UPSTREAM_INVALID',
    });
  }
  if (url.username !== '' || url.password !== '') {
    throw Object.assign(new Error('the upstream URL contains a password; send it in a header instead'), {
      code: 'UPSTREAM_INVALID',
    });
  }
  return url;
}
