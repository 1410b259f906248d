// One request of a client and what it is owed: the bookkeeping that every kind of answer shares.

import {
  createErrorResponse,
  ErrorCode,
  type Incoming,
  type Message,
  type Refusal,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import type { Channel } from './channel.js';
import { bodyOf, errorBody, eventOf, JSON_HEAD } from './frames.js';
import type { Session } from './session.js';
import type { WireInForce } from './wire-in-force.js';

export interface ExchangeOptions {
  readonly session: Session;
  readonly channel: Channel;
  /** What the request asked for; empty for notifications, answers and streams. */
  readonly requests: readonly RequestMessage[];
  readonly isBatch: boolean;
  /** The client resumes a stream: answers may come a second time. */
  readonly replayed: boolean;
  /** Answers to posts travel on the stream of the session, as in the oldest transport. */
  readonly answersElsewhere: boolean;
  readonly wire: WireInForce;
  readonly parseServer: (bytes: Uint8Array) => Incoming | undefined;
  /** Looks at every message of the answer before it is judged. */
  readonly onMessage?: ((incoming: Incoming) => void) | undefined;
}

const ACCEPTED = { status: 202, headers: [] };

export class Exchange {
  readonly session: Session;
  readonly channel: Channel;
  readonly requests: readonly RequestMessage[];
  readonly options: ExchangeOptions;
  #whenOver: (() => void)[] = [];

  constructor(options: ExchangeOptions) {
    this.options = options;
    this.session = options.session;
    this.channel = options.channel;
    this.requests = options.requests;
    this.session.attach(this.channel);
  }

  /** Calls back once, when nothing more will happen. */
  whenOver(callback: () => void): void {
    this.#whenOver.push(callback);
  }

  over(): void {
    this.session.detach(this.channel);
    for (const callback of this.#whenOver.splice(0)) callback();
  }

  /** What we say in place of the upstream. Nothing: then it is accepted and that is all. */
  answer(messages: readonly Message[]): void {
    const { channel, session, options } = this;
    if (options.answersElsewhere) {
      for (const { frame } of messages) session.tellClient(frame);
      channel.whole(ACCEPTED);
    } else if (channel.hasEvents) {
      channel.write(messages.map(({ frame }) => eventOf(frame)));
      channel.end();
    } else if (messages.length === 0) channel.whole(ACCEPTED);
    else channel.whole(JSON_HEAD, bodyOf(messages, options.isBatch));
    this.over();
  }

  /** The upstream did not answer. */
  fail(reason: string): void {
    const error = { code: ErrorCode.serverGone, message: `no answer: ${reason}`, data: { reason } };
    const open = this.session.conversation.fail(this.requests, reason);
    // An answer that was let through and could then not be written leaves nobody in the table, and somebody waiting.
    const isOwed = open.length === 0 && this.channel.isSilent;
    const told = isOwed ? this.requests.map(({ id }) => createErrorResponse(id, error)) : open;
    if (told.length > 0 || this.requests.length > 0 || this.channel.hasEvents) this.answer(told);
    else {
      this.channel.whole({ ...JSON_HEAD, status: 502 }, errorBody(error));
      this.over();
    }
  }

  /** The upstream answered with something that cannot be handed out. */
  withhold(why?: Pick<Refusal, 'limit' | 'reason'>): void {
    if (this.requests.length === 0) this.fail('the upstream sent something that cannot be handed out');
    else this.answer(this.session.conversation.withhold(this.requests, why));
  }
}
