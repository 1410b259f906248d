// Tracks the requests to the upstream that are in progress: those with missing responses, and open streams.

import type {
  Batch,
  Incoming,
  Message,
  MessageId,
  RequestMessage,
  ResponseMessage,
} from '@claw/jsonrpc-stream';
import { cancelledRequestId, isStateless } from '../headers/mcp-headers.js';
import type { AbortableRequest, UpstreamResponse } from '../upstream/upstream.js';

type Key = MessageId['key'];

export class InFlightRequest {
  /** The message that was sent; undefined for a GET stream. */
  readonly message: Message | Batch | undefined;
  /** The requests that have no response yet. */
  readonly unanswered: Map<Key, RequestMessage>;
  sent: AbortableRequest | undefined;
  response: UpstreamResponse | undefined;
  /** True if the HTTP response is complete; missing JSON-RPC responses then arrive on another stream. */
  isConnectionClosed = false;

  constructor(message: Message | Batch | undefined) {
    this.message = message;
    const all = message === undefined ? [] : message.kind === 'batch' ? message.entries : [message];
    this.unanswered = new Map(
      all.flatMap((each) => (each.kind === 'request' ? [[each.id.key, each] as const] : [])),
    );
  }

  get requests(): RequestMessage[] {
    return [...this.unanswered.values()];
  }
}

export class InFlightRequests {
  readonly #all = new Set<InFlightRequest>();
  #paused = false;

  add(inFlight: InFlightRequest): void {
    this.#all.add(inFlight);
  }

  remove(inFlight: InFlightRequest): void {
    this.#all.delete(inFlight);
  }

  /** True while a response is missing. */
  get isBusy(): boolean {
    return [...this.#all].some(({ unanswered }) => unanswered.size > 0);
  }

  get all(): InFlightRequest[] {
    return [...this.#all];
  }

  find(key: Key): InFlightRequest | undefined {
    return this.all.find(({ unanswered }) => unanswered.has(key));
  }

  /**
   * Aborts the request that this message cancels, because in the stateless protocol closing the stream cancels the
   * request. Returns true if there was such a request.
   */
  cancel(message: Message | Batch): boolean {
    if (message.kind !== 'notification' || message.method !== 'notifications/cancelled') return false;
    const key = cancelledRequestId(message);
    const inFlight = key === undefined ? undefined : this.find(key);
    if (inFlight?.message === undefined || !isStateless(inFlight.message)) return false;
    inFlight.sent?.abort();
    this.remove(inFlight);
    return true;
  }

  onResponseStart(inFlight: InFlightRequest, response: UpstreamResponse): void {
    inFlight.response = response;
    if (this.#paused) response.pause();
  }

  /** Matches responses to their requests, removes the requests from the table and returns the pairs. */
  matchResponses(incoming: Incoming): { request: RequestMessage; response: ResponseMessage }[] {
    const messages = incoming.kind === 'batch' ? incoming.entries : [incoming];
    return messages.flatMap((message) => {
      const isAnswer = message.kind === 'response' || (message.kind === 'refused' && message.isResponse);
      const inFlight = isAnswer && message.id !== undefined ? this.find(message.id.key) : undefined;
      if (inFlight === undefined || message.id === undefined) return [];
      const request = inFlight.unanswered.get(message.id.key) as RequestMessage;
      inFlight.unanswered.delete(message.id.key);
      if (inFlight.isConnectionClosed && inFlight.unanswered.size === 0) this.remove(inFlight);
      return message.kind === 'response' ? [{ request, response: message }] : [];
    });
  }

  pause(): void {
    this.#paused = true;
    for (const { response } of this.#all) response?.pause();
  }

  resume(): void {
    this.#paused = false;
    for (const { response } of this.#all) response?.resume();
  }

  abort(): void {
    for (const { sent } of this.#all) sent?.abort();
  }
}
