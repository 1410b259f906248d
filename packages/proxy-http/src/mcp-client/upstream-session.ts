// The client side of an MCP session with the upstream: sends and receives messages, opens the GET stream, resumes
// broken streams, and starts a new session if the server no longer knows the old one. Does not inspect messages.

import { type Batch, type Incoming, type Message, parseMessage } from '@claw/jsonrpc-stream';
import { toJsonLine } from '../response/message-encoding.js';
import {
  type AbortableRequest,
  isRedirect,
  REDIRECTED,
  type UpstreamResponseHandler,
} from '../upstream/upstream.js';
import { handleErrorStatus } from './error-status.js';
import { InFlightRequest, InFlightRequests } from './in-flight.js';
import { sendAndWaitForStart, sendInternalRequest } from './internal-request.js';
import { openLegacySse } from './legacy-sse.js';
import { RequestHeaders } from './request-headers.js';
import { type ReadResponse, ResponseReader } from './response-reader.js';
import { NO_RESPONSE, Resumption } from './resumption.js';
import { isRetryable, SendQueue } from './send-queue.js';
import { type ResponseCallbacks, ServerStream } from './server-stream.js';
import type { UpstreamSessionOptions } from './upstream-session-options.js';

const INITIALIZED = Buffer.from('{"jsonrpc":"2.0","method":"notifications/initialized"}');

export class UpstreamSession {
  readonly #options: UpstreamSessionOptions;
  readonly #headers = new RequestHeaders();
  readonly #inFlightRequests = new InFlightRequests();
  readonly #resumption: Resumption;
  #target: string;
  /** The `initialize` request of the client, which is repeated to start a new session. */
  #initialize: Message | undefined;
  #serverStream: ServerStream | undefined;
  /** The event stream of the legacy HTTP+SSE transport, if the server uses that transport. */
  #legacyStream: InFlightRequest | undefined;
  #closed = false;
  /** The session waits until a notification has been sent, because later messages must not overtake it. */
  readonly #queue = new SendQueue((message) => this.#sendNext(message));
  /** The start of a new session in progress; resolves to true if it succeeds. */
  #renewal: Promise<boolean> | undefined;

  constructor(options: UpstreamSessionOptions) {
    this.#options = options;
    this.#resumption = new Resumption({
      inFlightRequests: this.#inFlightRequests,
      isClosed: () => this.#closed,
      openStream: (lastEventId, handler) => this.#getStream(lastEventId, handler),
      read: (inFlight, on) => this.#read(inFlight, on),
      onFailure: (inFlight, reason) => this.#fail(inFlight, reason),
    });
    this.#target = options.url.pathname + options.url.search;
  }

  /** True while a response is missing. */
  get isBusy(): boolean {
    return this.#inFlightRequests.isBusy;
  }

  send(message: Message | Batch): void {
    this.#queue.add(message);
  }

  /** True if too many bytes are queued; see `onceDrained`. */
  get isFull(): boolean {
    return this.#queue.isFull;
  }

  /** Calls back once, as soon as the queue has drained. */
  onceDrained(callback: () => void): void {
    this.#queue.onceDrained(callback);
  }

  /** Stops reading responses. */
  pause(): void {
    this.#inFlightRequests.pause();
  }

  resume(): void {
    this.#inFlightRequests.resume();
  }

  /** Ends the session with DELETE and aborts all streams. */
  async close(timeout: number): Promise<void> {
    this.#closed = true;
    this.#serverStream?.stop();
    this.#inFlightRequests.abort();
    if (this.#headers.sessionId === undefined || this.#legacyStream !== undefined) return;
    const request = { method: 'DELETE', target: this.#target, headers: this.#headers.forStream() };
    await sendAndWaitForStart((handler) => this.#options.forwarder.send(request, handler), timeout);
  }

  async #sendNext(message: Message | Batch): Promise<void> {
    await this.#renewal;
    if (this.#closed || this.#inFlightRequests.cancel(message)) return;
    if (message.kind === 'request' && message.method === 'initialize') this.#initialize = message;
    const begun = this.#post(message);
    if (message.kind === 'notification' || message.kind === 'response') await begun;
    if (message.kind === 'notification' && message.method === 'notifications/initialized')
      this.#openServerStream();
  }

  /** Resolves when the response has started or failed. */
  #post(message: Message | Batch, isSecondTry = false): Promise<void> {
    const inFlight = new InFlightRequest(message);
    const { sessionId } = this.#headers;
    this.#inFlightRequests.add(inFlight);
    return new Promise((begun) => {
      const handler = this.#read(inFlight, {
        onHead: (head) => {
          this.#headers.onResponseHead(message, head);
          begun();
        },
        onEnd: (response) => this.#onResponseEnd(inFlight, response, isSecondTry ? undefined : sessionId),
        onFailure: (reason, lastEventId, retry) => {
          begun();
          if (inFlight.unanswered.size === 0) this.#options.report(reason, 'client');
          this.#resumption.onStreamEnd(inFlight, reason, { lastEventId, retry });
        },
      });
      const request = { ...this.#postRequest(message), retryable: isRetryable(message) };
      inFlight.sent = this.#options.forwarder.send(request, handler);
    });
  }

  #postRequest(message: Message | Batch) {
    const headers = this.#headers.forMessage(message);
    return { method: 'POST', target: this.#target, headers, body: toJsonLine(message.frame) };
  }

  #getStream(lastEventId: string | undefined, handler: UpstreamResponseHandler): AbortableRequest {
    const headers = this.#headers.forStream(lastEventId);
    return this.#options.forwarder.send({ method: 'GET', target: this.#target, headers }, handler);
  }

  #read(
    inFlight: InFlightRequest,
    on: ResponseCallbacks,
    onEndpoint?: (address: string) => void,
  ): UpstreamResponseHandler {
    return new ResponseReader({
      ...on,
      wire: this.#options.wire,
      onHead: (head) => {
        this.#inFlightRequests.onResponseStart(inFlight, head);
        on.onHead(head);
      },
      onMessage: (message) => this.#receive(message),
      onEndpoint,
    });
  }

  /** Forwards a message to the client after its responses are matched to requests. */
  #receive(incoming: Incoming): void {
    for (const { request, response } of this.#inFlightRequests.matchResponses(incoming))
      this.#headers.onResponse(request, response);
    this.#options.onMessage(incoming);
  }

  /** `sentIn` is the session id that the request used, or undefined if the request must not be sent again. */
  #onResponseEnd(
    inFlight: InFlightRequest,
    { status, body, lastEventId, retry }: ReadResponse,
    sentIn: string | undefined,
  ): void {
    if (status === 200 && body !== undefined) this.#receive(body);
    // With status 202, the response arrives on an open event stream.
    const isElsewhere =
      status === 202 && (this.#legacyStream !== undefined || this.#serverStream?.isOpen === true);
    if (status >= 400) this.#onErrorStatus(inFlight, status, body, sentIn);
    else if (isRedirect(status)) this.#fail(inFlight, REDIRECTED);
    else if (isElsewhere && inFlight.unanswered.size > 0) inFlight.isConnectionClosed = true;
    else if (status === 200 && body?.kind === 'refused' && inFlight.unanswered.size > 0) {
      this.#inFlightRequests.remove(inFlight);
      this.#options.onWithheld(inFlight.requests, body);
    } else this.#resumption.onStreamEnd(inFlight, NO_RESPONSE, { lastEventId, retry });
  }

  #onErrorStatus(
    inFlight: InFlightRequest,
    status: number,
    body: Incoming | undefined,
    sentIn: string | undefined,
  ): void {
    const { message } = inFlight;
    const error = body?.kind === 'response' && body.failed ? body : undefined;
    const isFirst = message === this.#initialize;
    this.#inFlightRequests.remove(inFlight);
    if (message === undefined) return;
    if (status === 404 && sentIn !== undefined && !isFirst) {
      void this.#resendInNewSession(inFlight, message, sentIn);
    } else if (isFirst && error === undefined && [400, 404, 405].includes(status)) {
      void this.#tryLegacySse(inFlight, message);
    } else handleErrorStatus(inFlight, status, error, this.#options);
  }

  #fail(inFlight: InFlightRequest, reason: string): void {
    this.#inFlightRequests.remove(inFlight);
    this.#options.onFailure(inFlight.requests, reason);
  }

  /**
   * Sends the message again in a new session. This is safe: the server no longer knew the session, so it did not
   * process the message.
   */
  async #resendInNewSession(
    inFlight: InFlightRequest,
    message: Message | Batch,
    sentIn: string,
  ): Promise<void> {
    const { sessionId } = this.#headers;
    // The first of several messages from the old session starts the new session.
    if (sessionId === sentIn || sessionId === undefined)
      this.#renewal ??= this.#renewSession().finally(() => {
        this.#renewal = undefined;
      });
    if ((await this.#renewal) !== false) await this.#post(message, true);
    else
      this.#options.onFailure(
        inFlight.requests,
        'the upstream no longer knows the session and did not start a new one',
      );
  }

  async #renewSession(): Promise<boolean> {
    this.#serverStream?.stop();
    this.#headers.sessionId = undefined;
    this.#options.report('the server no longer knows the session; starting a new one');
    if (this.#initialize === undefined || !(await this.#repeatInitialize(this.#initialize))) return false;
    await this.#post(parseMessage(INITIALIZED, { sender: 'client' }) as Message);
    this.#openServerStream();
    return true;
  }

  /** The response is not forwarded, because the client already has a response to `initialize`. */
  #repeatInitialize(initialize: Message): Promise<boolean> {
    const { wire, forwarder } = this.#options;
    return sendInternalRequest({
      wire,
      onHead: (head) => this.#headers.onResponseHead(initialize, head),
      send: (handler) => forwarder.send(this.#postRequest(initialize), handler),
    });
  }

  #openServerStream(): void {
    if (this.#closed || this.#legacyStream !== undefined) return;
    this.#serverStream?.stop();
    const stream = new ServerStream({
      send: (resume, handler) => this.#getStream(resume, handler),
      read: (inFlight, on) => this.#read(inFlight, on),
    });
    this.#serverStream = stream;
    this.#inFlightRequests.add(stream.request);
  }

  /** Tries the legacy HTTP+SSE transport after a server has rejected a POST. */
  async #tryLegacySse(inFlight: InFlightRequest, message: Message | Batch): Promise<void> {
    const { url, report } = this.#options;
    const stream = new InFlightRequest(undefined);
    this.#inFlightRequests.add(stream);
    const target = await openLegacySse({
      url,
      request: stream,
      report,
      send: (handler) => this.#getStream(undefined, handler),
      read: (on, onEndpoint) => this.#read(stream, on, onEndpoint),
      onLost: (reason) => this.#onLegacyStreamLost(stream, reason),
    });
    if (target === undefined) {
      this.#inFlightRequests.remove(stream);
      stream.sent?.abort();
      this.#options.onFailure(
        inFlight.requests,
        'the upstream supports neither Streamable HTTP nor HTTP+SSE at this URL; check the URL',
      );
      return;
    }
    this.#legacyStream = stream;
    this.#target = target;
    await this.#post(message);
  }

  /** The session of the legacy HTTP+SSE transport ends with its stream. */
  #onLegacyStreamLost(stream: InFlightRequest, reason: string): void {
    if (this.#legacyStream !== stream) return;
    this.#legacyStream = undefined;
    this.#target = this.#options.url.pathname + this.#options.url.search;
    for (const inFlight of this.#inFlightRequests.all) this.#fail(inFlight, reason);
  }
}
