// Relays a response of the upstream to the client. Handles redirects, content encodings, back-pressure and aborted
// responses.

import type { Transform } from 'node:stream';
import { isPromise } from '@claw/jsonrpc-stream';
import { contentEncodings } from '../headers/content-type.js';
import type { Exchange } from '../reverse-proxy/exchange.js';
import {
  BODY_TIMED_OUT,
  isRedirect,
  REDIRECTED,
  type UpstreamResponse,
  type UpstreamResponseHandler,
} from '../upstream/upstream.js';
import { type BodyReader, createBodyReader, hasNoBody } from './body-reader.js';
import { createDecoder } from './content-decoder.js';
import type { ReadEndpoint } from './event-stream-relay.js';
import { responseHead } from './response-headers.js';

export interface ResponseRelayOptions {
  readonly exchange: Exchange;
  /** Called first with status and headers. */
  readonly onHead: (response: UpstreamResponse) => void;
  readonly readEndpoint?: ReadEndpoint | undefined;
  /** True if the response has no body (HEAD, OPTIONS). */
  readonly headOnly: boolean;
  /** Aborts the upstream request. */
  readonly abort: () => void;
}

export class ResponseRelay implements UpstreamResponseHandler {
  readonly #options: ResponseRelayOptions;
  #response: UpstreamResponse | undefined;
  #reader: BodyReader | undefined;
  #decoder: Transform | undefined;
  #isStream = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ResponseRelayOptions) {
    this.#options = options;
  }

  onStart(response: UpstreamResponse): void {
    const { exchange, onHead } = this.#options;
    this.#response = response;
    onHead(response);
    if (isRedirect(response.status)) {
      this.#discardRest(() => exchange.fail(REDIRECTED));
    } else if (this.#options.headOnly || hasNoBody(response)) this.#sendHead(response);
    else this.#readWith(this.#createReader(response), response.bodyIdleTimeout);
  }

  onData(chunk: Uint8Array): void {
    this.#idleTimer?.refresh();
    // The response should have no body, so the request is aborted.
    if (this.#reader === undefined) this.#options.abort();
    else if (this.#decoder === undefined) this.#read(chunk, this.#response);
    else if (!this.#decoder.write(chunk)) {
      this.#response?.pause();
      this.#decoder.once('drain', () => this.#response?.resume());
    }
  }

  onEnd(): void {
    clearTimeout(this.#idleTimer);
    if (this.#decoder !== undefined) this.#decoder.end();
    else this.#finish();
  }

  onFailure(reason: string): void {
    clearTimeout(this.#idleTimer);
    const { exchange, abort } = this.#options;
    abort();
    this.#decoder?.destroy();
    this.#reader = undefined;
    // A stream that has started is aborted, because after a regular end the client would treat it as complete.
    if (this.#isStream) {
      exchange.response.abort();
      exchange.end();
    } else exchange.fail(reason);
  }

  #sendHead(response: UpstreamResponse): void {
    const { exchange } = this.#options;
    if (exchange.response.isEventStream) exchange.response.end();
    else exchange.response.send(responseHead(response));
    exchange.end();
  }

  #readWith(reader: BodyReader | undefined, bodyIdleTimeout: number): void {
    const { exchange } = this.#options;
    this.#reader = reader;
    if (reader === undefined) this.#discardRest(() => exchange.withhold());
    else if (!this.#isStream) {
      this.#idleTimer = setTimeout(() => this.onFailure(BODY_TIMED_OUT), bodyIdleTimeout).unref();
    }
  }

  /** Node rejects invalid headers only when they are sent. */
  #finish(): void {
    const failed = () => this.onFailure('the upstream sent response headers that cannot be forwarded');
    try {
      const ended = this.#reader?.onEnd();
      if (ended !== undefined && isPromise(ended)) ended.then(undefined, failed);
    } catch {
      failed();
    }
  }

  /** Aborts the upstream request, then responds. */
  #discardRest(respond: () => void): void {
    this.#options.abort();
    respond();
  }

  #createReader(response: UpstreamResponse): BodyReader | undefined {
    const { exchange, readEndpoint } = this.#options;
    const encodings = contentEncodings(response.headers);
    if (encodings.length > 0) {
      const decoder = createDecoder(encodings);
      if (decoder === undefined) return undefined;
      this.#decodeWith(decoder);
    }
    return createBodyReader(response, exchange, readEndpoint, () => {
      this.#isStream = true;
    });
  }

  #read(chunk: Uint8Array, source: { pause(): void; resume(): void } | undefined): void {
    const reader = this.#reader;
    if (reader === undefined || reader.onData(chunk)) return;
    if (reader.onceReady !== undefined) {
      source?.pause();
      reader.onceReady(() => source?.resume());
    } else {
      // The body is too large, and the error has been sent already.
      clearTimeout(this.#idleTimer);
      this.#reader = undefined;
      this.#decoder?.destroy();
      this.#options.abort();
    }
  }

  #decodeWith(decoder: Transform): void {
    this.#decoder = decoder;
    decoder.on('data', (chunk: Uint8Array) => this.#read(chunk, decoder));
    decoder.once('end', () => this.#finish());
    decoder.once('error', () => this.onFailure('the response of the upstream cannot be decoded'));
  }
}
