// Requests approval through the client on one connection. If the client uses a handshake, a request is sent to it,
// and its response is removed from the stream. A client without a handshake gets `input_required` as the response to
// its call. It sends the decision when it repeats the call, and the members for the approval are removed before the
// repeated call is checked.

import { randomBytes } from 'node:crypto';
import {
  type Action,
  createNotification,
  createRequest,
  createResponse,
  cutMember,
  ErrorCode,
  findMember,
  isRecord,
  type Message,
  type Peer,
  paramsOf,
  parseMessage,
  putMember,
  type RequestMessage,
  type ResponseMessage,
} from '@claw/jsonrpc-stream';
import type { Channel, ChannelRequest } from './channels/channel.js';
import { formOf, readForm } from './form.js';
import type { Approval, ApprovalDecision } from './model.js';
import type { OwnState } from './request-state.js';
import type { ReturnedForms } from './returned-forms.js';

const metaKey = (name: string) => `io.modelcontextprotocol/${name}`;

/** The methods whose response may request more input. */
const mayReturn = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** The maximum size of the data that a call contains for its server; larger data does not fit into our state. */
const maxCarriedLength = 32 * 1024;

/** The decision in a repeated call. */
export interface Retry {
  readonly approval: string;
  /** Undefined if the user did not fill in the form. */
  readonly reply: ApprovalDecision | undefined;
  /** The call without the members for the approval. */
  readonly message: RequestMessage;
}

/** The elicitation channel of one connection. */
export class Elicitation implements Channel {
  readonly name = 'elicitation';
  readonly #peer: Peer;
  readonly #forms: ReturnedForms;
  /** Created on first use, because over HTTP a connection may be a single call. */
  #prefix: string | undefined;
  readonly #waiting = new Map<string, (reply: ApprovalDecision | undefined) => void>();
  /** Requests that are sent as the response to a call when that call reaches `outgoing`. */
  readonly #returning = new Map<string, Approval>();
  #offered: 'no' | 'by request' | 'by result' = 'no';
  /**
   * True after a handshake: the connection then keeps its protocol variant, and its later messages do not describe
   * form support.
   */
  #settled = false;
  #count = 0;
  /** Created for the first request. */
  #closed: AbortController | undefined;

  constructor(peer: Peer, forms: ReturnedForms) {
    this.#peer = peer;
    this.#forms = forms;
  }

  /** Call when the connection has ended, so that no response will arrive on it. */
  close(): void {
    this.#closed?.abort();
  }

  /** Reads from a request whether the client supports forms. */
  learn(message: RequestMessage): void {
    if (this.#settled) return;
    const params = paramsOf(message);
    if (message.method === 'initialize') {
      this.#settled = true;
      this.#offered = offersForms(params['capabilities']) ? 'by request' : 'no';
      return;
    }
    const meta = params['_meta'];
    if (!isRecord(meta) || meta[metaKey('protocolVersion')] === undefined) return;
    this.#offered = offersForms(meta[metaKey('clientCapabilities')]) ? 'by result' : 'no';
  }

  requestApproval(approval: Approval, signal: AbortSignal): ChannelRequest | undefined {
    // A client with an identity is a caller of a gateway, and must not approve its own calls.
    if (approval.subject.identity !== undefined || this.#offered === 'no') return undefined;
    if (this.#offered === 'by request') return { decision: this.#request(approval, signal) };
    if (approval.question.direction !== 'client-to-server' || !mayReturn.has(approval.subject.method))
      return undefined;
    this.#returning.set(approval.id, approval);
    return {
      decision: this.#whenAborted(signal, () => this.#returning.delete(approval.id)),
      respondsAtOnce: true,
    };
  }

  /** Handles the response to a request from this channel; returns false for other responses. */
  take(message: ResponseMessage): boolean {
    const token = message.id?.token ?? '';
    const resolve = this.#waiting.get(token);
    if (resolve === undefined) return this.#prefix !== undefined && token.startsWith(`"${this.#prefix}`);
    this.#waiting.delete(token);
    // If the client could not show the form, there is no decision on this channel; the user can decide on another
    // one.
    resolve(message.failed ? undefined : readForm((message.value as { result?: unknown }).result));
    return true;
  }

  /** Replaces the error of a call that requires approval with the request for approval. */
  outgoing(call: RequestMessage, action: Action): Action {
    if (action.kind !== 'answer' || this.#returning.size === 0) return action;
    const [only, ...more] = action.messages;
    const approval = only === undefined || more.length > 0 ? undefined : this.#waitingFor(only);
    const carried = approval === undefined ? undefined : carriedBy(call);
    if (approval === undefined || carried === undefined) return action;
    const result = {
      resultType: 'input_required',
      inputRequests: { [this.#forms.key]: { method: 'elicitation/create', params: formOf(approval) } },
      requestState: this.#forms.seal({ approval: approval.id, ...carried }),
    };
    return { kind: 'answer', messages: [createResponse(call.id, result)] };
  }

  /** Returns the decision that a repeated call contains, or undefined for other calls. */
  retry(message: RequestMessage): Retry | undefined {
    if (!this.#forms.wereSent) return undefined;
    const { requestState, inputResponses } = paramsOf(message);
    const state = typeof requestState === 'string' ? this.#forms.open(requestState) : undefined;
    if (state === undefined) return undefined;
    const given = isRecord(inputResponses) ? inputResponses[this.#forms.key] : undefined;
    return {
      approval: state.approval,
      reply: given === undefined ? undefined : readForm(given),
      message: withoutOurs(message, this.#forms.key, state),
    };
  }

  #request(approval: Approval, signal: AbortSignal): Promise<ApprovalDecision | undefined> {
    this.#prefix ??= `clawdefender-${randomBytes(9).toString('base64url')}`;
    const id = `${this.#prefix}-${++this.#count}`;
    const token = JSON.stringify(id);
    const unanswered = this.#whenAborted(signal, () => {
      if (this.#waiting.delete(token) && this.#closed?.signal.aborted !== true)
        this.#peer.toClient(
          createNotification('notifications/cancelled', { requestId: id, reason: 'no longer needed' }),
        );
    });
    const answered = new Promise<ApprovalDecision | undefined>((resolve) =>
      this.#waiting.set(token, resolve),
    );
    this.#peer.toClient(createRequest(id, 'elicitation/create', formOf(approval)));
    return Promise.race([answered, unanswered]);
  }

  /**
   * Resolves when the request was decided on another channel, or when no response can arrive on this connection any
   * more.
   */
  #whenAborted(signal: AbortSignal, end: () => void): Promise<undefined> {
    this.#closed ??= new AbortController();
    const ends = [signal, this.#closed.signal];
    return new Promise((resolve) => {
      const done = () => {
        for (const one of ends) one.removeEventListener('abort', done);
        end();
        resolve(undefined);
      };
      for (const one of ends) one.addEventListener('abort', done);
    });
  }

  #waitingFor(message: Message): Approval | undefined {
    const { error } = message.value as { error?: { code?: unknown; data?: { approval_id?: unknown } } };
    const id = error?.code === ErrorCode.approvalPending ? error.data?.approval_id : undefined;
    return typeof id === 'string' ? this.#returning.get(id) : undefined;
  }
}

/**
 * Returns true if the client supports forms. A client that supports elicitation without naming modes supports forms.
 */
function offersForms(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities['elicitation'] : undefined;
  return isRecord(elicitation) && (elicitation['form'] !== undefined || elicitation['url'] === undefined);
}

const requestStatePath = ['params', 'requestState'];
const inputResponsesPath = ['params', 'inputResponses'];

/** Returns the members of a call that our own request replaces, or undefined if they are too large. */
function carriedBy(call: RequestMessage): Omit<OwnState, 'approval'> | undefined {
  const text = textOf(call);
  const valueAt = (path: readonly string[]) => {
    const member = findMember(text, path);
    return member === undefined ? undefined : text.slice(member.valueStart, member.end);
  };
  const carried = { requestState: valueAt(requestStatePath), inputResponses: valueAt(inputResponsesPath) };
  const size = (carried.requestState?.length ?? 0) + (carried.inputResponses?.length ?? 0);
  return size > maxCarriedLength ? undefined : carried;
}

/** Restores the call: removes our form and state, and restores the members that the call contained before. */
function withoutOurs(message: RequestMessage, key: string, state: OwnState): RequestMessage {
  let text = cutMember(textOf(message), [...inputResponsesPath, key]);
  const { inputResponses } = paramsOf(message);
  if (isRecord(inputResponses) && Object.keys(inputResponses).every((name) => name === key))
    text = cutMember(text, inputResponsesPath);
  text = cutMember(text, requestStatePath);
  if (state.requestState !== undefined) text = putMember(text, requestStatePath, state.requestState);
  if (state.inputResponses !== undefined) text = putMember(text, inputResponsesPath, state.inputResponses);
  const cut = parseMessage(new TextEncoder().encode(`${text}\n`), { sender: 'client' });
  if (cut?.kind !== 'request') throw new Error('the retry could not be read without our own members');
  return cut;
}

const textOf = (message: Message): string => new TextDecoder().decode(message.bytes);
