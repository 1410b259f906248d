// Two framings and one conversation: who gets which bytes, in which order. Knows no pipes and no sockets; the
// transport pushes chunks in and is handed pieces to write.

import { isPromise } from './check-action.js';
import { Conversation, type ConversationOptions, type Outcome } from './conversation.js';
import type { Awaitable } from './inspector.js';
import type { Side } from './lane.js';
import type { Limits } from './limits.js';
import type { Message } from './message.js';
import { NdjsonReader } from './ndjson.js';
import { Outbox } from './outbox.js';
import type { ParserOptions } from './parse.js';

export interface RelayOptions extends Omit<ConversationOptions, 'say'> {
  /** Writes these pieces, in order, to the peer. They must not be changed afterwards. */
  readonly toClient: (pieces: readonly Uint8Array[]) => void;
  readonly toServer: (pieces: readonly Uint8Array[]) => void;
  /** Like the other rules for messages, read when one begins: options with getters can change them. */
  readonly limits?: Partial<Limits> | undefined;
  /** Hold the server to the rules for clients. */
  readonly strict?: boolean | undefined;
}

const otherSide = (side: Side): Side => (side === 'client' ? 'server' : 'client');

/** The rules for one sender, as they are whenever somebody looks. */
const rulesFor = (sender: Side, options: Pick<RelayOptions, 'limits' | 'strict'>): ParserOptions => ({
  sender,
  get limits() {
    return options.limits;
  },
  get strict() {
    return options.strict;
  },
});

export class Relay {
  readonly #conversation: Conversation;
  readonly #readers: Readonly<Record<Side, NdjsonReader>>;
  readonly #outboxes: Readonly<Record<Side, Outbox>>;
  /** How many messages wait for a verdict. */
  #waiting = 0;
  #whenIdle: (() => void)[] = [];
  #serverEnded = false;
  #pushing = false;

  constructor(options: RelayOptions) {
    this.#readers = {
      client: new NdjsonReader(rulesFor('client', options)),
      server: new NdjsonReader(rulesFor('server', options)),
    };
    this.#outboxes = { client: new Outbox(options.toClient), server: new Outbox(options.toServer) };
    const { connect, onIncident } = options;
    this.#conversation = new Conversation({
      ...(connect && { connect }),
      ...(onIncident && { onIncident }),
      get unmatched() {
        return options.unmatched;
      },
      get nonJson() {
        return options.nonJson;
      },
      say: (to, message) => this.#say(to, message),
    });
  }

  /** Bytes that the client sent. */
  fromClient(chunk: Uint8Array): void {
    this.#push('client', chunk);
  }

  /** Bytes that the server sent. */
  fromServer(chunk: Uint8Array): void {
    this.#push('server', chunk);
  }

  /** The client will send nothing more. */
  clientEnded(): void {
    this.#end('client');
  }

  /** The server is gone. Every request that it owes an answer is told so, later ones too. */
  serverEnded(reason: string): void {
    if (this.#serverEnded) return;
    this.#serverEnded = true;
    this.#end('server');
    this.#tellClient(this.#conversation.serverEnded(reason));
  }

  /** Resolves when no verdict is awaited any more. */
  idle(): Promise<void> {
    return this.#waiting === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** The connection is over; the inspector can stop asking people. */
  close(): void {
    this.#conversation.close();
  }

  /** No further verdict will come: whoever waits for an answer that is still being judged is told. */
  abandon(): void {
    this.#tellClient(this.#conversation.abandon());
  }

  #tellClient(messages: readonly Message[]): void {
    for (const { frame } of messages) this.#outboxes.client.add(frame);
    this.#flush();
  }

  #push(side: Side, chunk: Uint8Array): void {
    this.#pushing = true;
    try {
      const incoming = this.#readers[side].push(chunk);
      for (const outcome of this.#conversation.receiveAll(side, incoming)) this.#settle(side, outcome);
    } finally {
      this.#pushing = false;
      this.#flush();
    }
  }

  #end(side: Side): void {
    const rest = this.#readers[side].end();
    if (rest !== undefined) this.#settle(side, this.#conversation.receive(side, rest));
    this.#flush();
  }

  /** Does what was decided, now or when it is decided. Others do not wait for it. */
  #settle(side: Side, outcome: Awaitable<Outcome>): void {
    if (!isPromise(outcome)) {
      this.#perform(side, outcome);
      return;
    }
    this.#waiting++;
    void outcome.then((settled) => {
      this.#perform(side, settled);
      this.#flush();
      if (--this.#waiting === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    });
  }

  #perform(side: Side, { ahead, back }: Outcome): void {
    if (ahead !== undefined) this.#outboxes[otherSide(side)].add(ahead);
    if (back !== undefined) this.#outboxes[side].add(back);
  }

  #flush(): void {
    this.#outboxes.server.flush();
    this.#outboxes.client.flush();
  }

  /** Something that the inspector says by itself. */
  #say(to: Side, message: Message): void {
    this.#outboxes[to].add(message.frame);
    if (!this.#pushing) this.#flush();
  }
}
