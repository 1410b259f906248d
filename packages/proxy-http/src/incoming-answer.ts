// Reads the answer to one request of ours into messages, whichever way it comes. For the side of us that is a client.

import type { Transform } from 'node:stream';
import { type Incoming, onOneLine, Pieces, parseMessage, SseReader } from '@claw/jsonrpc-stream';
import { contentTypeOf, encodingsOf } from './content.js';
import { decoderFor } from './decode.js';
import { type AnswerListener, FELL_SILENT, type UpstreamAnswer } from './upstream.js';
import { readingRules, type WireInForce } from './wire-in-force.js';

export interface ReadAnswer {
  readonly status: number;
  /** The messages of a body that was no stream; those of a stream were handed out as they came. */
  readonly body: Incoming | undefined;
  readonly lastEventId: string | undefined;
  /** How long to wait before a stream is asked for again. */
  readonly retry: number | undefined;
}

export interface IncomingAnswerOptions {
  readonly wire: WireInForce;
  readonly onHead: (answer: UpstreamAnswer) => void;
  readonly onMessage: (message: Incoming, streamed: boolean) => void;
  /** The event that names the place to post to, in the oldest transport. */
  readonly onEndpoint?: ((address: string) => void) | undefined;
  readonly onEnd: (answer: ReadAnswer) => void;
  readonly onFailure: (reason: string, lastEventId: string | undefined, retry: number | undefined) => void;
}

/** An id that cannot be sent back is none to resume from. */
const SENDABLE = /^[^\p{Cc}\p{Cs}]*$/u;
/** However eager or patient the server wants us to be. */
const SOONEST = 50;
const LATEST = 60_000;

export class IncomingAnswer implements AnswerListener {
  readonly #options: IncomingAnswerOptions;
  #answer: UpstreamAnswer | undefined;
  #events: SseReader | undefined;
  #decoder: Transform | undefined;
  readonly #pieces = new Pieces();
  #length = 0;
  #isReadable = true;
  /** Whoever reads has asked us to wait. */
  #isPaused = false;
  /** The decoder has enough for now. */
  #isDecoding = false;
  #lastEventId: string | undefined;
  #retry: number | undefined;
  #silence: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: IncomingAnswerOptions) {
    this.#options = options;
  }

  started(answer: UpstreamAnswer): void {
    this.#answer = answer;
    this.#options.onHead({ ...answer, pause: () => this.#pause(), resume: () => this.#resume() });
    const { essence, isUtf8 } = contentTypeOf(answer.headers);
    const encodings = encodingsOf(answer.headers);
    if (encodings.length > 0) this.#decode(encodings);
    if (!isUtf8) this.#isReadable = false;
    else if (essence === 'text/event-stream' && answer.status === 200) {
      this.#events = new SseReader(readingRules('server', this.#options.wire));
    } else if (essence !== 'application/json') this.#isReadable = false;
    if (this.#events === undefined)
      this.#silence = setTimeout(() => this.#fellSilent(), answer.patience).unref();
  }

  #fellSilent(): void {
    // Whoever asked us to wait is not to be told that the other side did.
    if (this.#isPaused) this.#silence?.refresh();
    else this.failed(FELL_SILENT);
  }

  data(chunk: Uint8Array): void {
    this.#silence?.refresh();
    if (this.#decoder === undefined) this.#read(chunk);
    else if (!this.#decoder.write(chunk)) {
      this.#isDecoding = true;
      this.#answer?.pause();
    }
  }

  /** What was decoded already waits, too: a little that was encoded can be much. */
  #pause(): void {
    this.#isPaused = true;
    this.#answer?.pause();
    this.#decoder?.pause();
  }

  #resume(): void {
    this.#isPaused = false;
    this.#decoder?.resume();
    if (!this.#isDecoding) this.#answer?.resume();
  }

  ended(): void {
    if (this.#decoder === undefined) this.#finish();
    else this.#decoder.end();
  }

  failed(reason: string): void {
    if (!this.#isOver) this.#end(() => this.#options.onFailure(reason, this.#lastEventId, this.#retry));
  }

  /** Nothing further is of interest, whoever still talks. */
  #end(tell: () => void): void {
    this.#isOver = true;
    clearTimeout(this.#silence);
    this.#answer?.abort();
    this.#decoder?.destroy();
    this.#pieces.clear();
    tell();
  }

  #decode(encodings: readonly string[]): void {
    this.#decoder = decoderFor(encodings);
    if (this.#decoder === undefined) this.#isReadable = false;
    this.#decoder?.on('data', (chunk: Uint8Array) => this.#read(chunk));
    this.#decoder?.on('drain', () => {
      this.#isDecoding = false;
      if (!this.#isPaused) this.#answer?.resume();
    });
    if (this.#isPaused) this.#decoder?.pause();
    this.#decoder?.once('end', () => this.#finish());
    this.#decoder?.once('error', () => this.failed('the upstream sent something that cannot be decoded'));
  }

  #read(chunk: Uint8Array): void {
    if (this.#isOver) return;
    if (this.#events === undefined) {
      if (this.#isReadable) this.#pieces.add(chunk, 0, chunk.length);
      this.#length += chunk.length;
      // One chunk beyond the limit is kept, to be refused as too long.
      if (this.#length > this.#options.wire.limits.maxMessage) this.#finish();
      return;
    }
    for (const event of this.#events.push(chunk)) {
      if (event.lastEventId !== undefined && SENDABLE.test(event.lastEventId))
        this.#lastEventId = event.lastEventId;
      if (event.retry !== undefined) this.#retry = Math.min(Math.max(event.retry, SOONEST), LATEST);
      if (event.message === undefined) continue;
      if (event.type === 'endpoint') {
        if (event.message.kind === 'refused')
          this.#options.onEndpoint?.(Buffer.concat(event.message.frame).toString());
      } else this.#options.onMessage(event.message, true);
    }
  }

  #finish(): void {
    if (this.#isOver) return;
    const { wire, onEnd } = this.#options;
    const isBody = this.#isReadable && this.#events === undefined;
    const bytes = onOneLine(Buffer.concat(this.#pieces.take()));
    const body = isBody ? parseMessage(bytes, readingRules('server', wire)) : undefined;
    const status = this.#answer?.status ?? 0;
    this.#end(() => onEnd({ status, body, lastEventId: this.#lastEventId, retry: this.#retry }));
  }
}
