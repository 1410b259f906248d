// Relays a response with a single body: a JSON message, or an error page of a web server or gateway.

import { isUtf8 } from 'node:buffer';
import {
  type Awaitable,
  createErrorResponse,
  type Incoming,
  isPromise,
  isSingleLine,
  MessageReader,
  type Outcome,
  toSingleLine,
  type WholeMessage,
} from '@claw/jsonrpc-stream';
import { maxMessageOf } from '../max-message.js';
import { afterPendingIo } from '../reverse-proxy/after-pending-io.js';
import type { Exchange } from '../reverse-proxy/exchange.js';
import type { ResponseHead } from '../server/client-response.js';
import { encodeEvent, toJsonLine } from './message-encoding.js';

/** The maximum length of an error page. Longer pages cannot be inspected and are therefore not forwarded. */
const MAX_ERROR_PAGE = 64 * 1024;

const EMPTY = new Uint8Array(0);

const isOk = ({ status }: ResponseHead): boolean => status >= 200 && status < 300;

/** The kind of a body: a JSON message, plain text, or a body that two parsers could decode differently. */
export type BodyKind = 'json' | 'text' | 'ambiguous';

export class BodyRelay {
  readonly #exchange: Exchange;
  readonly #head: ResponseHead;
  readonly #kind: BodyKind;
  /** The first chunk; most bodies arrive in one chunk. */
  #first: Uint8Array | undefined;
  /** Scans larger bodies while they arrive. */
  #reader: MessageReader | undefined;
  #length = 0;

  constructor(exchange: Exchange, head: ResponseHead, kind: BodyKind) {
    this.#exchange = exchange;
    this.#head = head;
    this.#kind = kind;
  }

  /** Returns false if the body is too large and reading must stop. */
  onData(chunk: Uint8Array): boolean {
    this.#length += chunk.length;
    if (this.#length <= maxMessageOf(this.#exchange.options.wire)) {
      this.#store(chunk);
      return true;
    }
    this.#first = undefined;
    this.#reader = undefined;
    this.#handleTooLarge();
    return false;
  }

  #store(chunk: Uint8Array): void {
    if (this.#first === undefined) {
      this.#first = chunk;
      return;
    }
    if (this.#reader === undefined) {
      this.#reader = new MessageReader({ sender: 'server', wire: this.#exchange.options.wire });
      this.#reader.add(this.#first);
    }
    this.#reader.add(chunk);
  }

  onEnd(): Awaitable<void> {
    const { message, frame } = this.#read();
    if (message !== undefined && (message.kind !== 'refused' || isOk(this.#head)))
      return this.#inspectMessage(message, frame);
    if (!isOk(this.#head)) return this.#inspectErrorPage(Buffer.concat(frame));
    if (this.#exchange.requests.length > 0) this.#exchange.withhold();
    // Text is forwarded only with error statuses, because some clients parse any 2xx body as a message.
    else this.#send(undefined);
  }

  /**
   * Most messages are on one line. The parser rejects other messages at the first newline, so their lines are joined
   * and parsed again.
   */
  #read(): WholeMessage {
    const { parseServer } = this.#exchange.options;
    const first = this.#first ?? EMPTY;
    const read = this.#reader?.end() ?? { message: parseServer(first), frame: [first] };
    if (this.#kind !== 'json') return { message: undefined, frame: read.frame };
    if (read.message?.kind !== 'refused' || read.frame.every(isSingleLine)) return read;
    return { message: parseServer(toSingleLine(Buffer.concat(read.frame))), frame: read.frame };
  }

  #inspectMessage(incoming: Incoming, pieces: readonly Uint8Array[]): Awaitable<void> {
    const { session, options } = this.#exchange;
    options.onMessage?.(incoming);
    const { replayed } = options;
    const outcome = session.conversation.receive('server', incoming, { replayed, after: afterPendingIo });
    if (isPromise(outcome)) return outcome.then((decided) => this.#act(decided, pieces));
    this.#act(outcome, pieces);
  }

  #act(outcome: Outcome, pieces: readonly Uint8Array[]): void {
    const { session } = this.#exchange;
    if (outcome.toSender !== undefined) session.sendToServer(outcome.toSender);
    if (outcome.toReceiver !== undefined)
      this.#send(outcome.unchanged ? pieces : [toJsonLine(outcome.toReceiver)]);
    else if (isOk(this.#head)) this.#exchange.withhold();
    else this.#send(undefined);
  }

  /** Inspects the text of an error as a JSON-RPC error, because clients show it to the user or the model. */
  async #inspectErrorPage(bytes: Uint8Array): Promise<void> {
    const { session } = this.#exchange;
    const isReadable = this.#kind !== 'ambiguous' && isUtf8(bytes);
    if (bytes.length === 0 || bytes.length > MAX_ERROR_PAGE || !isReadable) return this.#send(undefined);
    const text = Buffer.from(bytes).toString();
    const asError = createErrorResponse(undefined, { code: -32000, message: text });
    const outcome: Outcome = await session.conversation.receive('server', asError);
    this.#send(outcome.unchanged ? [bytes] : undefined);
  }

  #send(body: readonly Uint8Array[] | undefined): void {
    const { response, session, requests, options } = this.#exchange;
    // The status of an event stream was sent before, so the error is sent on the stream.
    if (!isOk(this.#head) && response.isEventStream) {
      this.#exchange.fail(`the upstream responded with status ${this.#head.status}`);
      return;
    }
    // No response follows an error status.
    if (!isOk(this.#head)) session.conversation.forget(requests);
    if (options.respondsOnStream && body !== undefined && isOk(this.#head)) {
      session.sendToClient(body);
      response.send({ status: 202, headers: [] });
    } else if (response.isEventStream) {
      if (body !== undefined) response.write([encodeEvent(body)]);
      response.end();
    } else response.sendChunks(this.#head, body ?? []);
    this.#exchange.end();
  }

  #handleTooLarge(): void {
    const maxMessage = maxMessageOf(this.#exchange.options.wire);
    if (isOk(this.#head))
      this.#exchange.withhold({ limit: 'size', reason: `the message is larger than ${maxMessage} bytes` });
    else this.#send(undefined);
  }
}
