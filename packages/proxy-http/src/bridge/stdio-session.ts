// A stdio server with its HTTP clients. Routes each message of the server to an HTTP response; the messages were
// inspected before.

import { PassThrough, type Readable, type Writable } from 'node:stream';
import {
  type Batch,
  createNotification,
  type Incoming,
  type Message,
  type MessageId,
  NdjsonReader,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { progressTokenOf, subscriptionIdOf } from '../headers/mcp-headers.js';
import { encodeEvent, toJsonLine } from '../response/message-encoding.js';
import type { Caller } from '../reverse-proxy/session.js';
import type { ClientResponse } from '../server/client-response.js';
import type { PendingPost } from './pending-post.js';

/** A running server that reads the messages of the client and writes to its output stream. */
export interface RunningServer {
  /** Resolves when the server has exited. */
  readonly finished: Promise<unknown>;
  stop(): void;
}

export type StartServer = (
  client: { readonly input: Readable; readonly output: Writable },
  caller: Caller,
) => RunningServer;

export interface StdioSessionOptions {
  readonly startServer: StartServer;
  readonly caller: Caller;
  readonly stateless: boolean;
  readonly wire: WireSettings;
  readonly report: (reason: string) => void;
  readonly onEnd: (session: StdioSession) => void;
}

/** The limits for messages that wait until the client opens an event stream. */
const MAX_QUEUED_EVENTS = 1000;
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
/** The limit for unread bytes; a client of a shared server that exceeds it is disconnected. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

const NEWLINE = Buffer.from('\n');

type Key = MessageId['key'];

export class StdioSession {
  readonly #caller: { -readonly [Key in keyof Caller]: Caller[Key] };
  /** Resolves when the server has exited and all clients have been notified. */
  readonly finished: Promise<void>;
  readonly #options: StdioSessionOptions;
  readonly #server: RunningServer;
  /** In object mode, writes stay separate, so that each message can be matched to its address. */
  readonly #input = new PassThrough({ objectMode: true });
  /** The client addresses of the messages that were not read yet. */
  readonly #addresses: string[] = [];
  readonly #output = new PassThrough();
  readonly #pendingPosts = new Map<Key, PendingPost>();
  readonly #progressTokens = new Map<unknown, PendingPost>();
  readonly #streams = new Set<ClientResponse>();
  #queuedEvents: Uint8Array[] = [];
  #queuedBytes = 0;
  #hasEnded = false;
  lastUsed = performance.now();

  constructor(options: StdioSessionOptions) {
    this.#options = options;
    this.#caller = { ...options.caller };
    const reader = new NdjsonReader({ sender: 'server', wire: options.wire });
    this.#output.on('data', (chunk: Uint8Array) => {
      for (const incoming of reader.push(chunk)) this.#receive(incoming);
    });
    // Runs before the inspector reads the message. `prependListener` does not start the stream.
    this.#input.prependListener('data', () => {
      this.#caller.address = this.#addresses.shift() ?? this.#caller.address;
    });
    this.#server = options.startServer({ input: this.#input, output: this.#output }, this.#caller);
    this.finished = this.#server.finished.catch(() => {}).then(() => this.#onServerExit());
  }

  get caller(): Caller {
    return this.#caller;
  }

  get hasOpenCalls(): boolean {
    return this.#pendingPosts.size > 0;
  }

  get isBusy(): boolean {
    return this.#pendingPosts.size > 0 || this.#streams.size > 0;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Returns false while another request uses one of these ids or progress tokens, because the responses could not be
   * distinguished.
   */
  canAccept(post: PendingPost): boolean {
    return (
      post.keys.every((key) => !this.#pendingPosts.has(key)) &&
      post.requests.every((request) => !this.#progressTokens.has(progressTokenOf(request) ?? NO_TOKEN))
    );
  }

  /** Sends a message from a client to the server. */
  send(message: Message | Batch, address: string): void {
    this.lastUsed = performance.now();
    if (this.#input.writableEnded) return;
    this.#addresses.push(address);
    this.#input.write(Buffer.concat([toJsonLine(message.frame), NEWLINE]));
  }

  /** Sends the requests of a POST, which waits for their responses. */
  sendRequests(post: PendingPost, message: Message | Batch): void {
    for (const request of post.requests) {
      this.#pendingPosts.set(request.id.key, post);
      const token = progressTokenOf(request);
      if (token !== undefined) this.#progressTokens.set(token, post);
    }
    post.response.onDisconnect(() => this.#onDisconnect(post));
    this.send(message, post.address);
  }

  /** Adds an event stream for messages that do not belong to a request. */
  addStream(response: ClientResponse): void {
    this.#streams.add(response);
    this.lastUsed = performance.now();
    response.onDisconnect(() => {
      this.#streams.delete(response);
      this.lastUsed = performance.now();
    });
    response.write(this.#queuedEvents);
    this.#queuedEvents = [];
    this.#queuedBytes = 0;
  }

  /** Stops the server gracefully. */
  stop(): void {
    if (!this.#input.writableEnded) this.#input.end();
    this.#server.stop();
  }

  /** In the stateless protocol, a disconnection cancels the request; a stdio server needs a notification for that. */
  #onDisconnect(post: PendingPost): void {
    for (const { id } of post.requests) {
      if (this.#pendingPosts.get(id.key) !== post || !post.stateless) continue;
      this.#removePost(post);
      this.send(
        createNotification('notifications/cancelled', {
          requestId: id.key,
          reason: 'the client disconnected',
        }),
        post.address,
      );
    }
  }

  #receive(incoming: Incoming): void {
    if (incoming.kind === 'refused')
      this.#options.report(`dropped a line from the server: ${incoming.reason}`);
    else if (incoming.kind !== 'batch') this.#route(incoming);
    else for (const entry of incoming.entries) if (entry.kind !== 'refused') this.#route(entry);
  }

  #route(message: Message): void {
    const post = this.#postFor(message);
    if (message.kind === 'response') this.#deliverResponse(post, message);
    else if (post?.sendEvent(message) === true) this.#applyBackpressure(post.response);
    else if (this.#options.stateless)
      this.#options.report('dropped a message from the server: it belongs to no request in progress');
    else this.#sendOnAnyStream(message);
  }

  #postFor(message: Message): PendingPost | undefined {
    if (message.kind === 'response') return message.id && this.#pendingPosts.get(message.id.key);
    const subscription = subscriptionIdOf(message);
    if (subscription !== undefined) return this.#pendingPosts.get(subscription);
    const token = message.method === 'notifications/progress' ? progressTokenOf(message) : undefined;
    if (token !== undefined) return this.#progressTokens.get(token);
    // Without sessions, a message without a token can be routed only if a single POST is pending.
    const posts = new Set(this.#pendingPosts.values());
    return this.#options.stateless && posts.size === 1 ? [...posts][0] : undefined;
  }

  #deliverResponse(post: PendingPost | undefined, message: Message): void {
    if (post === undefined) {
      // In the legacy HTTP+SSE transport, responses are sent on the event stream.
      if (this.#options.stateless)
        this.#options.report('dropped a response from the server: it belongs to no request in progress');
      else this.#sendOnAnyStream(message);
      return;
    }
    if (message.id !== undefined) this.#pendingPosts.delete(message.id.key);
    // A disconnected client with a session may still receive the response on its event stream.
    if (!post.response.isOpen && !post.stateless) this.#sendOnAnyStream(message);
    if (post.respond(message)) this.#removePost(post);
  }

  #sendOnAnyStream(message: Message): void {
    const event = encodeEvent(message.frame);
    const stream = [...this.#streams].find(({ isOpen }) => isOpen);
    if (stream !== undefined) {
      if (!stream.write([event])) this.#applyBackpressure(stream);
      return;
    }
    const post = [...this.#pendingPosts.values()]
      .filter(({ response }) => response.isOpen && response.acceptsEvents)
      .at(-1);
    if (post?.sendEvent(message) === true) this.#applyBackpressure(post.response);
    else if (
      this.#queuedEvents.length >= MAX_QUEUED_EVENTS ||
      this.#queuedBytes + event.length > MAX_QUEUED_BYTES
    )
      this.#options.report('dropped a message from the server: the client has no open event stream');
    else {
      this.#queuedEvents.push(event);
      this.#queuedBytes += event.length;
    }
  }

  /**
   * If a client reads slowly, its own server is paused. A shared server continues, and the slow client is
   * disconnected.
   */
  #applyBackpressure(response: ClientResponse): void {
    if (response.canWrite) return;
    if (this.#options.stateless) {
      if (response.bufferedBytes > MAX_BUFFERED_BYTES) response.abort();
      return;
    }
    this.#output.pause();
    response.onceDrained(() => this.#output.resume());
  }

  #removePost(post: PendingPost): void {
    this.lastUsed = performance.now();
    for (const [key, waiting] of this.#pendingPosts) if (waiting === post) this.#pendingPosts.delete(key);
    for (const [token, waiting] of this.#progressTokens)
      if (waiting === post) this.#progressTokens.delete(token);
  }

  #onServerExit(): void {
    this.#hasEnded = true;
    // Requests without a response have already received an error, so the remaining connections are closed.
    for (const post of new Set(this.#pendingPosts.values())) post.response.abort();
    this.#pendingPosts.clear();
    for (const stream of this.#streams) stream.end();
    this.#options.onEnd(this);
  }
}

const NO_TOKEN = Symbol('no token');
