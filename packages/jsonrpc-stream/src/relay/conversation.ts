// The state of a relay without its byte streams: the open requests in both directions, the decisions of the
// inspector, and their results. One conversation serves a pair of pipes or all HTTP connections of a session.
//
// INVARIANT: `toReceiver` contains only messages that the inspector has seen, and plain text if an option allows it.

import { ErrorCode } from '../message/errors.js';
import type {
  Batch,
  Incoming,
  Message,
  Refusal,
  RequestMessage,
  ResponseMessage,
} from '../message/message.js';
import { isPlainText } from '../message/recover.js';
import type { WireSettings } from '../message/wire-settings.js';
import { applyBatch, type BatchVerdict } from './batch.js';
import type { MessageDiagnostic, Side } from './diagnostic.js';
import { GuardedInspector, isDelivery, overrideAction } from './guarded-inspector.js';
import { describeId, IdTable } from './id-table.js';
import {
  type Action,
  type ActionOverride,
  type Awaitable,
  type ConnectInspector,
  DROP,
  forwardEverything,
} from './inspector.js';
import { MessageFlow, type OpenRequest } from './message-flow.js';
import { NO_OUTPUT, type Outcome, toOutcome } from './outcome.js';
import { createUnavailableError, createWithheldError } from './relay-errors.js';
import { isPromise } from './validate-action.js';

export interface ConversationOptions {
  /** Creates the inspector. Without an inspector, every well-formed message is forwarded. */
  readonly connect?: ConnectInspector;
  /** Sends a message that the inspector starts itself. */
  readonly send: (to: Side, message: Message) => void;
  readonly onDiagnostic?: (diagnostic: MessageDiagnostic) => void;
  readonly wire?: WireSettings | undefined;
}

export interface ReceiveOptions {
  /**
   * True if the stream is being resumed. In that case, a message whose first copy was lost may arrive again; it is
   * forwarded if the inspector allows it.
   */
  readonly replayed?: boolean;
  /** A promise to await before the message is applied, so that several conversations share one log write. */
  readonly after?: (() => Promise<void>) | undefined;
}

/** A message with the action decided for it. */
interface InspectedMessage {
  readonly message: Message;
  readonly action: Action;
  readonly answered: OpenRequest | undefined;
}

/** The state between inspecting and applying a message. An outcome means that the message was applied already. */
type Inspected =
  | InspectedMessage
  | { readonly batch: Batch; readonly verdicts: readonly Awaitable<BatchVerdict>[] }
  | Awaitable<Outcome>;

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #inspector: GuardedInspector;
  readonly #flows: Readonly<Record<Side, MessageFlow>>;
  /** The reason why the server is unavailable; undefined while it is available. */
  #unavailable: string | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const ofClient = new IdTable<OpenRequest>();
    const ofServer = new IdTable<OpenRequest>();
    this.#flows = {
      client: new MessageFlow('client', ofClient, ofServer, this.#report),
      server: new MessageFlow('server', ofServer, ofClient, this.#report),
    };
    const connect = options.connect ?? forwardEverything;
    this.#inspector = new GuardedInspector(
      connect({
        toClient: (message) => this.#send('server', message),
        toServer: (message) => this.#send('client', message),
      }),
    );
  }

  /** Inspects a message from one side and applies the decision. */
  receive(
    from: Side,
    incoming: Incoming,
    { replayed = false, after }: ReceiveOptions = {},
  ): Awaitable<Outcome> {
    const flow = this.#flows[from];
    const inspected = this.#inspectIncoming(flow, incoming, replayed);
    // Notifications do not wait: a notification can close an id, and the next message may use that id again.
    const mayWait = incoming.kind === 'request' || incoming.kind === 'response';
    if (after === undefined || !mayWait || !this.#inspector.commits || isPromise(inspected))
      return this.#apply(flow, inspected, this.#inspector.commit());
    return after().then(() => this.#apply(flow, inspected, this.#inspector.commit()));
  }

  /** Inspects all messages of one chunk, commits them in one call, and then applies them. */
  receiveAll(from: Side, incoming: readonly Incoming[]): Awaitable<Outcome>[] {
    const flow = this.#flows[from];
    const inspected: Inspected[] = [];
    const outcomes: Awaitable<Outcome>[] = [];
    const applyAll = () => {
      const override = this.#inspector.commit();
      for (const one of inspected.splice(0)) outcomes.push(this.#apply(flow, one, override));
    };
    for (const one of incoming) {
      // A cancellation changes which ids are open, so it is applied between the earlier and the later messages.
      const cancels = one.kind === 'notification' && one.method === 'notifications/cancelled';
      if (cancels) applyAll();
      inspected.push(this.#inspectIncoming(flow, one, false));
      if (cancels) applyAll();
    }
    applyAll();
    return outcomes;
  }

  /** Call when the server has exited. Later requests are rejected. Returns the errors for its open requests. */
  serverEnded(reason: string): Message[] {
    this.#unavailable = reason;
    return this.#flows.client.failRequests(reason, ({ state }) => state !== 'answering');
  }

  /** Call when no further verdict will come. Returns the errors for responses that are still being inspected. */
  abandon(reason = 'the response could not be inspected in time'): Message[] {
    return this.#flows.client.failRequests(reason, () => true);
  }

  /** Ends these requests of the client without a response. Returns the error responses to those that were open. */
  fail(requests: readonly RequestMessage[], reason: string): Message[] {
    return this.#flows.client.closeRequests(requests).map(({ id }) => createUnavailableError(id, reason));
  }

  /** Ends these requests of the client, whose responses cannot be forwarded. Returns the error responses. */
  withhold(requests: readonly RequestMessage[], why?: Pick<Refusal, 'limit' | 'reason'>): Message[] {
    return this.#flows.client.closeRequests(requests).map((open) => createWithheldError(open, why));
  }

  /** Ends these requests of the client without a response or an error. */
  forget(requests: readonly RequestMessage[]): void {
    this.#flows.client.closeRequests(requests);
  }

  /** The number of requests of the client that have no response. */
  get openRequests(): number {
    return this.#flows.client.requests.size;
  }

  /** Returns true while this request of the client has no response. */
  isOpen({ id }: RequestMessage): boolean {
    return this.#flows.client.requests.get(id)?.id === id;
  }

  /** Called when the connection has ended, so that the inspector can withdraw its pending approvals. */
  close(): void {
    this.#inspector.close();
  }

  /** Sends a message from the inspector in the direction of this sender. */
  #send(sender: Side, message: Message): void {
    const { requests } = this.#flows[sender];
    if (message.kind === 'request')
      requests.add(message.id, { id: message.id, state: 'sent', fromInspector: true });
    this.#options.send(sender === 'client' ? 'server' : 'client', message);
  }

  #inspectIncoming(flow: MessageFlow, incoming: Incoming, replayed: boolean): Inspected {
    if (incoming.kind === 'refused') return this.#refuse(flow, incoming);
    if (incoming.kind === 'batch') return this.#inspectBatch(flow, incoming, replayed);
    return this.#inspectMessage(flow, incoming, replayed);
  }

  #inspectMessage(flow: MessageFlow, message: Message, replayed: boolean): Inspected {
    if (replayed && message.kind === 'request' && !flow.prepareReplay(message)) return NO_OUTPUT;
    const rejection = flow.openRequest(message, this.#unavailable);
    if (rejection !== undefined) return { ...NO_OUTPUT, toSender: rejection.frame };
    const answered = message.kind === 'response' ? flow.matchResponse(message) : undefined;
    const action = this.#decide(flow, message, answered, replayed);
    if (isPromise(action))
      return action.then((decided) => {
        const override = this.#inspector.commit();
        return this.#applyMessage(flow, { message, action: decided, answered }, override);
      });
    // Denied messages are applied immediately, so that their ids can be used again.
    return isDelivery(action)
      ? { message, action, answered }
      : this.#applyMessage(flow, { message, action, answered }, undefined);
  }

  #inspectBatch(flow: MessageFlow, batch: Batch, replayed: boolean): Inspected {
    const verdicts = batch.entries.map((entry): Awaitable<BatchVerdict> => {
      if (entry.kind === 'refused') {
        flow.report('refused', `batch entry: ${entry.reason}`, entry.sample);
        return { entry };
      }
      const rejection = flow.openRequest(entry, this.#unavailable);
      if (rejection !== undefined) return { entry, rejection };
      const answered = entry.kind === 'response' ? flow.matchResponse(entry) : undefined;
      const action = this.#decide(flow, entry, answered, replayed);
      if (!isPromise(action)) return { entry, action, answered };
      return action.then((decided) => ({ entry, action: decided, answered }));
    });
    return { batch, verdicts };
  }

  #apply(flow: MessageFlow, inspected: Inspected, override: ActionOverride | undefined): Awaitable<Outcome> {
    if ('message' in inspected) return this.#applyMessage(flow, inspected, override);
    if (isPromise(inspected) || 'unchanged' in inspected) return inspected;
    const { batch, verdicts } = inspected;
    if (!verdicts.some(isPromise))
      return applyBatch(flow, batch, verdicts as readonly BatchVerdict[], override);
    return Promise.all(verdicts).then((all) => applyBatch(flow, batch, all, this.#inspector.commit()));
  }

  #applyMessage(
    flow: MessageFlow,
    { message, action, answered }: InspectedMessage,
    override: ActionOverride | undefined,
  ): Outcome {
    const final = overrideAction(flow, message, action, override);
    const outcome = toOutcome(flow.apply(message, final, answered), message);
    const isUnreachable = flow.sender === 'client' && this.#unavailable !== undefined;
    return isUnreachable ? { ...outcome, toReceiver: undefined } : outcome;
  }

  /** Returns the action for a message. Never throws or rejects. */
  #decide(
    flow: MessageFlow,
    message: Message,
    answered: OpenRequest | undefined,
    replayed: boolean,
  ): Awaitable<Action> {
    if (message.kind !== 'response' || message.id === undefined)
      return this.#inspector.inspect(flow, message);
    // A response for which the receiver does not wait is inspected as well: it may be for the inspector, and the
    // audit log may need its content.
    const expected =
      answered === undefined ? this.#mayForwardUnmatched(flow, message, replayed) : !answered.fromInspector;
    const action = this.#inspector.inspect(flow, message);
    if (expected) return action;
    return isPromise(action) ? action.then(() => DROP) : DROP;
  }

  /** Returns true if a response may be forwarded although its request is unknown or does not wait for a response. */
  #mayForwardUnmatched(flow: MessageFlow, { id }: ResponseMessage, replayed: boolean): boolean {
    if (id === undefined) return true;
    const isOpen = flow.oppositeRequests.findForResponse(id) !== undefined;
    const wasClosed = flow.oppositeRequests.wasClosed(id);
    if (replayed && !isOpen && wasClosed) return true;
    const known = isOpen || wasClosed;
    const forwards = !known && this.#options.wire?.unmatched !== 'drop';
    const problem = known
      ? 'no request is waiting for a response with this id'
      : 'the response has an unknown id';
    flow.report(forwards ? 'forwarded' : 'dropped', `${problem}: ${describeId(id.token)}`);
    return forwards;
  }

  #refuse(flow: MessageFlow, refusal: Refusal): Outcome {
    const isText = refusal.code === ErrorCode.parseError && flow.findWaitingRequest(refusal) === undefined;
    if (flow.sender === 'server' && isText) {
      const forwards = this.#options.wire?.nonJson === 'pass' && isPlainText(refusal);
      const outcome = forwards ? 'forwarded' : 'dropped';
      flow.report(outcome, `invalid JSON: ${refusal.reason}`, refusal.sample);
      return forwards ? { toReceiver: refusal.frame, unchanged: true, toSender: undefined } : NO_OUTPUT;
    }
    flow.report('refused', refusal.reason, refusal.sample);
    // An error without an id cannot be matched to a request. JSON-RPC requires such an error only for a batch.
    const isAnswerable = refusal.id !== undefined || refusal.sample.trimStart().startsWith('[');
    return isAnswerable ? toOutcome(flow.refuse(refusal)) : NO_OUTPUT;
  }

  readonly #report = (diagnostic: MessageDiagnostic): void => {
    try {
      this.#options.onDiagnostic?.(diagnostic);
    } catch {
      // An error in the diagnostics callback must not end the connection.
    }
  };
}
