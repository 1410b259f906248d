// One direction of a connection: its open requests, and the messages that the action for each message sends. Does not write
// bytes.

import { cancelledId } from '../message/cancelled-id.js';
import type { Message, Refusal, RequestMessage, ResponseMessage } from '../message/message.js';
import type { MessageId } from '../message/message-id.js';
import { shorten } from '../message/violation.js';
import type { MessageDiagnostic, Side } from './diagnostic.js';
import type { IdTable } from './id-table.js';
import type { Action } from './inspector.js';
import { NO_MESSAGES, type OutgoingMessages } from './outcome.js';
import {
  createInvalidRequestError,
  createRefusalError,
  createUnavailableError,
  createWithheldError,
} from './relay-errors.js';

/** A request without a response. Compared by identity, because its id may be reused while a verdict is pending. */
export interface OpenRequest {
  readonly id: MessageId;
  /**
   * The state of the request. A response is accepted only in the state `sent`, so that there is only one. `answering`
   * means that the response is being inspected.
   */
  state: 'inspecting' | 'sent' | 'answering';
  /** True if the inspector sent the request. In that case, only the inspector gets the response. */
  readonly fromInspector: boolean;
}

/**
 * The maximum number of open requests. Further requests are rejected, so that a server that never responds cannot
 * exhaust the memory.
 */
const MAX_OPEN = 65_536;

const BATCH_REFUSED = 'another entry of the batch was rejected';

export class MessageFlow {
  readonly sender: Side;
  /** The open requests of the sender. */
  readonly requests: IdTable<OpenRequest>;
  /** The open requests of the receiver, to which the sender responds. */
  readonly oppositeRequests: IdTable<OpenRequest>;
  readonly #report: (diagnostic: MessageDiagnostic) => void;

  constructor(
    sender: Side,
    requests: IdTable<OpenRequest>,
    oppositeRequests: IdTable<OpenRequest>,
    report: (diagnostic: MessageDiagnostic) => void,
  ) {
    this.sender = sender;
    this.requests = requests;
    this.oppositeRequests = oppositeRequests;
    this.#report = report;
  }

  report(outcome: MessageDiagnostic['outcome'], reason: string, sample?: string): void {
    this.#report({ from: this.sender, outcome, reason, ...(sample !== undefined && { sample }) });
  }

  /**
   * Opens the id of a message that is a request. If that is impossible, returns the error response to send instead.
   * `unavailable` is the reason why the server is unavailable, if it is.
   */
  openRequest(message: Message, unavailable: string | undefined): Message | undefined {
    if (message.kind !== 'request') return undefined;
    const { id } = message;
    if (this.sender === 'client' && unavailable !== undefined) return createUnavailableError(id, unavailable);
    const tooMany = this.requests.size >= MAX_OPEN;
    if (!tooMany && this.requests.add(id, { id, state: 'inspecting', fromInspector: false }))
      return undefined;
    const reason = tooMany ? 'too many requests are open' : 'a request with the same id is still open';
    this.report('refused', `${reason}: id ${shorten(id.token)}`);
    return createInvalidRequestError(id, reason);
  }

  /** Closes these requests and returns the ones that were open. */
  closeRequests(requests: readonly RequestMessage[]): OpenRequest[] {
    return requests.flatMap(({ id }) => {
      const open = this.requests.get(id);
      return open?.id === id && this.requests.close(id) !== undefined ? [open] : [];
    });
  }

  /** Closes the matching open requests. Returns an error response for each request that the sender made itself. */
  failRequests(reason: string, matches: (open: OpenRequest) => boolean): Message[] {
    return this.requests.values().flatMap((open) => {
      if (!matches(open)) return [];
      this.requests.close(open.id);
      return open.fromInspector ? [] : [createUnavailableError(open.id, reason)];
    });
  }

  /**
   * Prepares for a request that is sent again on a resumed stream. Returns false if the copy must be ignored because
   * the first request or its response is still being inspected; rejecting the copy would send an error for the first
   * request.
   */
  prepareReplay({ id }: RequestMessage): boolean {
    const open = this.requests.get(id);
    if (open === undefined || open.fromInspector) return true;
    return open.state === 'sent' && this.requests.close(id) !== undefined;
  }

  /**
   * Returns the open request to which a response belongs, and marks it as `answering`. Returns undefined if no
   * request waits for this response.
   */
  matchResponse({ id }: ResponseMessage): OpenRequest | undefined {
    const open = id && this.oppositeRequests.findForResponse(id);
    if (open?.state !== 'sent') return undefined;
    open.state = 'answering';
    return open;
  }

  /** Returns true if an action forwards a message and the state of its id allows that. Changes no state. */
  canForward(message: Message, action: Action, answered: OpenRequest | undefined): boolean {
    if (action.kind !== 'forward' && action.kind !== 'replace') return false;
    if (message.kind === 'request') return this.requests.get(message.id)?.id === message.id;
    if (message.kind === 'response')
      return answered === undefined || this.oppositeRequests.get(answered.id) === answered;
    return message.method !== 'notifications/cancelled' || this.#canCancel(cancelledId(message));
  }

  // A client may cancel a request that the server has seen. In the stateless protocol version, a server may also end
  // a subscription by cancelling the request of the client.
  #canCancel(id: MessageId | undefined): boolean {
    if (id === undefined) return false;
    const wasSent = (open: OpenRequest | undefined) => open !== undefined && open.state !== 'inspecting';
    return (
      wasSent(this.requests.get(id)) || (this.sender === 'server' && wasSent(this.oppositeRequests.get(id)))
    );
  }

  /** Applies the action for a message. */
  apply(message: Message, action: Action, answered: OpenRequest | undefined): OutgoingMessages {
    if (this.canForward(message, action, answered)) return this.#forward(message, action, answered);
    if (message.kind === 'request') {
      const withdrawn = this.#withdraw(message);
      return withdrawn && action.kind === 'answer' ? { toSender: action.messages } : NO_MESSAGES;
    }
    if (message.kind === 'response') this.#close(answered);
    else if (message.method === 'notifications/cancelled') this.#cancelUnsent(message);
    return action.kind === 'answer' ? { toSender: action.messages } : NO_MESSAGES;
  }

  /** Withholds a message because another entry of its batch was rejected. */
  withholdFromBatch(message: Message, action: Action, answered: OpenRequest | undefined): OutgoingMessages {
    if (message.kind === 'request') {
      if (!this.#withdraw(message)) return NO_MESSAGES;
      return {
        toSender:
          action.kind === 'answer' ? action.messages : [createInvalidRequestError(message.id, BATCH_REFUSED)],
      };
    }
    return message.kind === 'response' ? this.#withhold(answered, undefined) : NO_MESSAGES;
  }

  /** Returns the messages to send for bytes that are not a valid message. */
  refuse(refusal: Refusal): OutgoingMessages {
    const open = this.findWaitingRequest(refusal);
    if (open !== undefined) return this.#withhold(open, refusal);
    return refusal.isResponse ? NO_MESSAGES : { toSender: [createRefusalError(refusal)] };
  }

  /**
   * Returns the request to which rejected bytes were the response, or may have been. In case of doubt, bytes from a
   * server count as a response, because otherwise the client would wait forever; a client gets the error itself.
   */
  findWaitingRequest({ id, isResponse, mayBeResponse }: Refusal): OpenRequest | undefined {
    if (id === undefined || !(this.sender === 'server' ? mayBeResponse : isResponse)) return undefined;
    const open = this.oppositeRequests.findForResponse(id);
    return open?.state === 'sent' ? open : undefined;
  }

  /** Sends an error in place of a response. There is no error for requests from the inspector. */
  #withhold(open: OpenRequest | undefined, refusal: Refusal | undefined): OutgoingMessages {
    if (open === undefined || !this.#close(open) || open.fromInspector) return NO_MESSAGES;
    return { toReceiver: createWithheldError(open, refusal) };
  }

  #forward(message: Message, action: Action, answered: OpenRequest | undefined): OutgoingMessages {
    if (message.kind === 'request') (this.requests.get(message.id) as OpenRequest).state = 'sent';
    else if (message.kind === 'response') this.#close(answered);
    else if (message.method === 'notifications/cancelled') this.#cancel(message);
    return { toReceiver: action.kind === 'replace' ? action.message : message };
  }

  /** Closes a request that is not forwarded. Returns false if it was answered or cancelled in the meantime. */
  #withdraw({ id }: RequestMessage): boolean {
    return this.requests.get(id)?.id === id && this.requests.close(id) !== undefined;
  }

  #close(answered: OpenRequest | undefined): boolean {
    return (
      answered !== undefined &&
      this.oppositeRequests.get(answered.id) === answered &&
      this.oppositeRequests.close(answered.id) !== undefined
    );
  }

  #cancel(message: Message): void {
    const id = cancelledId(message);
    if (id !== undefined) this.requests.close(id);
  }

  /** Cancels a request that is still being inspected. The receiver gets neither the request nor the cancellation. */
  #cancelUnsent(message: Message): void {
    this.#cancel(message);
    this.report('dropped', '`notifications/cancelled` names a request that the receiver does not know');
  }
}
