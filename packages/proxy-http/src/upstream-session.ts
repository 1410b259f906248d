// A remote server seen as a message pipe: messages in, messages out. Here we are the client: we keep the session, listen,
// resume what broke off, and begin anew when the server has forgotten us. Judges nothing.

import {
  type Batch,
  createErrorResponse,
  ErrorCode,
  type Incoming,
  type Message,
  parseMessage,
  type RequestMessage,
  type ResponseMessage,
} from '@claw/jsonrpc-stream';
import { cancelledRequest, isStateless } from './agreement.js';
import { ClientHeaders } from './client-headers.js';
import { Flight, Flights } from './flights.js';
import type { Forwarder } from './forward.js';
import { dataOf } from './frames.js';
import { IncomingAnswer, type ReadAnswer } from './incoming-answer.js';
import { ListeningStream, type StreamEvents } from './listening-stream.js';
import { openOldest } from './oldest-transport.js';
import type { AnswerListener } from './upstream.js';
import type { WireInForce } from './wire-in-force.js';

export interface UpstreamSessionOptions {
  readonly forwarder: Forwarder;
  readonly url: URL;
  readonly wire: WireInForce;
  /** Something that the server sent. */
  readonly onMessage: (message: Incoming) => void;
  /** These requests will not be answered. */
  readonly onFailure: (requests: readonly RequestMessage[], reason: string) => void;
  readonly report: (reason: string) => void;
}

const RETRY = 1000;
/** How often a stream that was broken off is asked for again without hearing anything. */
const TRIES = 5;

const NO_ANSWER = 'the upstream ended its answer without one';
const INITIALIZED = Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}');

/** Where a stream that broke off can be resumed. */
interface Place {
  readonly lastEventId: string | undefined;
  readonly retry: number | undefined;
}

export class UpstreamSession {
  readonly #options: UpstreamSessionOptions;
  readonly #headers = new ClientHeaders();
  readonly #flights = new Flights();
  #target: string;
  /** Said at the beginning, and again if the server forgets us. */
  #initialize: Message | undefined;
  #listening: ListeningStream | undefined;
  /** The stream of the oldest transport, where that is what the server speaks. */
  #oldest: Flight | undefined;
  #closed = false;
  /** Notifications are waited for, so that what follows does not overtake them. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: UpstreamSessionOptions) {
    this.#options = options;
    this.#target = options.url.pathname + options.url.search;
  }

  /** True while an answer is awaited. */
  get isBusy(): boolean {
    return this.#flights.isBusy;
  }

  send(message: Message | Batch): void {
    this.#queue = this.#queue.then(() => this.#sendInTurn(message));
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
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patience);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const request = { method: 'DELETE', target: this.#target, headers: this.#headers.forStream() };
      this.#options.forwarder.send(request, { started: done, data: () => {}, ended: () => {}, failed: done });
    });
  }

  async #sendInTurn(message: Message | Batch): Promise<void> {
    if (this.#closed || this.#cancels(message)) return;
    if (message.kind === 'request' && message.method === 'initialize') this.#initialize = message;
    const begun = this.#post(message);
    if (message.kind === 'notification' || message.kind === 'response') await begun;
    if (message.kind === 'notification' && message.method === 'notifications/initialized') this.#listen();
  }

  /** In the stateless era closing the stream is what cancels. */
  #cancels(message: Message | Batch): boolean {
    if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return false;
    const key = cancelledRequest(message);
    const flight = key === undefined ? undefined : this.#flights.withRequest(key);
    if (flight?.message === undefined || !isStateless(flight.message)) return false;
    flight.sent?.abort();
    this.#flights.remove(flight);
    return true;
  }

  /** Resolves when the server has begun to answer, or never will. */
  #post(message: Message | Batch, isSecondTry = false): Promise<void> {
    const flight = new Flight(message);
    this.#flights.add(flight);
    return new Promise((begun) => {
      const listener = this.#read(flight, {
        onHead: (head) => {
          this.#headers.learnHead(message, head);
          begun();
        },
        onEnd: (answer) => this.#ended(flight, answer, isSecondTry),
        onFailure: (reason, lastEventId, retry) => {
          begun();
          this.#brokenOff(flight, reason, { lastEventId, retry });
        },
      });
      flight.sent = this.#options.forwarder.send(this.#postOf(message), listener);
    });
  }

  #postOf(message: Message | Batch) {
    const headers = this.#headers.forMessage(message);
    return { method: 'POST', target: this.#target, headers, body: dataOf(message.frame) };
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

  #ended(flight: Flight, { status, body, lastEventId, retry }: ReadAnswer, isSecondTry: boolean): void {
    if (status === 200 && body !== undefined) this.#take(body);
    // Accepted: the answer comes on a stream that we listen to.
    const isElsewhere = status === 202 && (this.#oldest !== undefined || this.#listening?.isOpen === true);
    if (status >= 400) this.#refused(flight, status, body, isSecondTry);
    else if (isElsewhere && flight.open.size > 0) flight.isOver = true;
    else this.#brokenOff(flight, NO_ANSWER, { lastEventId, retry });
  }

  /** Its stream is over. Where an answer is missing and the server numbers its events, the rest is asked for. */
  #brokenOff(flight: Flight, reason: string, place: Place, tries = 0): void {
    const { lastEventId, retry } = place;
    if (flight.open.size === 0) this.#flights.remove(flight);
    else if (this.#closed || lastEventId === undefined || tries >= TRIES) this.#fail(flight, reason);
    else setTimeout(() => this.#askForRest(flight, place, tries), retry ?? RETRY);
  }

  #askForRest(flight: Flight, place: Place, tries: number): void {
    if (this.#closed) return;
    const again = (reason: string, lastEventId: string | undefined, retry: number | undefined) => {
      const next = { lastEventId: lastEventId ?? place.lastEventId, retry: retry ?? place.retry };
      this.#brokenOff(flight, reason, next, lastEventId === undefined ? tries + 1 : 0);
    };
    const listener = this.#read(flight, {
      onHead: () => {},
      onEnd: ({ status, lastEventId, retry }) =>
        again(status === 200 ? NO_ANSWER : `the upstream answered ${status}`, lastEventId, retry),
      onFailure: again,
    });
    const headers = this.#headers.forStream(place.lastEventId);
    flight.sent = this.#options.forwarder.send({ method: 'GET', target: this.#target, headers }, listener);
  }

  #fail(flight: Flight, reason: string): void {
    this.#flights.remove(flight);
    this.#options.onFailure(flight.requests, reason);
  }

  /** The server answered with an error status. */
  #refused(flight: Flight, status: number, body: Incoming | undefined, isSecondTry: boolean): void {
    const { message } = flight;
    const error = body?.kind === 'response' && body.failed ? body : undefined;
    const isFirst = message === this.#initialize;
    this.#flights.remove(flight);
    if (message === undefined) return;
    if (status === 404 && this.#headers.sessionId !== undefined && !isSecondTry && !isFirst) {
      void this.#beginAnew(flight, message);
    } else if (isFirst && error === undefined && [400, 404, 405].includes(status)) {
      void this.#tryOldest(flight, message);
    } else if (error !== undefined) this.#takeError(flight, error);
    else this.#takeStatus(flight, status);
  }

  /** An error whose id could not be read is meant for the one request that was sent. */
  #takeError(flight: Flight, body: ResponseMessage): void {
    const isNamed = body.id !== undefined && flight.open.has(body.id.key);
    const errors = isNamed ? [body] : flight.requests.map(({ id }) => createErrorResponse(id, errorOf(body)));
    for (const error of errors) this.#options.onMessage(error);
  }

  #takeStatus(flight: Flight, status: number): void {
    const { message } = flight;
    // A server without this method is of the older era. Its client asks so that it may hear no.
    const isProbe = message?.kind === 'request' && message.method === 'server/discover';
    if (isProbe && (status === 404 || status === 405)) {
      this.#options.onMessage(createErrorResponse(message.id, { code: -32601, message: 'Method not found' }));
    } else {
      const isLocked = status === 401 || status === 403;
      const why = isLocked ? 'log in, or configure a token that it accepts' : 'the call may be tried again';
      this.#options.onFailure(flight.requests, `the upstream answered ${status}; ${why}`);
    }
  }

  /** The server has forgotten the session, and has therefore done nothing. Said again in a new session, it may. */
  async #beginAnew(flight: Flight, message: Message | Batch): Promise<void> {
    this.#listening?.stop();
    this.#headers.sessionId = undefined;
    this.#options.report('the server has forgotten the session; a new one was begun');
    const begun = this.#initialize !== undefined && (await this.#initializeQuietly(this.#initialize));
    if (!begun) {
      this.#options.onFailure(
        flight.requests,
        'the upstream has forgotten the session and begins no new one',
      );
      return;
    }
    await this.#post(parseMessage(INITIALIZED, { sender: 'client' }) as Message);
    this.#listen();
    await this.#post(message, true);
  }

  /** The client knows this answer already, so that it does not hear it again. */
  #initializeQuietly(initialize: Message): Promise<boolean> {
    const { wire, forwarder } = this.#options;
    return new Promise((resolve) => {
      const take = (incoming: Incoming | undefined) =>
        resolve(incoming?.kind === 'response' && !incoming.failed);
      const listener = new IncomingAnswer({
        wire,
        onHead: (head) => this.#headers.learnHead(initialize, head),
        onMessage: take,
        onEnd: ({ body }) => take(body),
        onFailure: () => resolve(false),
      });
      forwarder.send(this.#postOf(initialize), listener);
    });
  }

  #listen(): void {
    if (this.#closed || this.#oldest !== undefined) return;
    this.#listening?.stop();
    const stream = new ListeningStream({
      send: (resume, listener) => {
        const request = { method: 'GET', target: this.#target, headers: this.#headers.forStream(resume) };
        return this.#options.forwarder.send(request, listener);
      },
      read: (flight, on) => this.#read(flight, on),
    });
    this.#listening = stream;
    this.#flights.add(stream.flight);
  }

  /** A server that does not take posts here may speak the oldest transport: a stream that says where to post. */
  async #tryOldest(flight: Flight, message: Message | Batch): Promise<void> {
    const { url, forwarder, report } = this.#options;
    const stream = new Flight(undefined);
    this.#flights.add(stream);
    const target = await openOldest({
      url,
      flight: stream,
      report,
      send: (listener) =>
        forwarder.send(
          { method: 'GET', target: this.#target, headers: ['Accept', 'text/event-stream'] },
          listener,
        ),
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

function errorOf(body: ResponseMessage) {
  const { error } = body.value as { error?: { code?: unknown; message?: unknown; data?: unknown } };
  const { code, message, data } = error ?? {};
  return {
    code: typeof code === 'number' ? code : ErrorCode.serverGone,
    message: typeof message === 'string' ? message : 'the upstream refused it',
    ...(typeof data === 'object' && data !== null && { data: data as Record<string, unknown> }),
  };
}
