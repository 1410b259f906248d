// An answer of the upstream on its way to the client: looks at its head, chooses how to read it, and takes care of
// encodings, of slow readers and of early ends.

import type { Transform } from 'node:stream';
import { type Awaitable, isPromise } from '@claw/jsonrpc-stream';
import { EventAnswer, type ReadEndpoint } from './answer-events.js';
import { headOf } from './answer-head.js';
import { WholeAnswer } from './answer-whole.js';
import { contentTypeOf, encodingsOf } from './content.js';
import { decoderFor } from './decode.js';
import type { Exchange } from './exchange.js';
import { valuesOf } from './headers.js';
import { type AnswerListener, FELL_SILENT, isRedirect, REDIRECTED, type UpstreamAnswer } from './upstream.js';

interface Reader {
  /** False when it cannot take more for now, or at all. */
  data(chunk: Uint8Array): boolean;
  /** Calls back when it can take more; those without it cannot. */
  whenReady?(callback: () => void): void;
  ended(): Awaitable<void>;
}

export interface AnswerOptions {
  readonly exchange: Exchange;
  /** Looks at the head of an answer before anybody else does. */
  readonly onHead: (answer: UpstreamAnswer) => void;
  readonly readEndpoint?: ReadEndpoint | undefined;
  /** Only the head is of interest. */
  readonly headOnly: boolean;
  /** Ends the answer from our side. */
  readonly abort: () => void;
}

const hasNoBody = ({ status }: UpstreamAnswer): boolean => status === 202 || status === 204 || status === 304;

export class AnswerRelay implements AnswerListener {
  readonly #options: AnswerOptions;
  #answer: UpstreamAnswer | undefined;
  #reader: Reader | undefined;
  #decoder: Transform | undefined;
  #isStream = false;
  #silence: NodeJS.Timeout | undefined;

  constructor(options: AnswerOptions) {
    this.#options = options;
  }

  started(answer: UpstreamAnswer): void {
    const { exchange, onHead } = this.#options;
    this.#answer = answer;
    onHead(answer);
    if (isRedirect(answer.status)) {
      this.#giveUp(() => exchange.fail(REDIRECTED));
    } else if (this.#options.headOnly || hasNoBody(answer)) this.#passHead(answer);
    else this.#readWith(this.#choose(answer), answer.patience);
  }

  data(chunk: Uint8Array): void {
    this.#silence?.refresh();
    // A body where none belongs.
    if (this.#reader === undefined) this.#options.abort();
    else if (this.#decoder === undefined) this.#read(chunk, this.#answer);
    else if (!this.#decoder.write(chunk)) {
      this.#answer?.pause();
      this.#decoder.once('drain', () => this.#answer?.resume());
    }
  }

  ended(): void {
    clearTimeout(this.#silence);
    if (this.#decoder !== undefined) this.#decoder.end();
    else this.#finish();
  }

  failed(reason: string): void {
    clearTimeout(this.#silence);
    const { exchange, abort } = this.#options;
    abort();
    this.#decoder?.destroy();
    this.#reader = undefined;
    // A stream that has begun is broken off: a clean end would tell the client that this was all.
    if (this.#isStream) {
      exchange.channel.abort();
      exchange.over();
    } else exchange.fail(reason);
  }

  #passHead(answer: UpstreamAnswer): void {
    const { exchange } = this.#options;
    if (exchange.channel.hasEvents) exchange.channel.end();
    else exchange.channel.whole(headOf(answer));
    exchange.over();
  }

  #readWith(reader: Reader | undefined, patience: number): void {
    const { exchange } = this.#options;
    this.#reader = reader;
    if (reader === undefined) this.#giveUp(() => exchange.withhold());
    else if (!this.#isStream) {
      this.#silence = setTimeout(() => this.failed(FELL_SILENT), patience).unref();
    }
  }

  /** Headers that may not be sent on are found out only when they are. */
  #finish(): void {
    const failed = () => this.failed('the upstream answered with something that cannot be passed on');
    try {
      const over = this.#reader?.ended();
      if (over !== undefined && isPromise(over)) over.then(undefined, failed);
    } catch {
      failed();
    }
  }

  /** The rest of the answer is of no interest. */
  #giveUp(answer: () => void): void {
    this.#options.abort();
    answer();
  }

  #choose(answer: UpstreamAnswer): Reader | undefined {
    const { exchange, readEndpoint } = this.#options;
    const { essence, isUtf8 } = contentTypeOf(answer.headers);
    const encodings = encodingsOf(answer.headers);
    if (encodings.length > 0) {
      const decoder = decoderFor(encodings);
      if (decoder === undefined) return undefined;
      this.#decodeWith(decoder);
    }
    const head = headOf(answer);
    const isMessage = essence === 'application/json' || essence === 'text/event-stream';
    if (isMessage && !isUtf8) return undefined;
    // Clients look for a good status, not for 200.
    if (essence !== 'text/event-stream' || answer.status >= 300) {
      const hasType = valuesOf(answer.headers, 'content-type').length > 0;
      const text = isUtf8 || !hasType ? 'text' : 'ambiguous';
      return new WholeAnswer(exchange, head, essence === 'application/json' ? 'json' : text);
    }
    this.#isStream = true;
    exchange.channel.openEvents(head);
    return new EventAnswer(exchange, readEndpoint);
  }

  #read(chunk: Uint8Array, source: { pause(): void; resume(): void } | undefined): void {
    const reader = this.#reader;
    if (reader === undefined || reader.data(chunk)) return;
    if (reader.whenReady !== undefined) {
      source?.pause();
      reader.whenReady(() => source?.resume());
    } else {
      // Too long: it has been answered already.
      clearTimeout(this.#silence);
      this.#reader = undefined;
      this.#decoder?.destroy();
      this.#options.abort();
    }
  }

  #decodeWith(decoder: Transform): void {
    this.#decoder = decoder;
    decoder.on('data', (chunk: Uint8Array) => this.#read(chunk, decoder));
    decoder.once('end', () => this.#finish());
    decoder.once('error', () => this.failed('the upstream sent something that cannot be decoded'));
  }
}
