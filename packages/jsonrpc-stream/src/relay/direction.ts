// One direction of a connection: which requests are open, and what follows from the action decided for a message.
// Writes no bytes itself.

import { cancelledId } from '../message/cancelled-id.js';
import type { Message, Refusal, RequestMessage, ResponseMessage } from '../message/message.js';
import type { MessageId } from '../message/message-id.js';
import { shorten } from '../message/violation.js';
import type { MessageDiagnostic, Side } from './diagnostic.js';
import {
  createInvalidRequestError,
  createRefusalError,
  createUnavailableError,
  createWithheldError,
} from './error-responses.js';
import type { IdTable } from './id-table.js';
import type { Action } from './inspector.js';
import { type Effect, NO_EFFECT } from './outcome.js';

/** A request without a response. Compared by identity, because its id may be reused while a verdict is pending. */
export interface OpenRequest {
  readonly id: MessageId;
  /**
   * Only a request in the state `sent` can be answered, so that it is answered only once; `answering`: its response
   * is being inspected.
   */
  state: 'inspecting' | 'sent' | 'answering';
  /** True when the inspector sent it; then only the inspector gets the response. */
  readonly fromInspector: boolean;
}

/**
 * The maximum number of open requests. Further ones are rejected, so that a server that never responds cannot exhaust
 * the memory.
 */
const MAX_OPEN = 65_536;

const BATCH_REFUSED = 'another entry of the batch was rejected';

export class Direction {
  readonly sender: Side;
  /** Open requests of the sender. */
  readonly requests: IdTable<OpenRequest>;
  /** Open requests of the receiver: the sender responds to them. */
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
   * Opens the id of a message that is a request. When that is not possible, returns the error response to send instead.
   * `unavailable` is why the server cannot take requests, if it cannot.
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

  /** Closes these requests and returns the ones that were still open. */
  closeRequests(requests: readonly RequestMessage[]): OpenRequest[] {
    return requests.flatMap(({ id }) => {
      const open = this.requests.get(id);
      return open?.id === id && this.requests.close(id) !== undefined ? [open] : [];
    });
  }

  /** Closes the matching open requests and returns an error response for each that the sender made itself. */
  failRequests(reason: string, matches: (open: OpenRequest) => boolean): Message[] {
    return this.requests.values().flatMap((open) => {
      if (!matches(open)) return [];
      this.requests.close(open.id);
      return open.fromInspector ? [] : [createUnavailableError(open.id, reason)];
    });
  }

  /**
   * Prepares for a request that is sent again on a resumed stream. False when it must be ignored because the first copy, or
   * its response, is still being inspected: refusing the copy would answer the first with an error.
   */
  prepareReplay({ id }: RequestMessage): boolean {
    const open = this.requests.get(id);
    if (open === undefined || open.fromInspector) return true;
    return open.state === 'sent' && this.requests.close(id) !== undefined;
  }

  /** The open request that a response answers, marked as being answered. Undefined when none waits for it. */
  matchResponse({ id }: ResponseMessage): OpenRequest | undefined {
    const open = id && this.oppositeRequests.findForResponse(id);
    if (open?.state !== 'sent') return undefined;
    open.state = 'answering';
    return open;
  }

  /** Whether an action forwards a message and the state of its id allows that. Changes nothing. */
  canForward(message: Message, action: Action, answered: OpenRequest | undefined): boolean {
    if (action.kind !== 'forward' && action.kind !== 'replace') return false;
    if (message.kind === 'request') return this.requests.get(message.id)?.id === message.id;
    if (message.kind === 'response')
      return answered === undefined || this.oppositeRequests.get(answered.id) === answered;
    return message.method !== 'notifications/cancelled' || this.#canCancel(cancelledId(message));
  }

  // The client may cancel a request that the server has seen. In the stateless protocol version a server may also end a
  // subscription by cancelling the client's request.
  #canCancel(id: MessageId | undefined): boolean {
    if (id === undefined) return false;
    const wasSent = (open: OpenRequest | undefined) => open !== undefined && open.state !== 'inspecting';
    return (
      wasSent(this.requests.get(id)) || (this.sender === 'server' && wasSent(this.oppositeRequests.get(id)))
    );
  }

  /** Applies the action decided for a message. */
  apply(message: Message, action: Action, answered: OpenRequest | undefined): Effect {
    if (this.canForward(message, action, answered)) return this.#forward(message, action, answered);
    if (message.kind === 'request') {
      const withdrawn = this.#withdraw(message);
      return withdrawn && action.kind === 'answer' ? { toSender: action.messages } : NO_EFFECT;
    }
    if (message.kind === 'response') this.#close(answered);
    else if (message.method === 'notifications/cancelled') this.#cancelUnsent(message);
    return action.kind === 'answer' ? { toSender: action.messages } : NO_EFFECT;
  }

  /** Withholds a message because another entry of its batch was rejected. */
  withholdFromBatch(message: Message, action: Action, answered: OpenRequest | undefined): Effect {
    if (message.kind === 'request') {
      if (!this.#withdraw(message)) return NO_EFFECT;
      return {
        toSender:
          action.kind === 'answer' ? action.messages : [createInvalidRequestError(message.id, BATCH_REFUSED)],
      };
    }
    return message.kind === 'response' ? this.#withhold(answered, undefined) : NO_EFFECT;
  }

  /** The consequence of bytes that are not a valid message. */
  refuse(refusal: Refusal): Effect {
    const open = this.findWaitingRequest(refusal);
    if (open !== undefined) return this.#withhold(open, refusal);
    return refusal.isResponse ? NO_EFFECT : { toSender: [createRefusalError(refusal)] };
  }

  /**
   * The request that rejected bytes were the response to, or may have been. In doubt, bytes of a server count
   * as a response: otherwise the client would wait forever. In doubt, a client gets the error itself.
   */
  findWaitingRequest({ id, isResponse, mayBeResponse }: Refusal): OpenRequest | undefined {
    if (id === undefined || !(this.sender === 'server' ? mayBeResponse : isResponse)) return undefined;
    const open = this.oppositeRequests.findForResponse(id);
    return open?.state === 'sent' ? open : undefined;
  }

  /** Sends an error in place of a response. Requests of the inspector get none. */
  #withhold(open: OpenRequest | undefined, refusal: Refusal | undefined): Effect {
    if (open === undefined || !this.#close(open) || open.fromInspector) return NO_EFFECT;
    return { toReceiver: createWithheldError(open, refusal) };
  }

  #forward(message: Message, action: Action, answered: OpenRequest | undefined): Effect {
    if (message.kind === 'request') (this.requests.get(message.id) as OpenRequest).state = 'sent';
    else if (message.kind === 'response') this.#close(answered);
    else if (message.method === 'notifications/cancelled') this.#cancel(message);
    return { toReceiver: action.kind === 'replace' ? action.message : message };
  }

  /** Closes a request that is not forwarded. False when it was answered or cancelled in the meantime. */
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

  /** Cancels a request that is still being inspected; the receiver sees neither of the two. */
  #cancelUnsent(message: Message): void {
    this.#cancel(message);
    this.report('dropped', '`notifications/cancelled` names a request that the receiver does not know');
  }
}
