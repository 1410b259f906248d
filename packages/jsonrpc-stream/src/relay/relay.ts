// Connects two NDJSON readers with a conversation and writes its outcomes in order. The transport owns the pipes or
// sockets: it passes chunks to the relay and writes the pieces that the relay returns.

import { NdjsonReader } from '../framing/ndjson.js';
import type { Message } from '../message/message.js';
import { Conversation, type ConversationOptions } from './conversation.js';
import type { Side } from './diagnostic.js';
import type { Awaitable } from './inspector.js';
import type { Outcome } from './outcome.js';
import { OutputBuffer } from './output-buffer.js';
import { isPromise } from './validate-action.js';

export interface RelayOptions extends Omit<ConversationOptions, 'send'> {
  /** Writes these pieces in order. They must not be changed afterwards. */
  readonly toClient: (pieces: readonly Uint8Array[]) => void;
  readonly toServer: (pieces: readonly Uint8Array[]) => void;
}

const otherSide = (side: Side): Side => (side === 'client' ? 'server' : 'client');

export class Relay {
  readonly #conversation: Conversation;
  readonly #readers: Readonly<Record<Side, NdjsonReader>>;
  readonly #buffers: Readonly<Record<Side, OutputBuffer>>;
  /** The number of messages that wait for a verdict. */
  #pending = 0;
  #whenIdle: (() => void)[] = [];
  #serverEnded = false;
  #pushing = false;

  constructor({ toClient, toServer, ...options }: RelayOptions) {
    const { wire } = options;
    this.#readers = {
      client: new NdjsonReader({ sender: 'client', wire }),
      server: new NdjsonReader({ sender: 'server', wire }),
    };
    this.#buffers = { client: new OutputBuffer(toClient), server: new OutputBuffer(toServer) };
    this.#conversation = new Conversation({ ...options, send: (to, message) => this.#send(to, message) });
  }

  /** Call with the bytes that the client sent. */
  fromClient(chunk: Uint8Array): void {
    this.#push('client', chunk);
  }

  /** Call with the bytes that the server sent. */
  fromServer(chunk: Uint8Array): void {
    this.#push('server', chunk);
  }

  /** Call when the client has ended its stream. */
  clientEnded(): void {
    this.#end('client');
  }

  /** Call when the server has exited. Open and later requests get an error response with this reason. */
  serverEnded(reason: string): void {
    if (this.#serverEnded) return;
    this.#serverEnded = true;
    this.#end('server');
    this.#sendToClient(this.#conversation.serverEnded(reason));
  }

  /** Resolves when no verdict is pending. */
  idle(): Promise<void> {
    return this.#pending === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** Call when the connection has ended, so that the inspector can withdraw its pending approvals. */
  close(): void {
    this.#conversation.close();
  }

  /**
   * Call when no further verdict will come: requests whose responses are still being inspected get an error response.
   */
  abandon(): void {
    this.#sendToClient(this.#conversation.abandon());
  }

  #sendToClient(messages: readonly Message[]): void {
    for (const { frame } of messages) this.#buffers.client.add(frame);
    this.#flush();
  }

  #push(side: Side, chunk: Uint8Array): void {
    this.#pushing = true;
    try {
      const incoming = this.#readers[side].push(chunk);
      for (const outcome of this.#conversation.receiveAll(side, incoming)) this.#write(side, outcome);
    } finally {
      this.#pushing = false;
      this.#flush();
    }
  }

  #end(side: Side): void {
    const rest = this.#readers[side].end();
    if (rest !== undefined) this.#write(side, this.#conversation.receive(side, rest));
    this.#flush();
  }

  /** Writes an outcome immediately, or as soon as it is known. Other messages do not wait for it. */
  #write(side: Side, outcome: Awaitable<Outcome>): void {
    if (!isPromise(outcome)) {
      this.#buffer(side, outcome);
      return;
    }
    this.#pending++;
    void outcome.then((settled) => {
      this.#buffer(side, settled);
      this.#flush();
      if (--this.#pending === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    });
  }

  #buffer(side: Side, { toReceiver, toSender }: Outcome): void {
    if (toReceiver !== undefined) this.#buffers[otherSide(side)].add(toReceiver);
    if (toSender !== undefined) this.#buffers[side].add(toSender);
  }

  #flush(): void {
    this.#buffers.server.flush();
    this.#buffers.client.flush();
  }

  /** Sends a message from the inspector. */
  #send(to: Side, message: Message): void {
    this.#buffers[to].add(message.frame);
    if (!this.#pushing) this.#flush();
  }
}
