// A remote server seen as a message pipe: messages in, messages out. Here we are the client: we keep the session, choose
// the headers, listen, resume what broke off, and begin anew when the server has forgotten us. Judges nothing.

import {
  type Batch,
  createErrorResponse,
  ErrorCode,
  type Incoming,
  type Limits,
  type Message,
  type MessageId,
  parseMessage,
  type RequestMessage,
  type ResponseMessage,
} from '@claw/jsonrpc-stream';
import { cancelledRequest, isStateless, nameOf, statedVersion, wrapHeader } from './agreement.js';
import type { Forwarder } from './forward.js';
import { dataOf } from './frames.js';
import { firstOf } from './headers.js';
import { IncomingAnswer, type ReadAnswer } from './incoming-answer.js';
import { ParamHeaders } from './param-headers.js';
import type { Sent, UpstreamAnswer } from './upstream.js';

export interface UpstreamSessionOptions {
  readonly forwarder: Forwarder;
  readonly url: URL;
  readonly limits: Limits;
  readonly strict: boolean;
  /** Something that the server sent. */
  readonly onMessage: (message: Incoming) => void;
  /** These requests will not be answered. */
  readonly onFailure: (requests: readonly RequestMessage[], reason: string) => void;
  readonly report: (reason: string) => void;
}

const BOTH = 'application/json, text/event-stream';
const RETRY = 1000;
const LONGEST_RETRY = 30_000;
/** How often a stream that was broken off is asked for again without hearing anything. */
const TRIES = 5;

/** One request to the server, as long as it runs. */
interface Flight {
  readonly message: Message | Batch;
  readonly open: Map<MessageId['key'], RequestMessage>;
  sent: Sent | undefined;
  answer: UpstreamAnswer | undefined;
}

export class UpstreamSession {
  readonly #options: UpstreamSessionOptions;
  readonly #params = new ParamHeaders();
  readonly #flights = new Set<Flight>();
  #target: string;
  #sessionId: string | undefined;
  #version: string | undefined;
  /** Said at the beginning, and again if the server forgets us. */
  #initialize: Message | undefined;
  #listening: Flight | undefined;
  #endpoint: ((target: string | undefined) => void) | undefined;
  #isOldest = false;
  #paused = false;
  #closed = false;
  /** Notifications are waited for, so that what follows does not overtake them. */
  #queue: Promise<void> = Promise.resolve();

  constructor(options: UpstreamSessionOptions) {
    this.#options = options;
    this.#target = options.url.pathname + options.url.search;
  }

  /** True while an answer is awaited. */
  get isBusy(): boolean {
    return [...this.#flights].some(({ open }) => open.size > 0);
  }

  send(message: Message | Batch): void {
    this.#queue = this.#queue.then(() => this.#sendInTurn(message));
  }

  /** Stops reading what the server sends. */
  pause(): void {
    this.#paused = true;
    for (const { answer } of this.#all) answer?.pause();
  }

  resume(): void {
    this.#paused = false;
    for (const { answer } of this.#all) answer?.resume();
  }

  /** Tells the server that the session is over, and ends all streams. */
  async close(patience: number): Promise<void> {
    this.#closed = true;
    for (const { sent } of this.#all) sent?.abort();
    if (this.#sessionId === undefined || this.#isOldest) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(done, patience);
      const headers = this.#headers(undefined);
      this.#options.forwarder.send(
        { method: 'DELETE', target: this.#target, headers },
        { started: done, data: () => {}, ended: () => {}, failed: done },
      );
    });
  }

  get #all(): Flight[] {
    return this.#listening === undefined ? [...this.#flights] : [...this.#flights, this.#listening];
  }

  async #sendInTurn(message: Message | Batch): Promise<void> {
    if (this.#closed) return;
    if (message.kind !== 'batch' && message.method === 'notifications/cancelled' && this.#cancel(message))
      return;
    if (message.kind === 'request' && message.method === 'initialize') this.#initialize = message;
    const started = this.#post(message);
    if (message.kind === 'notification' || message.kind === 'response') await started;
    if (message.kind === 'notification' && message.method === 'notifications/initialized')
      this.#listen(undefined, 0);
  }

  /** In the stateless era closing the stream is what cancels. */
  #cancel(message: Message): boolean {
    const key = cancelledRequest(message);
    const flight = [...this.#flights].find(({ open }) => key !== undefined && open.has(key));
    if (flight === undefined || flight.message.kind === 'batch' || !isStateless([], flight.message))
      return false;
    flight.sent?.abort();
    this.#flights.delete(flight);
    return true;
  }

  /** Resolves when the server has begun to answer, or never will. */
  #post(message: Message | Batch, isSecondTry = false): Promise<void> {
    return new Promise((started) => {
      const flight: Flight = { message, open: requestsOf(message), sent: undefined, answer: undefined };
      this.#flights.add(flight);
      const answer = this.#read(flight, {
        onHead: (head) => {
          this.#learnHead(message, head);
          started();
        },
        onEnd: (read) => this.#ended(flight, read, isSecondTry),
        onFailure: (reason, lastEventId, retry) => {
          started();
          this.#brokenOff(flight, reason, lastEventId, retry);
        },
      });
      const request = {
        method: 'POST',
        target: this.#target,
        headers: this.#headers(message),
        body: dataOf(message.frame),
      };
      flight.sent = this.#options.forwarder.send(request, answer);
    });
  }

  #read(
    flight: Flight,
    on: {
      onHead: (head: UpstreamAnswer) => void;
      onEnd: (answer: ReadAnswer) => void;
      onFailure: (reason: string, lastEventId: string | undefined, retry: number | undefined) => void;
    },
  ): IncomingAnswer {
    const { limits, strict } = this.#options;
    return new IncomingAnswer({
      ...on,
      limits,
      strict,
      onHead: (head) => {
        flight.answer = head;
        if (this.#paused) head.pause();
        on.onHead(head);
      },
      onMessage: (message) => this.#take(message),
      onEndpoint: (address) => this.#takeEndpoint(address),
    });
  }

  #headers(message: Message | Batch | undefined): string[] {
    const single = message === undefined || message.kind === 'batch' ? undefined : message;
    const version = (single && statedVersion(single)) ?? this.#version;
    const isModern = single !== undefined && typeof statedVersion(single) === 'string';
    const name = isModern ? nameOf(single) : undefined;
    const fields: Record<string, string> = {
      ...(message && { 'Content-Type': 'application/json' }),
      Accept: message === undefined ? 'text/event-stream' : BOTH,
      ...(typeof version === 'string' && { 'MCP-Protocol-Version': version }),
      ...(this.#sessionId !== undefined && !isModern && { 'Mcp-Session-Id': this.#sessionId }),
      ...(isModern && single.method !== undefined && { 'Mcp-Method': wrapHeader(single.method) }),
      ...(typeof name === 'string' && { 'Mcp-Name': wrapHeader(name) }),
      ...(isModern && this.#params.fieldsFor(single)),
    };
    return Object.entries(fields).flat();
  }

  #learnHead(message: Message | Batch, { status, headers }: UpstreamAnswer): void {
    if (message.kind !== 'request' || message.method !== 'initialize' || status !== 200) return;
    this.#sessionId = firstOf(headers, 'mcp-session-id');
  }

  /** Hands on what came, after looking at what concerns us. */
  #take(incoming: Incoming): void {
    const messages = incoming.kind === 'batch' ? incoming.entries : [incoming];
    for (const message of messages) {
      if (
        message.id === undefined ||
        (message.kind === 'refused' ? !message.isResponse : message.kind !== 'response')
      )
        continue;
      const { key } = message.id;
      const flight = [...this.#flights].find(({ open }) => open.has(key));
      const request = flight?.open.get(key);
      flight?.open.delete(key);
      if (request !== undefined && message.kind === 'response') this.#learn(request, message);
    }
    this.#options.onMessage(incoming);
  }

  #learn({ method }: RequestMessage, answer: ResponseMessage): void {
    if (answer.failed) return;
    if (method === 'tools/list') this.#params.learn(answer);
    if (method !== 'initialize') return;
    const { result } = answer.value as { result?: { protocolVersion?: unknown } | null };
    if (typeof result?.protocolVersion === 'string') this.#version = result.protocolVersion;
  }

  #ended(flight: Flight, { status, body, lastEventId, retry }: ReadAnswer, isSecondTry: boolean): void {
    if (status === 200 && body !== undefined) this.#take(body);
    if (status >= 400) this.#refused(flight, status, body, isSecondTry);
    // Accepted: the answer comes on the stream that we listen to.
    else if (status === 202 && this.#listening !== undefined) return;
    else this.#brokenOff(flight, 'the upstream ended its answer without one', lastEventId, retry);
  }

  /** Its stream is over and an answer is missing. Where the server numbers its events, the rest can be asked for. */
  #brokenOff(
    flight: Flight,
    reason: string,
    lastEventId: string | undefined,
    retry: number | undefined,
    tries = 0,
  ): void {
    if (this.#closed || flight.open.size === 0 || this.#isOldest) {
      if (flight.open.size > 0) this.#fail(flight, reason);
      else this.#flights.delete(flight);
      return;
    }
    if (lastEventId === undefined || tries >= TRIES) this.#fail(flight, reason);
    else setTimeout(() => this.#resumeFlight(flight, lastEventId, retry, tries), retry ?? RETRY);
  }

  #resumeFlight(flight: Flight, lastEventId: string, retry: number | undefined, tries: number): void {
    if (this.#closed) return;
    const again = (reason: string, latest: string | undefined, pause: number | undefined) =>
      this.#brokenOff(
        flight,
        reason,
        latest ?? lastEventId,
        pause ?? retry,
        latest === undefined ? tries + 1 : 0,
      );
    const answer = this.#read(flight, {
      onHead: () => {},
      onEnd: ({ status, lastEventId: latest, retry: pause }) =>
        again(
          status === 200 ? 'the upstream ended its answer without one' : `the upstream answered ${status}`,
          latest,
          pause,
        ),
      onFailure: again,
    });
    const headers = [...this.#headers(undefined), 'Last-Event-ID', lastEventId];
    flight.sent = this.#options.forwarder.send({ method: 'GET', target: this.#target, headers }, answer);
  }

  #fail(flight: Flight, reason: string): void {
    this.#flights.delete(flight);
    this.#options.onFailure([...flight.open.values()], reason);
  }

  /** The server answered with an error status. */
  #refused(flight: Flight, status: number, body: Incoming | undefined, isSecondTry: boolean): void {
    const { message } = flight;
    const isResponse = body?.kind === 'response' && body.failed;
    if (status === 404 && this.#sessionId !== undefined && !isSecondTry && message !== this.#initialize) {
      this.#flights.delete(flight);
      void this.#beginAnew(message);
    } else if (message === this.#initialize && !isResponse && [400, 404, 405].includes(status)) {
      this.#flights.delete(flight);
      void this.#tryOldest(message);
    } else if (isResponse) this.#takeError(flight, body);
    else this.#takeStatus(flight, status);
  }

  /** An error whose id could not be read is meant for the one request that was sent. */
  #takeError(flight: Flight, body: ResponseMessage): void {
    this.#flights.delete(flight);
    if (body.id !== undefined && flight.open.has(body.id.key)) {
      this.#options.onMessage(body);
      return;
    }
    const { error } = body.value as { error?: { code?: unknown; message?: unknown; data?: unknown } };
    for (const { id } of flight.open.values()) {
      const { code, message, data } = error ?? {};
      this.#options.onMessage(
        createErrorResponse(id, {
          code: typeof code === 'number' ? code : ErrorCode.serverGone,
          message: String(message ?? 'the upstream refused it'),
          ...(typeof data === 'object' && data !== null && { data: data as Record<string, unknown> }),
        }),
      );
    }
  }

  #takeStatus(flight: Flight, status: number): void {
    const { message } = flight;
    const why =
      status === 401 || status === 403
        ? 'it wants credentials that it accepts; log in, or configure a token'
        : 'the call may be tried again';
    // A server without this method is of the older era. Its client asks so that it may hear no.
    if (
      message.kind === 'request' &&
      message.method === 'server/discover' &&
      (status === 404 || status === 405)
    ) {
      this.#flights.delete(flight);
      this.#options.onMessage(createErrorResponse(message.id, { code: -32601, message: 'Method not found' }));
    } else this.#fail(flight, `the upstream answered ${status}: ${why}`);
  }

  /** The server has forgotten the session, and has therefore done nothing. Said again in a new session, it may. */
  async #beginAnew(message: Message | Batch): Promise<void> {
    this.#listening?.sent?.abort();
    this.#listening = undefined;
    this.#sessionId = undefined;
    this.#options.report('the server has forgotten the session; a new one was begun');
    const failed = (reason: string) => this.#options.onFailure([...requestsOf(message).values()], reason);
    const initialize = this.#initialize;
    if (initialize === undefined || !(await this.#initializeQuietly(initialize))) {
      return failed('the upstream has forgotten the session and begins no new one');
    }
    await this.#post(parseMessage(INITIALIZED, { sender: 'client' }) as Message);
    this.#listen(undefined, 0);
    await this.#post(message, true);
  }

  /** The client knows this answer already, so that it does not hear it again. */
  #initializeQuietly(initialize: Message): Promise<boolean> {
    const { limits, strict, forwarder } = this.#options;
    return new Promise((resolve) => {
      const take = (incoming: Incoming | undefined) =>
        resolve(incoming?.kind === 'response' && !incoming.failed);
      const answer = new IncomingAnswer({
        limits,
        strict,
        onHead: (head) => this.#learnHead(initialize, head),
        onMessage: take,
        onEnd: ({ body }) => take(body),
        onFailure: () => resolve(false),
      });
      const request = {
        method: 'POST',
        target: this.#target,
        headers: this.#headers(initialize),
        body: dataOf(initialize.frame),
      };
      forwarder.send(request, answer);
    });
  }

  /** The stream for whatever the server says by itself. Many servers have none. */
  #listen(lastEventId: string | undefined, tries: number): void {
    if (this.#closed || this.#isOldest) return;
    const flight: Flight = { message: NOTHING, open: new Map(), sent: undefined, answer: undefined };
    this.#listening = flight;
    const sessionId = this.#sessionId;
    let isStream = false;
    const again = (latest: string | undefined, retry: number | undefined) => {
      if (this.#listening !== flight) return;
      if (!isStream && tries === 0) {
        this.#listening = undefined;
        return;
      }
      const pause = Math.min((retry ?? RETRY) * 2 ** Math.min(tries, 5), LONGEST_RETRY);
      const next = () => {
        if (this.#sessionId === sessionId) this.#listen(latest ?? lastEventId, isStream ? 1 : tries + 1);
      };
      setTimeout(next, pause).unref();
    };
    const answer = this.#read(flight, {
      onHead: ({ status, headers }) => {
        isStream = status === 200 && /event-stream/i.test(firstOf(headers, 'content-type') ?? '');
      },
      onEnd: ({ lastEventId: latest, retry }) => again(latest, retry),
      onFailure: (_, latest, retry) => again(latest, retry),
    });
    const resume = lastEventId === undefined ? [] : ['Last-Event-ID', lastEventId];
    const headers = [...this.#headers(undefined), ...resume];
    flight.sent = this.#options.forwarder.send({ method: 'GET', target: this.#target, headers }, answer);
  }

  /** A server that does not take posts here may speak the oldest transport: a stream that says where to post. */
  async #tryOldest(message: Message | Batch): Promise<void> {
    const flight: Flight = { message: NOTHING, open: new Map(), sent: undefined, answer: undefined };
    const target = await new Promise<string | undefined>((resolve) => {
      this.#endpoint = resolve;
      const over = (reason: string) => {
        resolve(undefined);
        if (this.#listening === flight && this.#isOldest) this.#lost(reason);
      };
      const answer = this.#read(flight, {
        onHead: ({ status }) => {
          if (status !== 200) resolve(undefined);
        },
        onEnd: () => over('the upstream ended the stream'),
        onFailure: over,
      });
      this.#listening = flight;
      flight.sent = this.#options.forwarder.send(
        { method: 'GET', target: this.#target, headers: ['Accept', 'text/event-stream'] },
        answer,
      );
    });
    if (target === undefined) {
      this.#listening = undefined;
      this.#options.onFailure(
        [...requestsOf(message).values()],
        'the upstream speaks no transport that we know at this URL',
      );
      return;
    }
    this.#isOldest = true;
    this.#target = target;
    await this.#post(message);
  }

  #takeEndpoint(address: string): void {
    const { url, report } = this.#options;
    const place = URL.canParse(address, url.href) ? new URL(address, url) : undefined;
    const isHere = place?.origin === url.origin;
    if (!isHere) report('the server names a place to post to that is not on its own host');
    this.#endpoint?.(isHere && place !== undefined ? place.pathname + place.search : undefined);
    this.#endpoint = undefined;
  }

  /** Without its stream a session of the oldest transport is over. */
  #lost(reason: string): void {
    for (const flight of this.#flights) this.#fail(flight, reason);
    this.#isOldest = false;
    this.#listening = undefined;
    this.#target = this.#options.url.pathname + this.#options.url.search;
  }
}

const INITIALIZED = Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}');
const NOTHING = parseMessage(INITIALIZED, { sender: 'client' }) as Message;

function requestsOf(message: Message | Batch): Map<MessageId['key'], RequestMessage> {
  const all = message.kind === 'batch' ? message.entries : [message];
  return new Map(all.flatMap((each) => (each.kind === 'request' ? [[each.id.key, each] as const] : [])));
}
