// Relays an event stream of the upstream. Each event is inspected and forwarded separately; allowed events keep their
// exact bytes.

import {
  isPromise,
  type Outcome,
  type Refusal,
  replaceEventData,
  type SseEvent,
  SseReader,
} from '@claw/jsonrpc-stream';
import type { Exchange } from '../reverse-proxy/exchange.js';
import { replaceEventIds } from './event-ids.js';
import { escapeLineSeparators } from './line-separators.js';
import { encodeEvent, toJsonLine } from './message-encoding.js';
import { removeInvalidSseLines } from './sse-lines.js';

/** Returns the `endpoint` event for the client, or undefined if it must not be forwarded. */
export type ReadEndpoint = (event: SseEvent) => Uint8Array | undefined;

const MAX_JOINED_WRITE = 64 * 1024;
/**
 * The maximum size of the events that wait for a verdict, in bytes; above it, reading pauses. One large event fits,
 * so that later events can overtake it.
 */
const MAX_PENDING_BYTES = 12 * 1024 * 1024;

export class EventStreamRelay {
  readonly #exchange: Exchange;
  readonly #readEndpoint: ReadEndpoint | undefined;
  readonly #reader: SseReader;
  #out: Uint8Array[] = [];
  /** Events with an id are forwarded in order, because a client resumes after the last id that it has seen. */
  #tail: Promise<void> | undefined;
  readonly #pending = new Set<Promise<void>>();
  #pendingBytes = 0;
  #reading = false;
  #isFirst = true;
  /** A rejected event that may have been the response to a request. */
  #unattributed: Pick<Refusal, 'limit' | 'reason'> | undefined;
  /** True if the stream has event ids, so that the client can resume it. */
  #isResumable = false;

  constructor(exchange: Exchange, readEndpoint: ReadEndpoint | undefined) {
    this.#exchange = exchange;
    this.#readEndpoint = readEndpoint;
    this.#reader = new SseReader({ sender: 'server', wire: exchange.options.wire });
  }

  /** Returns false if reading must pause until `onceReady`. */
  onData(chunk: Uint8Array): boolean {
    this.#reading = true;
    for (const event of this.#reader.push(chunk)) this.#inspect(this.#tidy(event));
    this.#reading = false;
    this.#flush();
    return this.#isReady;
  }

  /** Calls back when the response can be written to again and the events that wait for a verdict are below the limit. */
  onceReady(callback: () => void): void {
    if (this.#isReady) callback();
    else if (!this.#exchange.response.canWrite)
      this.#exchange.response.onceDrained(() => this.onceReady(callback));
    else void Promise.race(this.#pending).then(() => this.onceReady(callback));
  }

  get #isReady(): boolean {
    return this.#exchange.response.canWrite && this.#pendingBytes <= MAX_PENDING_BYTES;
  }

  /** Ends the response after the last verdicts. */
  async onEnd(): Promise<void> {
    // An incomplete event is discarded, so that it is not joined with the next one.
    this.#reader.end();
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    // The client cannot resume this stream, so it gets the error immediately.
    if (this.#unattributed !== undefined && !this.#isResumable) this.#sendWithheld(this.#unattributed);
    this.#exchange.response.end();
    this.#exchange.end();
  }

  /** Returns the event without the lines that the SSE standard ignores, and with the event ids for this client. */
  #tidy(event: SseEvent): SseEvent {
    const tidy = removeInvalidSseLines(event.frame, this.#isFirst);
    this.#isFirst = false;
    const { sealEventId } = this.#exchange.options;
    const frame = tidy === undefined ? event.frame : [tidy];
    if (event.lastEventId !== undefined && sealEventId !== undefined)
      return { ...event, frame: replaceEventIds(frame, sealEventId) };
    return tidy === undefined ? event : { ...event, frame };
  }

  #inspect(event: SseEvent): void {
    if (event.type === 'endpoint') {
      const endpoint = this.#readEndpoint?.(event);
      if (endpoint !== undefined) this.#emit(endpoint);
      return;
    }
    const { session, options } = this.#exchange;
    if (event.message !== undefined) options.onMessage?.(event.message);
    const outcome =
      event.message === undefined
        ? undefined
        : session.conversation.receive('server', event.message, { replayed: options.replayed });
    const isNumbered = event.lastEventId !== undefined;
    this.#isResumable ||= isNumbered;
    if (outcome !== undefined && isPromise(outcome)) this.#passWhenDecided(event, outcome, isNumbered);
    else if (this.#tail !== undefined && isNumbered)
      this.#passWhenDecided(event, Promise.resolve(outcome), true);
    else this.#pass(event, outcome);
  }

  #passWhenDecided(event: SseEvent, outcome: PromiseLike<Outcome | undefined>, inOrder: boolean): void {
    const before = inOrder ? this.#tail : undefined;
    const size = event.frame.reduce((sum, piece) => sum + piece.length, 0);
    this.#pendingBytes += size;
    const step = (async () => {
      const settled = await outcome;
      await before;
      this.#pass(event, settled);
      this.#flush();
    })();
    this.#pending.add(step);
    if (inOrder) this.#tail = step;
    void step.then(() => {
      this.#pending.delete(step);
      this.#pendingBytes -= size;
      if (this.#tail === step) this.#tail = undefined;
    });
  }

  #pass(event: SseEvent, outcome: Outcome | undefined): void {
    if (outcome?.toSender !== undefined) this.#exchange.session.sendToServer(outcome.toSender);
    if (outcome === undefined || outcome.unchanged) this.#passUnchanged(event);
    else {
      this.#emit(replaceEventData(event, outcome.toReceiver && toJsonLine(outcome.toReceiver)));
      this.#reportRefused(event, outcome);
    }
  }

  #passUnchanged(event: SseEvent): void {
    const { message } = event;
    const bytes =
      message === undefined || message.kind === 'refused' ? undefined : escapeLineSeparators(message.bytes);
    if (bytes !== undefined) this.#emit(replaceEventData(event, bytes));
    else for (const piece of event.frame) this.#emit(piece);
  }

  /**
   * An event on the stream of a POST that exceeds the size limit can only be its response. Other rejected events may
   * not be responses.
   */
  #reportRefused({ message }: SseEvent, { toReceiver }: Outcome): void {
    if (message?.kind !== 'refused' || toReceiver !== undefined) return;
    if (message.limit === 'size') this.#sendWithheld(message);
    else this.#unattributed = message;
  }

  #sendWithheld(why: Pick<Refusal, 'limit' | 'reason'>): void {
    const { session, requests } = this.#exchange;
    for (const { frame } of session.conversation.withhold(requests, why)) this.#emit(encodeEvent(frame));
    this.#flush();
  }

  #emit(bytes: Uint8Array): void {
    this.#out.push(bytes);
  }

  #flush(): void {
    if (this.#reading || this.#out.length === 0) return;
    const out = this.#out;
    this.#out = [];
    const length = out.reduce((sum, piece) => sum + piece.length, 0);
    this.#exchange.response.write(out.length > 1 && length < MAX_JOINED_WRITE ? [Buffer.concat(out)] : out);
  }
}
