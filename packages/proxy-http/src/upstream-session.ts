// A remote server seen as a message pipe: messages in, messages out. Here we are the client: we keep the session, listen,
// resume what broke off, and begin anew when the server has forgotten us. Judges nothing.

import {
  type Batch,
  type Incoming,
  type Message,
  parseMessage,
  type Refusal,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { ClientHeaders } from './client-headers.js';
import { Flight, Flights } from './flights.js';
import type { Forwarder } from './forward.js';
import { dataOf } from './frames.js';
import { IncomingAnswer, type ReadAnswer } from './incoming-answer.js';
import { ListeningStream, type StreamEvents } from './listening-stream.js';
import { openOldest } from './oldest-transport.js';
import { isAnsweredWell, isHeard } from './quiet-request.js';
import { handOutRefusal } from './refused-flight.js';
import { NO_ANSWER, Resumption } from './resumption.js';
import { type AnswerListener, isRedirect, REDIRECTED, type Sent } from './upstream.js';
import type { WireInForce } from './wire-in-force.js';

export interface UpstreamSessionOptions {
  readonly forwarder: Forwarder;
  readonly url: URL;
  readonly wire: WireInForce;
  /** Something that the server sent. */
  readonly onMessage: (message: Incoming) => void;
  /** These requests will not be answered. */
  readonly onFailure: (requests: readonly RequestMessage[], reason: string) => void;
  /** These requests were answered with something that cannot be handed out. */
  readonly onWithheld: (requests: readonly RequestMessage[], why: Refusal) => void;
  readonly report: (reason: string) => void;
}

/** Bytes of messages that may wait for their turn before no more are taken. */
const MOST_QUEUED = 16 * 1024 * 1024;

const INITIALIZED = Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}');

export class UpstreamSession {
  readonly #options: UpstreamSessionOptions;
  readonly #headers = new ClientHeaders();
  readonly #flights = new Flights();
  readonly #resumption: Resumption;
  #target: string;
  /** Said at the beginning, and again if the server forgets us. */
  #initialize: Message | undefined;
  #listening: ListeningStream | undefined;
  /** The stream of the oldest transport, where that is what the server speaks. */
  #oldest: Flight | undefined;
  #closed = false;
  /** Notifications are waited for, so that what follows does not overtake them. */
  #queue: Promise<void> = Promise.resolve();
  #queuedBytes = 0;
  #roomListeners: (() => void)[] = [];
  /** A new session that is being begun; resolves to whether it was. */
  #renewal: Promise<boolean> | undefined;

  constructor(options: UpstreamSessionOptions) {
    this.#options = options;
    this.#resumption = new Resumption({
      flights: this.#flights,
      isClosed: () => this.#closed,
      ask: (lastEventId, listener) => this.#getStream(lastEventId, listener),
      read: (flight, on) => this.#read(flight, on),
      onFailure: (flight, reason) => this.#fail(flight, reason),
    });
    this.#target = options.url.pathname + options.url.search;
  }

  /** True while an answer is awaited. */
  get isBusy(): boolean {
    return this.#flights.isBusy;
  }

  send(message: Message | Batch): void {
    const { length } = message.bytes;
    this.#queuedBytes += length;
    this.#queue = this.#queue
      .then(() => this.#sendInTurn(message))
      .finally(() => {
        this.#queuedBytes -= length;
        if (!this.isFull) for (const callback of this.#roomListeners.splice(0)) callback();
      });
  }

  /** Too much waits for its turn; see `whenRoom`. */
  get isFull(): boolean {
    return this.#queuedBytes > MOST_QUEUED;
  }

  /** Calls back once, when less waits. */
  whenRoom(callback: () => void): void {
    this.#roomListeners.push(callback);
  }

  /** Stops reading what the server sends. */
  pause(): void {
    this.#flights.pause();
  }

  resume(): void {
    this.#flights.resume();
  }

  /** Tells the server that the session is over, and ends all streams. */
  async close(patience: number): Promise<void> {
    this.#closed = true;
    this.#listening?.stop();
    this.#flights.abort();
    if (this.#headers.sessionId === undefined || this.#oldest !== undefined) return;
    const request = { method: 'DELETE', target: this.#target, headers: this.#headers.forStream() };
    await isHeard((listener) => this.#options.forwarder.send(request, listener), patience);
  }

  async #sendInTurn(message: Message | Batch): Promise<void> {
    await this.#renewal;
    if (this.#closed || this.#flights.cancel(message)) return;
    if (message.kind === 'request' && message.method === 'initialize') this.#initialize = message;
    const begun = this.#post(message);
    if (message.kind === 'notification' || message.kind === 'response') await begun;
    if (message.kind === 'notification' && message.method === 'notifications/initialized') this.#listen();
  }

  /** Resolves when the server has begun to answer, or never will. */
  #post(message: Message | Batch, isSecondTry = false): Promise<void> {
    const flight = new Flight(message);
    const { sessionId } = this.#headers;
    this.#flights.add(flight);
    return new Promise((begun) => {
      const listener = this.#read(flight, {
        onHead: (head) => {
          this.#headers.learnHead(message, head);
          begun();
        },
        onEnd: (answer) => this.#ended(flight, answer, isSecondTry ? undefined : sessionId),
        onFailure: (reason, lastEventId, retry) => {
          begun();
          if (flight.open.size === 0) this.#options.report(`a message did not get there: ${reason}`);
          this.#resumption.brokenOff(flight, reason, { lastEventId, retry });
        },
      });
      const request = { ...this.#postOf(message), mayRepeat: mayRepeat(message) };
      flight.sent = this.#options.forwarder.send(request, listener);
    });
  }

  #postOf(message: Message | Batch) {
    const headers = this.#headers.forMessage(message);
    return { method: 'POST', target: this.#target, headers, body: dataOf(message.frame) };
  }

  #getStream(lastEventId: string | undefined, listener: AnswerListener): Sent {
    const headers = this.#headers.forStream(lastEventId);
    return this.#options.forwarder.send({ method: 'GET', target: this.#target, headers }, listener);
  }

  #read(flight: Flight, on: StreamEvents, onEndpoint?: (address: string) => void): AnswerListener {
    return new IncomingAnswer({
      ...on,
      wire: this.#options.wire,
      onHead: (head) => {
        this.#flights.begun(flight, head);
        on.onHead(head);
      },
      onMessage: (message) => this.#take(message),
      onEndpoint,
    });
  }

  /** Hands on what came, after looking at what concerns us. */
  #take(incoming: Incoming): void {
    for (const { request, answer } of this.#flights.settle(incoming))
      this.#headers.learnAnswer(request, answer);
    this.#options.onMessage(incoming);
  }

  /** `sentIn` is the session of the request, where it may be sent again in another one. */
  #ended(flight: Flight, { status, body, lastEventId, retry }: ReadAnswer, sentIn: string | undefined): void {
    if (status === 200 && body !== undefined) this.#take(body);
    // Accepted: the answer comes on a stream that we listen to.
    const isElsewhere = status === 202 && (this.#oldest !== undefined || this.#listening?.isOpen === true);
    if (status >= 400) this.#refused(flight, status, body, sentIn);
    else if (isRedirect(status)) this.#fail(flight, REDIRECTED);
    else if (isElsewhere && flight.open.size > 0) flight.isOver = true;
    else if (status === 200 && body?.kind === 'refused' && flight.open.size > 0) {
      this.#flights.remove(flight);
      this.#options.onWithheld(flight.requests, body);
    } else this.#resumption.brokenOff(flight, NO_ANSWER, { lastEventId, retry });
  }

  /** The server answered with an error status. */
  #refused(flight: Flight, status: number, body: Incoming | undefined, sentIn: string | undefined): void {
    const { message } = flight;
    const error = body?.kind === 'response' && body.failed ? body : undefined;
    const isFirst = message === this.#initialize;
    this.#flights.remove(flight);
    if (message === undefined) return;
    if (status === 404 && sentIn !== undefined && !isFirst) {
      void this.#sayAgain(flight, message, sentIn);
    } else if (isFirst && error === undefined && [400, 404, 405].includes(status)) {
      void this.#tryOldest(flight, message);
    } else handOutRefusal(flight, status, error, this.#options);
  }

  #fail(flight: Flight, reason: string): void {
    this.#flights.remove(flight);
    this.#options.onFailure(flight.requests, reason);
  }

  /** The server has forgotten the session, and has therefore done nothing. Said again in a new session, it may. */
  async #sayAgain(flight: Flight, message: Message | Batch, sentIn: string): Promise<void> {
    const { sessionId } = this.#headers;
    // Many may have been sent in the old session. The first of them begins the new one, and the others use it.
    if (sessionId === sentIn || sessionId === undefined)
      this.#renewal ??= this.#beginAnew().finally(() => {
        this.#renewal = undefined;
      });
    if ((await this.#renewal) !== false) await this.#post(message, true);
    else
      this.#options.onFailure(
        flight.requests,
        'the upstream has forgotten the session and begins no new one',
      );
  }

  async #beginAnew(): Promise<boolean> {
    this.#listening?.stop();
    this.#headers.sessionId = undefined;
    this.#options.report('the server has forgotten the session; a new one was begun');
    if (this.#initialize === undefined || !(await this.#repeat(this.#initialize))) return false;
    await this.#post(parseMessage(INITIALIZED, { sender: 'client' }) as Message);
    this.#listen();
    return true;
  }

  /** The client knows the answer to this already, so that it does not hear it again. */
  #repeat(initialize: Message): Promise<boolean> {
    const { wire, forwarder } = this.#options;
    return isAnsweredWell({
      wire,
      onHead: (head) => this.#headers.learnHead(initialize, head),
      send: (listener) => forwarder.send(this.#postOf(initialize), listener),
    });
  }

  #listen(): void {
    if (this.#closed || this.#oldest !== undefined) return;
    this.#listening?.stop();
    const stream = new ListeningStream({
      send: (resume, listener) => this.#getStream(resume, listener),
      read: (flight, on) => this.#read(flight, on),
    });
    this.#listening = stream;
    this.#flights.add(stream.flight);
  }

  /** A server that does not take posts here may speak the oldest transport: a stream that says where to post. */
  async #tryOldest(flight: Flight, message: Message | Batch): Promise<void> {
    const { url, report } = this.#options;
    const stream = new Flight(undefined);
    this.#flights.add(stream);
    const target = await openOldest({
      url,
      flight: stream,
      report,
      send: (listener) => this.#getStream(undefined, listener),
      read: (on, onEndpoint) => this.#read(stream, on, onEndpoint),
      onLost: (reason) => this.#lost(stream, reason),
    });
    if (target === undefined) {
      this.#flights.remove(stream);
      stream.sent?.abort();
      this.#options.onFailure(flight.requests, 'the upstream speaks no transport that we know at this URL');
      return;
    }
    this.#oldest = stream;
    this.#target = target;
    await this.#post(message);
  }

  /** Without its stream a session of the oldest transport is over. */
  #lost(stream: Flight, reason: string): void {
    if (this.#oldest !== stream) return;
    this.#oldest = undefined;
    this.#target = this.#options.url.pathname + this.#options.url.search;
    for (const flight of this.#flights.all) this.#fail(flight, reason);
  }
}

/** Whether a message may be sent again that perhaps got there: a call may not, and without an id it is a call all the same. */
const mayRepeat = (message: Message | Batch): boolean =>
  (message.kind === 'batch' ? message.entries : [message]).every(
    (one) =>
      one.kind === 'response' || (one.kind === 'notification' && one.method.startsWith('notifications/')),
  );
