// Reads the messages in a response from the upstream: a JSON body or an event stream.

import type { Transform } from 'node:stream';
import {
  ChunkBuffer,
  type Incoming,
  parseMessage,
  SseReader,
  toSingleLine,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { contentEncodings, contentTypeOf } from '../headers/content-type.js';
import { maxMessageOf } from '../max-message.js';
import { createDecoder } from '../response/content-decoder.js';
import { BODY_TIMED_OUT, type UpstreamResponse, type UpstreamResponseHandler } from '../upstream/upstream.js';
import { positionAfter, type ResumePoint, START_OF_STREAM } from './resume-point.js';

export interface ReadResponse extends ResumePoint {
  readonly status: number;
  /** The message in a JSON body. Messages of an event stream are passed to `onMessage`. */
  readonly body: Incoming | undefined;
}

export interface ResponseReaderOptions {
  readonly wire: WireSettings;
  readonly onHead: (response: UpstreamResponse) => void;
  readonly onMessage: (message: Incoming, streamed: boolean) => void;
  /** Called for the `endpoint` event of the legacy HTTP+SSE transport. */
  readonly onEndpoint?: ((address: string) => void) | undefined;
  readonly onEnd: (response: ReadResponse) => void;
  readonly onFailure: (reason: string, lastEventId: string | undefined, retry: number | undefined) => void;
}

export class ResponseReader implements UpstreamResponseHandler {
  readonly #options: ResponseReaderOptions;
  #response: UpstreamResponse | undefined;
  #events: SseReader | undefined;
  #decoder: Transform | undefined;
  readonly #chunks = new ChunkBuffer();
  #length = 0;
  #isReadable = true;
  /** True while the consumer has paused the response. */
  #isPaused = false;
  /** True while the reader waits for the decoder to drain. */
  #isDecoding = false;
  #position = START_OF_STREAM;
  #idleTimer: NodeJS.Timeout | undefined;
  #isDone = false;

  constructor(options: ResponseReaderOptions) {
    this.#options = options;
  }

  onStart(response: UpstreamResponse): void {
    this.#response = response;
    this.#options.onHead({ ...response, pause: () => this.#pause(), resume: () => this.#resume() });
    const { essence, isUtf8 } = contentTypeOf(response.headers);
    const encodings = contentEncodings(response.headers);
    if (encodings.length > 0) this.#decode(encodings);
    if (!isUtf8) this.#isReadable = false;
    else if (essence === 'text/event-stream' && response.status === 200) {
      this.#events = new SseReader({ sender: 'server', wire: this.#options.wire });
    } else if (essence !== 'application/json') this.#isReadable = false;
    if (this.#events === undefined)
      this.#idleTimer = setTimeout(() => this.#onIdle(), response.bodyIdleTimeout).unref();
  }

  #onIdle(): void {
    // While the response is paused, the upstream is not responsible for missing data.
    if (this.#isPaused) this.#idleTimer?.refresh();
    else this.onFailure(BODY_TIMED_OUT);
  }

  onData(chunk: Uint8Array): void {
    this.#idleTimer?.refresh();
    if (this.#decoder === undefined) this.#read(chunk);
    else if (!this.#decoder.write(chunk)) {
      this.#isDecoding = true;
      this.#response?.pause();
    }
  }

  /** Also pauses the decoder, because a small encoded chunk can contain a large amount of data. */
  #pause(): void {
    this.#isPaused = true;
    this.#response?.pause();
    this.#decoder?.pause();
  }

  #resume(): void {
    this.#isPaused = false;
    this.#decoder?.resume();
    if (!this.#isDecoding) this.#response?.resume();
  }

  onEnd(): void {
    if (this.#decoder === undefined) this.#finish();
    else this.#decoder.end();
  }

  onFailure(reason: string): void {
    const { lastEventId, retry } = this.#position;
    if (!this.#isDone) this.#end(() => this.#options.onFailure(reason, lastEventId, retry));
  }

  /** Releases all resources, then calls `tell`. */
  #end(tell: () => void): void {
    this.#isDone = true;
    clearTimeout(this.#idleTimer);
    this.#response?.abort();
    this.#decoder?.destroy();
    this.#chunks.clear();
    tell();
  }

  #decode(encodings: readonly string[]): void {
    this.#decoder = createDecoder(encodings);
    if (this.#decoder === undefined) this.#isReadable = false;
    this.#decoder?.on('data', (chunk: Uint8Array) => this.#read(chunk));
    this.#decoder?.on('drain', () => {
      this.#isDecoding = false;
      if (!this.#isPaused) this.#response?.resume();
    });
    if (this.#isPaused) this.#decoder?.pause();
    this.#decoder?.once('end', () => this.#finish());
    this.#decoder?.once('error', () => this.onFailure('the response of the upstream cannot be decoded'));
  }

  #read(chunk: Uint8Array): void {
    if (this.#isDone) return;
    if (this.#events === undefined) {
      if (this.#isReadable) this.#chunks.add(chunk, 0, chunk.length);
      this.#length += chunk.length;
      // The chunk that exceeds the limit is stored too, so that the parser rejects the message as too large.
      if (this.#length > maxMessageOf(this.#options.wire)) this.#finish();
      return;
    }
    for (const event of this.#events.push(chunk)) {
      this.#position = positionAfter(event, this.#position);
      if (event.message === undefined) continue;
      if (event.type === 'endpoint') {
        if (event.message.kind === 'refused')
          this.#options.onEndpoint?.(Buffer.concat(event.message.frame).toString());
      } else this.#options.onMessage(event.message, true);
    }
  }

  #finish(): void {
    if (this.#isDone) return;
    const { wire, onEnd } = this.#options;
    const isBody = this.#isReadable && this.#events === undefined;
    const bytes = toSingleLine(Buffer.concat(this.#chunks.takeChunks()));
    const body = isBody ? parseMessage(bytes, { sender: 'server', wire }) : undefined;
    const status = this.#response?.status ?? 0;
    this.#end(() => onEnd({ status, body, ...this.#position }));
  }
}
