// Answers that come as one body: a JSON message or, from web servers and gateways in between, a page of text.

import { createErrorResponse, type Incoming, type Outcome } from '@claw/jsonrpc-stream';
import { onOneLine } from './body.js';
import type { Head } from './channel.js';
import type { Exchange } from './exchange.js';
import { dataOf, eventOf } from './frames.js';

/** Longer pages are not judged and therefore not passed on. */
const LONGEST_PAGE = 64 * 1024;

const isOk = ({ status }: Head): boolean => status >= 200 && status < 300;

export class WholeAnswer {
  readonly #exchange: Exchange;
  readonly #head: Head;
  readonly #isJson: boolean;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(exchange: Exchange, head: Head, isJson: boolean) {
    this.#exchange = exchange;
    this.#head = head;
    this.#isJson = isJson;
  }

  /** False when it is too long and need not be read on. */
  data(chunk: Uint8Array): boolean {
    this.#length += chunk.length;
    if (this.#length <= this.#exchange.options.wire.limits.maxMessage) {
      this.#chunks.push(chunk);
      return true;
    }
    this.#chunks = [];
    this.#tooLong();
    return false;
  }

  async ended(): Promise<void> {
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Uint8Array) : Buffer.concat(this.#chunks);
    const message = this.#isJson ? this.#exchange.options.parseServer(onOneLine(bytes)) : undefined;
    if (message !== undefined && (message.kind !== 'refused' || isOk(this.#head)))
      await this.#message(message, bytes);
    else if (isOk(this.#head) && this.#exchange.requests.length > 0) this.#exchange.withhold();
    else await this.#page(bytes);
  }

  async #message(incoming: Incoming, bytes: Uint8Array): Promise<void> {
    const { session, options } = this.#exchange;
    options.onMessage?.(incoming);
    const outcome = await session.conversation.receive('server', incoming, { replayed: options.replayed });
    if (outcome.back !== undefined) session.tellServer(outcome.back);
    if (outcome.ahead !== undefined) this.#hand(outcome.unchanged ? bytes : dataOf(outcome.ahead));
    else if (isOk(this.#head)) this.#exchange.withhold();
    else this.#hand(undefined);
  }

  /** A client shows the text of an error to its user or its model, so it is judged as what it will become: an error. */
  async #page(bytes: Uint8Array): Promise<void> {
    const { session } = this.#exchange;
    if (bytes.length === 0 || bytes.length > LONGEST_PAGE) return this.#hand(undefined);
    const text = Buffer.from(bytes).toString();
    const asError = createErrorResponse(undefined, { code: -32000, message: text });
    const outcome: Outcome = await session.conversation.receive('server', asError);
    this.#hand(outcome.unchanged ? bytes : undefined);
  }

  #hand(body: Uint8Array | undefined): void {
    const { channel, session, requests, options } = this.#exchange;
    // A stream that we began ourselves has no status any more that could tell of a failure.
    if (!isOk(this.#head) && channel.hasEvents) {
      this.#exchange.fail(`the upstream answered ${this.#head.status}`);
      return;
    }
    // Whatever an error says, the request is over.
    if (!isOk(this.#head)) session.conversation.forget(requests);
    if (options.answersElsewhere && body !== undefined && isOk(this.#head)) {
      session.tellClient([body]);
      channel.whole({ status: 202, headers: [] });
    } else if (channel.hasEvents) {
      if (body !== undefined) channel.write([eventOf([body])]);
      channel.end();
    } else channel.whole(this.#head, body);
    this.#exchange.over();
  }

  #tooLong(): void {
    const { maxMessage } = this.#exchange.options.wire.limits;
    if (isOk(this.#head))
      this.#exchange.withhold({ limit: 'size', reason: `it is larger than ${maxMessage} bytes` });
    else this.#hand(undefined);
  }
}
