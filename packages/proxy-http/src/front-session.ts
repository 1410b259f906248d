// A pipe seen as the server of HTTP clients: which of its messages goes to which connection. What passes here has been
// judged on its way through the pipe.

import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  type Batch,
  createNotification,
  type Incoming,
  type Message,
  type MessageId,
  NdjsonReader,
} from '@claw/jsonrpc-stream';
import { progressTokenOf, subscriptionOf } from './agreement.js';
import type { Channel } from './channel.js';
import { dataOf, eventOf } from './frames.js';
import type { FrontPost } from './front-post.js';
import type { Caller } from './session.js';
import { readingRules, type WireInForce } from './wire-in-force.js';

/** What stands behind a front: a running server that reads what the client sends and writes what it reads. */
export interface Opened {
  /** Resolves when the server is gone. */
  readonly finished: Promise<unknown>;
  stop(): void;
}

export type OpenPipe = (
  client: { readonly input: Readable; readonly output: Writable },
  caller: Caller,
) => Opened;

export interface FrontSessionOptions {
  readonly open: OpenPipe;
  readonly caller: Caller;
  readonly stateless: boolean;
  readonly wire: WireInForce;
  readonly report: (reason: string) => void;
  readonly onOver: (session: FrontSession) => void;
}

/** What is kept for a client that listens on no stream at the moment: so many messages, so many bytes. */
const MOST_KEPT = 1000;
const MOST_KEPT_BYTES = 16 * 1024 * 1024;
/** What may wait for a client that does not read, where others use the same server. */
const MOST_UNREAD = 16 * 1024 * 1024;

const NEWLINE = Buffer.from('\n');

type Key = MessageId['key'];

export class FrontSession {
  readonly #caller: { -readonly [Key in keyof Caller]: Caller[Key] };
  /** Resolves when the server is gone and everybody has been told. */
  readonly finished: Promise<void>;
  readonly #options: FrontSessionOptions;
  readonly #opened: Opened;
  /** Of objects: then each write is read by itself, and it is known where it came from. */
  readonly #input = new PassThrough({ objectMode: true });
  /** Where the messages came from that were not read yet. */
  readonly #origins: string[] = [];
  readonly #output = new PassThrough();
  readonly #waiting = new Map<Key, FrontPost>();
  readonly #tokens = new Map<unknown, FrontPost>();
  readonly #streams = new Set<Channel>();
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #isOver = false;
  lastUsed = performance.now();

  constructor(options: FrontSessionOptions) {
    this.#options = options;
    this.#caller = { ...options.caller };
    const reader = new NdjsonReader(readingRules('server', options.wire));
    this.#output.on('data', (chunk: Uint8Array) => {
      for (const incoming of reader.push(chunk)) this.#receive(incoming);
    });
    // Before whoever judges what is read; put in front so, it does not make the stream flow.
    this.#input.prependListener('data', () => {
      this.#caller.address = this.#origins.shift() ?? this.#caller.address;
    });
    this.#opened = options.open({ input: this.#input, output: this.#output }, this.#caller);
    this.finished = this.#opened.finished.catch(() => {}).then(() => this.#over());
  }

  get caller(): Caller {
    return this.#caller;
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0 || this.#streams.size > 0;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** False while another request uses one of these ids or tokens: its answers could not be told apart. */
  canTake(post: FrontPost): boolean {
    return (
      post.keys.every((key) => !this.#waiting.has(key)) &&
      post.requests.every((request) => !this.#tokens.has(progressTokenOf(request) ?? NO_TOKEN))
    );
  }

  /** Hands a message from some address to the server. */
  send(message: Message | Batch, address: string): void {
    this.lastUsed = performance.now();
    if (this.#input.writableEnded) return;
    this.#origins.push(address);
    this.#input.write(Buffer.concat([dataOf(message.frame), NEWLINE]));
  }

  /** Sends requests whose answers this POST waits for. */
  ask(post: FrontPost, message: Message | Batch): void {
    for (const request of post.requests) {
      this.#waiting.set(request.id.key, post);
      const token = progressTokenOf(request);
      if (token !== undefined) this.#tokens.set(token, post);
    }
    post.channel.whenGone(() => this.#abandoned(post));
    this.send(message, post.address);
  }

  /** A stream on which everything is told that belongs to no request. */
  listen(channel: Channel): void {
    this.#streams.add(channel);
    this.lastUsed = performance.now();
    channel.whenGone(() => {
      this.#streams.delete(channel);
      this.lastUsed = performance.now();
    });
    channel.write(this.#kept);
    this.#kept = [];
    this.#keptBytes = 0;
  }

  /** Ends the server politely. */
  stop(): void {
    if (!this.#input.writableEnded) this.#input.end();
    this.#opened.stop();
  }

  /** In the stateless era a client that hangs up has cancelled; over a pipe that has to be said. */
  #abandoned(post: FrontPost): void {
    for (const { id } of post.requests) {
      if (this.#waiting.get(id.key) !== post || !post.stateless) continue;
      this.#forget(post);
      this.send(
        createNotification('notifications/cancelled', { requestId: id.key, reason: 'the client hung up' }),
        post.address,
      );
    }
  }

  #receive(incoming: Incoming): void {
    if (incoming.kind === 'refused')
      this.#options.report(`a line of the server was dropped: ${incoming.reason}`);
    else if (incoming.kind !== 'batch') this.#route(incoming);
    else for (const entry of incoming.entries) if (entry.kind !== 'refused') this.#route(entry);
  }

  #route(message: Message): void {
    const post = this.#postFor(message);
    if (message.kind === 'response') this.#answer(post, message);
    else if (post?.tell(message) === true) this.#slowDown(post.channel);
    else if (this.#options.stateless)
      this.#options.report('a message of the server belongs to no open request');
    else this.#tellSession(message);
  }

  #postFor(message: Message): FrontPost | undefined {
    if (message.kind === 'response') return message.id && this.#waiting.get(message.id.key);
    const subscription = subscriptionOf(message);
    if (subscription !== undefined) return this.#waiting.get(subscription);
    const token = message.method === 'notifications/progress' ? progressTokenOf(message) : undefined;
    if (token !== undefined) return this.#tokens.get(token);
    // Where there are no sessions, what says nothing of its origin can only be told while one request is open.
    const posts = new Set(this.#waiting.values());
    return this.#options.stateless && posts.size === 1 ? [...posts][0] : undefined;
  }

  #answer(post: FrontPost | undefined, message: Message): void {
    if (post === undefined) {
      // In the oldest transport no connection waits for an answer: it comes on the stream.
      if (this.#options.stateless) this.#options.report('an answer of the server belongs to no open request');
      else this.#tellSession(message);
      return;
    }
    if (message.id !== undefined) this.#waiting.delete(message.id.key);
    // A client of the handshake era that hung up may still listen for the answer.
    if (!post.channel.isOpen && !post.stateless) this.#tellSession(message);
    if (post.answer(message)) this.#forget(post);
  }

  #tellSession(message: Message): void {
    const event = eventOf(message.frame);
    const stream = [...this.#streams].find(({ isOpen }) => isOpen);
    if (stream !== undefined) {
      if (!stream.write([event])) this.#slowDown(stream);
      return;
    }
    const post = [...this.#waiting.values()]
      .filter(({ channel }) => channel.isOpen && channel.acceptsEvents)
      .at(-1);
    if (post?.tell(message) === true) this.#slowDown(post.channel);
    else if (this.#kept.length >= MOST_KEPT || this.#keptBytes + event.length > MOST_KEPT_BYTES)
      this.#options.report('the client listens on no stream; a message was dropped');
    else {
      this.#kept.push(event);
      this.#keptBytes += event.length;
    }
  }

  /** A slow reader slows its server down. A server that others use goes on, and who does not read is left behind. */
  #slowDown(channel: Channel): void {
    if (channel.hasRoom) return;
    if (this.#options.stateless) {
      if (channel.unread > MOST_UNREAD) channel.abort();
      return;
    }
    this.#output.pause();
    channel.whenRoom(() => this.#output.resume());
  }

  #forget(post: FrontPost): void {
    this.lastUsed = performance.now();
    for (const [key, waiting] of this.#waiting) if (waiting === post) this.#waiting.delete(key);
    for (const [token, waiting] of this.#tokens) if (waiting === post) this.#tokens.delete(token);
  }

  #over(): void {
    this.#isOver = true;
    // What the server owed has been answered in its place; whatever is left was never told to anybody.
    for (const post of new Set(this.#waiting.values())) post.channel.abort();
    this.#waiting.clear();
    for (const stream of this.#streams) stream.end();
    this.#options.onOver(this);
  }
}

const NO_TOKEN = Symbol('no token');
