// Answers that come as a stream of events. Each is judged by itself and leaves at once; what nobody objects to leaves
// as the bytes that came.

import {
  isPromise,
  type Outcome,
  type Refusal,
  replaceEventData,
  type SseEvent,
  SseReader,
} from '@claw/jsonrpc-stream';
import type { Exchange } from './exchange.js';
import { dataOf, eventOf } from './frames.js';
import { withoutFalseLineEnds } from './line-ends.js';
import { withoutStrayLines } from './stray-lines.js';
import { readingRules } from './wire-in-force.js';

/** Gives the event that names the place to post to, as the client shall see it; undefined when it shall see none. */
export type ReadEndpoint = (event: SseEvent) => Uint8Array | undefined;

const WRITE_TOGETHER = 64 * 1024;
/** Bytes of events that may wait for a verdict before no more are read: one of the largest, so that others overtake it. */
const MOST_WAITING = 12 * 1024 * 1024;

export class EventAnswer {
  readonly #exchange: Exchange;
  readonly #readEndpoint: ReadEndpoint | undefined;
  readonly #reader: SseReader;
  #out: Uint8Array[] = [];
  /** Events with an id leave in their order: a client that saw the later one would resume after it. */
  #tail: Promise<void> | undefined;
  readonly #pending = new Set<Promise<void>>();
  #waiting = 0;
  #reading = false;
  #isFirst = true;
  /** Something was left out that may have been the answer. */
  #isMissing: Pick<Refusal, 'limit' | 'reason'> | undefined;
  /** The stream can be asked for again. */
  #isNumbered = false;

  constructor(exchange: Exchange, readEndpoint: ReadEndpoint | undefined) {
    this.#exchange = exchange;
    this.#readEndpoint = readEndpoint;
    this.#reader = new SseReader(readingRules('server', exchange.options.wire));
  }

  /** False when `whenReady` has to be waited for before more is read. */
  data(chunk: Uint8Array): boolean {
    this.#reading = true;
    for (const event of this.#reader.push(chunk)) this.#take(this.#tidied(event));
    this.#reading = false;
    this.#flush();
    return this.#isReady;
  }

  /** Calls back when the client has read, or never will, and not too much waits for a verdict. */
  whenReady(callback: () => void): void {
    if (this.#isReady) callback();
    else if (!this.#exchange.channel.hasRoom) this.#exchange.channel.whenRoom(() => this.whenReady(callback));
    else void Promise.race(this.#pending).then(() => this.whenReady(callback));
  }

  get #isReady(): boolean {
    return this.#exchange.channel.hasRoom && this.#waiting <= MOST_WAITING;
  }

  /** The stream is over, and so is this once the last verdicts are there. */
  async ended(): Promise<void> {
    // An event without its end is not acted on by anybody, and a part of one must not be joined to what we say.
    this.#reader.end();
    while (this.#pending.size > 0) await Promise.all(this.#pending);
    // Nobody could ask for it again, so that whoever waits for it has to be told now.
    if (this.#isMissing !== undefined && !this.#isNumbered) this.#tellWithheld(this.#isMissing);
    this.#exchange.channel.end();
    this.#exchange.over();
  }

  #tidied(event: SseEvent): SseEvent {
    const tidy = withoutStrayLines(event.frame, this.#isFirst);
    this.#isFirst = false;
    return tidy === undefined ? event : { ...event, frame: [tidy] };
  }

  #take(event: SseEvent): void {
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
    this.#isNumbered ||= isNumbered;
    if (outcome !== undefined && isPromise(outcome)) this.#later(event, outcome, isNumbered);
    else if (this.#tail !== undefined && isNumbered) this.#later(event, Promise.resolve(outcome), true);
    else this.#pass(event, outcome);
  }

  #later(event: SseEvent, outcome: PromiseLike<Outcome | undefined>, inOrder: boolean): void {
    const before = inOrder ? this.#tail : undefined;
    const size = event.frame.reduce((sum, piece) => sum + piece.length, 0);
    this.#waiting += size;
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
      this.#waiting -= size;
      if (this.#tail === step) this.#tail = undefined;
    });
  }

  #pass(event: SseEvent, outcome: Outcome | undefined): void {
    if (outcome?.back !== undefined) this.#exchange.session.tellServer(outcome.back);
    if (outcome === undefined || outcome.unchanged) this.#passUnchanged(event);
    else {
      this.#emit(replaceEventData(event, outcome.ahead && dataOf(outcome.ahead)));
      this.#tellRefused(event, outcome);
    }
  }

  #passUnchanged(event: SseEvent): void {
    const { message } = event;
    const bytes =
      message === undefined || message.kind === 'refused' ? undefined : withoutFalseLineEnds(message.bytes);
    if (bytes !== undefined) this.#emit(replaceEventData(event, bytes));
    else for (const piece of event.frame) this.#emit(piece);
  }

  /** Too long to find out whom it answers: on the stream of a post it can only be the post. Other things may be a ping. */
  #tellRefused({ message }: SseEvent, { ahead }: Outcome): void {
    if (message?.kind !== 'refused' || ahead !== undefined) return;
    if (message.limit === 'size') this.#tellWithheld(message);
    else this.#isMissing = message;
  }

  #tellWithheld(why: Pick<Refusal, 'limit' | 'reason'>): void {
    const { session, requests } = this.#exchange;
    for (const { frame } of session.conversation.withhold(requests, why)) this.#emit(eventOf(frame));
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
    this.#exchange.channel.write(out.length > 1 && length < WRITE_TOGETHER ? [Buffer.concat(out)] : out);
  }
}
