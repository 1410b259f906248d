// A POST of a client that waits for answers from a pipe. If only answers come it is answered with JSON; if something else
// has to be said first it becomes a stream.

import type { Message, MessageId, RequestMessage } from '@claw/jsonrpc-stream';
import type { Channel, Head } from './channel.js';
import { bodyOf, eventOf, JSON_HEAD, jsonHeadOf } from './frames.js';

/** Errors of the protocol itself have a status of their own in the stateless era. */
const STATUS: Readonly<Record<number, number>> = {
  [-32601]: 404,
  [-32020]: 400,
  [-32021]: 400,
  [-32022]: 400,
};

export interface FrontPostOptions {
  readonly channel: Channel;
  readonly requests: readonly RequestMessage[];
  readonly isBatch: boolean;
  readonly stateless: boolean;
  /** Where it came from. */
  readonly address: string;
}

export class FrontPost {
  readonly channel: Channel;
  readonly stateless: boolean;
  readonly address: string;
  readonly #open: Map<MessageId['key'], RequestMessage>;
  readonly #isBatch: boolean;
  #answers: Message[] = [];

  constructor({ channel, requests, isBatch, stateless, address }: FrontPostOptions) {
    this.channel = channel;
    this.stateless = stateless;
    this.address = address;
    this.#isBatch = isBatch;
    this.#open = new Map(requests.map((request) => [request.id.key, request]));
  }

  get keys(): MessageId['key'][] {
    return [...this.#open.keys()];
  }

  get requests(): RequestMessage[] {
    return [...this.#open.values()];
  }

  /** Something that comes before the answer. False when the client cannot take it. */
  tell(message: Message): boolean {
    if (!this.channel.isOpen || !this.channel.acceptsEvents) return false;
    this.#beginStream();
    this.channel.write([eventOf(message.frame)]);
    return true;
  }

  /** The answer to one of its requests. True when it was the last. */
  answer(message: Message): boolean {
    if (message.id !== undefined) this.#open.delete(message.id.key);
    const isLast = this.#open.size === 0;
    if (this.channel.hasEvents) this.channel.write([eventOf(message.frame)]);
    else this.#answers.push(message);
    if (!isLast) return false;
    if (this.channel.hasEvents) this.channel.end();
    else this.channel.whole(this.#head(message), bodyOf(this.#answers, this.#isBatch));
    return true;
  }

  #beginStream(): void {
    if (this.channel.hasEvents) return;
    this.channel.openEvents();
    this.channel.write(this.#answers.map(({ frame }) => eventOf(frame)));
    this.#answers = [];
  }

  #head(message: Message): Head {
    if (this.#isBatch) return JSON_HEAD;
    const head = jsonHeadOf(message);
    if (!this.stateless || message.kind !== 'response' || !message.failed) return head;
    const { error } = message.value as { error?: { code?: unknown } };
    const status = STATUS[Number(error?.code)];
    return status === undefined ? head : { ...head, status };
  }
}
