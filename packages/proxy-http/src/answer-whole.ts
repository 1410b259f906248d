// Answers that come as one body: a JSON message or, from web servers and gateways in between, a page of text.

import { isUtf8 } from 'node:buffer';
import {
  type Awaitable,
  createErrorResponse,
  type Incoming,
  isOneLine,
  isPromise,
  MessageReader,
  type Outcome,
  onOneLine,
  type WholeMessage,
} from '@claw/jsonrpc-stream';
import type { Head } from './channel.js';
import type { Exchange } from './exchange.js';
import { dataOf, eventOf } from './frames.js';
import { endOfTurn } from './turn.js';
import { readingRules } from './wire-in-force.js';

/** Longer pages are not judged and therefore not passed on. */
const LONGEST_PAGE = 64 * 1024;

const NOTHING = new Uint8Array(0);

const isOk = ({ status }: Head): boolean => status >= 200 && status < 300;

/** What a body is: a message, text for a person, or something that two readers could read differently. */
export type BodyKind = 'json' | 'text' | 'ambiguous';

export class WholeAnswer {
  readonly #exchange: Exchange;
  readonly #head: Head;
  readonly #kind: BodyKind;
  /** Most bodies come as one chunk. */
  #first: Uint8Array | undefined;
  /** Others are looked at as they come, while their bytes are at hand. */
  #reader: MessageReader | undefined;
  #length = 0;

  constructor(exchange: Exchange, head: Head, kind: BodyKind) {
    this.#exchange = exchange;
    this.#head = head;
    this.#kind = kind;
  }

  /** False when it is too long and need not be read on. */
  data(chunk: Uint8Array): boolean {
    this.#length += chunk.length;
    if (this.#length <= this.#exchange.options.wire.limits.maxMessage) {
      this.#keep(chunk);
      return true;
    }
    this.#first = undefined;
    this.#reader = undefined;
    this.#tooLong();
    return false;
  }

  #keep(chunk: Uint8Array): void {
    if (this.#first === undefined) {
      this.#first = chunk;
      return;
    }
    if (this.#reader === undefined) {
      this.#reader = new MessageReader(readingRules('server', this.#exchange.options.wire));
      this.#reader.add(this.#first);
    }
    this.#reader.add(chunk);
  }

  ended(): Awaitable<void> {
    const { message, frame } = this.#read();
    if (message !== undefined && (message.kind !== 'refused' || isOk(this.#head)))
      return this.#message(message, frame);
    if (!isOk(this.#head)) return this.#page(Buffer.concat(frame));
    if (this.#exchange.requests.length > 0) this.#exchange.withhold();
    // Some clients take whatever comes with a good status for messages; a page is for errors only.
    else this.#hand(undefined);
  }

  /** Most are on one line and need not be joined to be read. One on several is refused at the end of its first. */
  #read(): WholeMessage {
    const { parseServer } = this.#exchange.options;
    const first = this.#first ?? NOTHING;
    const read = this.#reader?.end() ?? { message: parseServer(first), frame: [first] };
    if (this.#kind !== 'json') return { message: undefined, frame: read.frame };
    if (read.message?.kind !== 'refused' || read.frame.every(isOneLine)) return read;
    return { message: parseServer(onOneLine(Buffer.concat(read.frame))), frame: read.frame };
  }

  #message(incoming: Incoming, pieces: readonly Uint8Array[]): Awaitable<void> {
    const { session, options } = this.#exchange;
    options.onMessage?.(incoming);
    const { replayed } = options;
    const judged = session.conversation.receive('server', incoming, { replayed, after: endOfTurn });
    if (isPromise(judged)) return judged.then((outcome) => this.#act(outcome, pieces));
    this.#act(judged, pieces);
  }

  #act(outcome: Outcome, pieces: readonly Uint8Array[]): void {
    const { session } = this.#exchange;
    if (outcome.back !== undefined) session.tellServer(outcome.back);
    if (outcome.ahead !== undefined) this.#hand(outcome.unchanged ? pieces : [dataOf(outcome.ahead)]);
    else if (isOk(this.#head)) this.#exchange.withhold();
    else this.#hand(undefined);
  }

  /** A client shows the text of an error to its user or its model, so it is judged as what it will become: an error. */
  async #page(bytes: Uint8Array): Promise<void> {
    const { session } = this.#exchange;
    const isReadable = this.#kind !== 'ambiguous' && isUtf8(bytes);
    if (bytes.length === 0 || bytes.length > LONGEST_PAGE || !isReadable) return this.#hand(undefined);
    const text = Buffer.from(bytes).toString();
    const asError = createErrorResponse(undefined, { code: -32000, message: text });
    const outcome: Outcome = await session.conversation.receive('server', asError);
    this.#hand(outcome.unchanged ? [bytes] : undefined);
  }

  #hand(body: readonly Uint8Array[] | undefined): void {
    const { channel, session, requests, options } = this.#exchange;
    // A stream that we began ourselves has no status any more that could tell of a failure.
    if (!isOk(this.#head) && channel.hasEvents) {
      this.#exchange.fail(`the upstream answered ${this.#head.status}`);
      return;
    }
    // Whatever an error says, the request is over.
    if (!isOk(this.#head)) session.conversation.forget(requests);
    if (options.answersElsewhere && body !== undefined && isOk(this.#head)) {
      session.tellClient(body);
      channel.whole({ status: 202, headers: [] });
    } else if (channel.hasEvents) {
      if (body !== undefined) channel.write([eventOf(body)]);
      channel.end();
    } else channel.wholeInPieces(this.#head, body ?? []);
    this.#exchange.over();
  }

  #tooLong(): void {
    const { maxMessage } = this.#exchange.options.wire.limits;
    if (isOk(this.#head))
      this.#exchange.withhold({ limit: 'size', reason: `it is larger than ${maxMessage} bytes` });
    else this.#hand(undefined);
  }
}
