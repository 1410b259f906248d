// A POST request that waits for responses from a stdio server. Its HTTP response is JSON, or an event stream if other
// messages precede the response.

import { ErrorCode, type Message, type MessageId, type RequestMessage } from '@claw/jsonrpc-stream';
import { encodeEvent, encodeJsonBody, JSON_HEAD, jsonHeadFor } from '../response/message-encoding.js';
import type { ClientResponse, ResponseHead } from '../server/client-response.js';

/** The HTTP status of protocol errors in the stateless protocol. */
const STATELESS_ERROR_STATUS: Readonly<Record<number, number>> = {
  [ErrorCode.methodNotFound]: 404,
  [ErrorCode.headerMismatch]: 400,
  [ErrorCode.missingCapability]: 400,
  [ErrorCode.unsupportedVersion]: 400,
};

export interface PendingPostOptions {
  readonly response: ClientResponse;
  readonly requests: readonly RequestMessage[];
  readonly isBatch: boolean;
  readonly stateless: boolean;
  /** The address of the client that sent the message. */
  readonly address: string;
}

export class PendingPost {
  readonly response: ClientResponse;
  readonly stateless: boolean;
  readonly address: string;
  readonly #unanswered: Map<MessageId['key'], RequestMessage>;
  readonly #isBatch: boolean;
  #responses: Message[] = [];

  constructor({ response, requests, isBatch, stateless, address }: PendingPostOptions) {
    this.response = response;
    this.stateless = stateless;
    this.address = address;
    this.#isBatch = isBatch;
    this.#unanswered = new Map(requests.map((request) => [request.id.key, request]));
  }

  get keys(): MessageId['key'][] {
    return [...this.#unanswered.keys()];
  }

  get requests(): RequestMessage[] {
    return [...this.#unanswered.values()];
  }

  /** Sends a message before the response. Returns false if the client does not accept event streams. */
  sendEvent(message: Message): boolean {
    if (!this.response.isOpen || !this.response.acceptsEvents) return false;
    this.#startEventStream();
    this.response.write([encodeEvent(message.frame)]);
    return true;
  }

  /** Takes the response to one of the requests. Returns true if it was the last one. */
  respond(message: Message): boolean {
    if (message.id !== undefined) this.#unanswered.delete(message.id.key);
    const isLast = this.#unanswered.size === 0;
    if (this.response.isEventStream) this.response.write([encodeEvent(message.frame)]);
    else this.#responses.push(message);
    if (!isLast) return false;
    if (this.response.isEventStream) this.response.end();
    else this.response.send(this.#head(message), encodeJsonBody(this.#responses, this.#isBatch));
    return true;
  }

  #startEventStream(): void {
    if (this.response.isEventStream) return;
    this.response.startEventStream();
    this.response.write(this.#responses.map(({ frame }) => encodeEvent(frame)));
    this.#responses = [];
  }

  #head(message: Message): ResponseHead {
    if (this.#isBatch) return JSON_HEAD;
    const head = jsonHeadFor(message);
    if (!this.stateless || message.kind !== 'response' || !message.failed) return head;
    const { error } = message.value as { error?: { code?: unknown } };
    const status = STATELESS_ERROR_STATUS[Number(error?.code)];
    return status === undefined ? head : { ...head, status };
  }
}
