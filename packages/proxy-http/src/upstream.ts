// The connection to the upstream: one origin, fixed by configuration. Sends calls never twice, follows nothing, and says in
// words what went wrong.

import { type Dispatcher, Pool } from 'undici';
import { Circuit } from './circuit.js';
import type { HeaderList } from './headers.js';
import { PinnedAddress, type PinOptions } from './pinned-address.js';

export interface UpstreamOptions extends PinOptions {
  /** Certificates to trust instead of the well-known ones, as PEM. */
  readonly ca?: string | Buffer;
  /** Milliseconds until a connection has to stand; 10,000 by default. */
  readonly connectTimeout?: number;
  /** Milliseconds until an answer has to begin; 300,000 by default. A stream that has begun may be silent for ever. */
  readonly answerTimeout?: number;
  /** Milliseconds after which a body of one piece that stops coming is given up; 60,000 by default. Streams may be silent. */
  readonly silenceTimeout?: number;
}

export interface UpstreamRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: HeaderList;
  readonly body?: Uint8Array | undefined;
  /** Nobody would miss an answer, and whoever reads it twice does nothing twice: notifications, and answers to the server. */
  readonly mayRepeat?: boolean | undefined;
}

/** The beginning of an answer, and the means to slow it down or end it. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** Milliseconds that a body of one piece may be silent. */
  readonly patience: number;
  pause(): void;
  resume(): void;
  /** Nobody wants the rest. The listener hears nothing further. */
  abort(): void;
}

/** Who is told of an answer. Either `ended` or `failed` comes last, unless it was aborted. */
export interface AnswerListener {
  started(answer: UpstreamAnswer): void;
  data(chunk: Uint8Array): void;
  ended(): void;
  failed(reason: string): void;
}

export interface Sent {
  /** Nobody wants the answer any more. The listener hears nothing further. */
  abort(): void;
}

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refuses connections',
  ENOTFOUND: 'has a name that leads nowhere',
  EAI_AGAIN: 'has a name that cannot be looked up now',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  ECONNRESET: 'broke the connection off',
  UND_ERR_SOCKET: 'broke the connection off',
  UND_ERR_CONNECT_TIMEOUT: 'accepts no connection in time',
  UND_ERR_HEADERS_TIMEOUT: 'did not begin to answer in time',
  ADDRESS_NOT_ALLOWED: 'leads to an address that is not allowed',
};

/** Failures that say something about the next connection, too. A call that took too long, or that made no sense, does not. */
const UNREACHABLE =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|ADDRESS_NOT_ALLOWED)$|CERT|SELF_SIGNED|ALTNAME/;

/** A server that has given a connection up may do so while we use it again; what we sent there has reached nobody, as a rule. */
const BROKEN_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
/** Each may meet another connection that is no more. */
const REPEATS = 2;

/** No redirect is followed: it would lead away from what was configured. */
export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== 304;
export const FELL_SILENT = 'the upstream stopped in the middle of its answer';
export const REDIRECTED = 'the upstream points to another place; give that URL instead';

const ABORTED = new Error('nobody waits for the answer');

export class Upstream {
  readonly url: URL;
  readonly #pool: Pool;
  readonly #pin: PinnedAddress;
  readonly #patience: number;
  readonly #circuit = new Circuit(() => performance.now());

  constructor(url: string | URL, options: UpstreamOptions = {}) {
    this.url = checkedUrl(url);
    this.#patience = options.silenceTimeout ?? 60_000;
    this.#pin = new PinnedAddress(this.url.hostname, options);
    this.#pool = new Pool(this.url.origin, {
      connect: {
        lookup: this.#pin.lookup,
        timeout: options.connectTimeout ?? 10_000,
        ...(options.ca !== undefined && { ca: options.ca }),
      },
      pipelining: 1,
      headersTimeout: options.answerTimeout ?? 300_000,
      bodyTimeout: 0,
      allowH2: false,
    });
  }

  /** Path and query of the configured URL. */
  get target(): string {
    return this.url.pathname + this.url.search;
  }

  /** The addresses that the name stands for now. */
  get addresses(): readonly string[] {
    return this.#pin.addresses;
  }

  /** Looks the name up now instead of within a minute. */
  resolveAgain(): Promise<void> {
    return this.#pin.resolveAgain();
  }

  send({ method, target, headers, body, mayRepeat }: UpstreamRequest, listener: AnswerListener): Sent {
    const options = {
      path: target,
      method,
      headers: headers as string[],
      body: body ?? null,
      idempotent: false,
    };
    const sending = new Sending({
      listener,
      circuit: this.#circuit,
      patience: this.#patience,
      explain: this.#explain,
      dispatch: () => void this.#pool.dispatch(options, sending),
      repeats: mayRepeat ? REPEATS : 0,
    });
    const refused = this.#circuit.refuse();
    if (refused !== undefined) queueMicrotask(() => sending.fail(refused));
    else this.#pool.dispatch(options, sending);
    return sending;
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    this.#pin.close();
    await this.#pool.destroy();
  }

  // Names the origin only: the path of a URL may hold a secret.
  readonly #explain = (error: Error): string => {
    const code = codeOf(error);
    const what =
      FAILURES[code] ??
      (/CERT|SELF_SIGNED|ALTNAME/.test(code)
        ? `has a certificate that is not trusted (${code})`
        : `failed (${code})`);
    const reason = `${this.url.host} ${what}`;
    if (UNREACHABLE.test(code)) this.#circuit.failed(reason);
    return reason;
  };
}

interface SendingOptions {
  readonly listener: AnswerListener;
  readonly circuit: Circuit;
  readonly patience: number;
  readonly explain: (error: Error) => string;
  /** Sends it once more. */
  readonly dispatch: () => void;
  /** How often it may be sent again. */
  readonly repeats: number;
}

/** One request on its way, and the answer to it as it comes. */
class Sending implements Dispatcher.DispatchHandler, Sent {
  readonly #options: SendingOptions;
  readonly #listener: AnswerListener;
  #repeats: number;
  #controller: Dispatcher.DispatchController | undefined;
  #hasBegun = false;
  #isOver = false;

  constructor(options: SendingOptions) {
    this.#options = options;
    this.#listener = options.listener;
    this.#repeats = options.repeats;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(ABORTED);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#isOver) return;
    this.#hasBegun = true;
    const { circuit, patience } = this.#options;
    circuit.succeeded();
    this.#listener.started({
      status,
      headers: (controller.rawHeaders as Buffer[]).map((field) => field.toString('latin1')),
      patience,
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      abort: () => this.abort(),
    });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#isOver) this.#listener.data(chunk);
  }

  onResponseEnd(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.ended();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#isOver) return;
    if (this.#repeats > 0 && !this.#hasBegun && BROKEN_OFF.has(codeOf(error))) {
      this.#repeats -= 1;
      this.#options.dispatch();
    } else this.fail(this.#options.explain(error));
  }

  fail(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.failed(reason);
  }

  abort(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#controller?.abort(ABORTED);
  }
}

/** The code of an error, or of the first of those that it stands for. */
function codeOf(error: Error & { code?: string; errors?: readonly Error[] }): string {
  const [first] = error.errors ?? [];
  return error.code ?? (first === undefined ? error.name : codeOf(first));
}

function checkedUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw Object.assign(new Error('the upstream is not an http or https URL'), { code: 'UPSTREAM_INVALID' });
  }
  if (url.username !== '' || url.password !== '') {
    throw Object.assign(new Error('the URL of the upstream holds a password; send it as a header instead'), {
      code: 'UPSTREAM_INVALID',
    });
  }
  return url;
}
