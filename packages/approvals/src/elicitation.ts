// Asks through the client itself, on one connection. In the handshake era that is a request of our own; its answer is
// taken out before anybody else sees it. In the era without a handshake the call is answered with `input_required`, and the
// person's word comes with the retry, from which our members are cut before it is judged.

import { randomBytes } from 'node:crypto';
import {
  type Action,
  createNotification,
  createRequest,
  createResponse,
  cutMember,
  ErrorCode,
  findMember,
  type Message,
  type Peer,
  parseMessage,
  putMember,
  type RequestMessage,
  type ResponseMessage,
} from '@claw/jsonrpc-stream';
import type { Asking, Channel } from './channels/channel.js';
import { formOf, isObject, readForm } from './form.js';
import type { Approval, Reply } from './model.js';
import type { OwnState } from './request-state.js';
import type { ReturnedForms } from './returned-forms.js';

const metaKey = (name: string) => `io.modelcontextprotocol/${name}`;

/** The methods whose answer may ask for more input. */
const mayReturn = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** A call that carries more than this for its server cannot carry it in our state as well. */
const longestCarried = 32 * 1024;

/** What a retry brings back. */
export interface Retry {
  readonly approval: string;
  /** Undefined when the form was not filled in at all. */
  readonly reply: Reply | undefined;
  /** The call without anything of ours. */
  readonly message: RequestMessage;
}

/** The elicitation of one connection. */
export class Elicitation implements Channel {
  readonly name = 'elicitation';
  readonly #peer: Peer;
  readonly #forms: ReturnedForms;
  /** Made when it is first needed: over HTTP a connection may be a single call. */
  #prefix: string | undefined;
  readonly #waiting = new Map<string, (reply: Reply | undefined) => void>();
  /** Questions that go out as the answer of a call, once that comes by. */
  readonly #returning = new Map<string, Approval>();
  #offered: 'no' | 'by request' | 'by result' = 'no';
  /** A connection that began with a handshake stays in its era, and says no more about forms. */
  #settled = false;
  #count = 0;
  /** Made when somebody is first asked. */
  #closed: AbortController | undefined;

  constructor(peer: Peer, forms: ReturnedForms) {
    this.#peer = peer;
    this.#forms = forms;
  }

  /** The connection is over, and nobody will answer on it. */
  close(): void {
    this.#closed?.abort();
  }

  /** What a client's request says about forms. */
  learn(message: RequestMessage): void {
    if (this.#settled) return;
    const params = paramsOf(message);
    if (message.method === 'initialize') {
      this.#settled = true;
      this.#offered = offersForms(params['capabilities']) ? 'by request' : 'no';
      return;
    }
    const meta = params['_meta'];
    if (!isObject(meta) || meta[metaKey('protocolVersion')] === undefined) return;
    this.#offered = offersForms(meta[metaKey('clientCapabilities')]) ? 'by result' : 'no';
  }

  ask(approval: Approval, over: AbortSignal): Asking | undefined {
    // Whoever has an identity is a caller of a gateway, and must not approve itself.
    if (approval.subject.identity !== undefined || this.#offered === 'no') return undefined;
    if (this.#offered === 'by request') return { answer: this.#request(approval, over) };
    if (approval.question.direction !== 'client-to-server' || !mayReturn.has(approval.subject.method))
      return undefined;
    this.#returning.set(approval.id, approval);
    return { answer: this.#whenOver(over, () => this.#returning.delete(approval.id)), returns: true };
  }

  /** The client's answer to a question of ours; false when it is somebody else's. */
  take(message: ResponseMessage): boolean {
    const token = message.id?.token ?? '';
    const resolve = this.#waiting.get(token);
    if (resolve === undefined) return this.#prefix !== undefined && token.startsWith(`"${this.#prefix}`);
    this.#waiting.delete(token);
    // A client that cannot show the form has not answered; others may.
    resolve(message.failed ? undefined : readForm((message.value as { result?: unknown }).result));
    return true;
  }

  /** Puts our question in the place of the error that a call is waiting for somebody. */
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

  /** What a call brings back for us; undefined for every other call. */
  retry(message: RequestMessage): Retry | undefined {
    if (!this.#forms.haveGoneOut) return undefined;
    const { requestState, inputResponses } = paramsOf(message);
    const state = typeof requestState === 'string' ? this.#forms.open(requestState) : undefined;
    if (state === undefined) return undefined;
    const given = isObject(inputResponses) ? inputResponses[this.#forms.key] : undefined;
    return {
      approval: state.approval,
      reply: given === undefined ? undefined : readForm(given),
      message: withoutOurs(message, this.#forms.key, state),
    };
  }

  #request(approval: Approval, over: AbortSignal): Promise<Reply | undefined> {
    this.#prefix ??= `clawdefender-${randomBytes(9).toString('base64url')}`;
    const id = `${this.#prefix}-${++this.#count}`;
    const token = JSON.stringify(id);
    const unanswered = this.#whenOver(over, () => {
      if (this.#waiting.delete(token) && this.#closed?.signal.aborted !== true)
        this.#peer.toClient(
          createNotification('notifications/cancelled', { requestId: id, reason: 'no longer needed' }),
        );
    });
    const answered = new Promise<Reply | undefined>((resolve) => this.#waiting.set(token, resolve));
    this.#peer.toClient(createRequest(id, 'elicitation/create', formOf(approval)));
    return Promise.race([answered, unanswered]);
  }

  /** Resolves when somebody else has answered, or nobody will on this connection any more. */
  #whenOver(over: AbortSignal, end: () => void): Promise<undefined> {
    this.#closed ??= new AbortController();
    const { signal } = this.#closed;
    return new Promise((resolve) => {
      const done = () => {
        over.removeEventListener('abort', done);
        signal.removeEventListener('abort', done);
        end();
        resolve(undefined);
      };
      over.addEventListener('abort', done);
      signal.addEventListener('abort', done);
    });
  }

  #waitingFor(message: Message): Approval | undefined {
    const { error } = message.value as { error?: { code?: unknown; data?: { approval_id?: unknown } } };
    const id = error?.code === ErrorCode.approvalPending ? error.data?.approval_id : undefined;
    return typeof id === 'string' ? this.#returning.get(id) : undefined;
  }
}

const paramsOf = (message: Message): Readonly<Record<string, unknown>> => {
  const { params } = message.value as { params?: unknown };
  return isObject(params) ? params : {};
};

/** A client that offers elicitation without a word about modes means forms. */
function offersForms(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined;
  return isObject(elicitation) && (elicitation['form'] !== undefined || elicitation['url'] === undefined);
}

const requestStatePath = ['params', 'requestState'];
const inputResponsesPath = ['params', 'inputResponses'];

/** What a call carries for its server in the members that we need ourselves; undefined when it is too much. */
function carriedBy(call: RequestMessage): Omit<OwnState, 'approval'> | undefined {
  const text = textOf(call);
  const valueAt = (path: readonly string[]) => {
    const member = findMember(text, path);
    return member === undefined ? undefined : text.slice(member.valueStart, member.end);
  };
  const carried = { requestState: valueAt(requestStatePath), inputResponses: valueAt(inputResponsesPath) };
  const size = (carried.requestState?.length ?? 0) + (carried.inputResponses?.length ?? 0);
  return size > longestCarried ? undefined : carried;
}

/** The retry as if we had not asked: our form and state are gone, and what the call carried before is back. */
function withoutOurs(message: RequestMessage, key: string, state: OwnState): RequestMessage {
  let text = cutMember(textOf(message), [...inputResponsesPath, key]);
  const { inputResponses } = paramsOf(message);
  if (isObject(inputResponses) && Object.keys(inputResponses).every((name) => name === key))
    text = cutMember(text, inputResponsesPath);
  text = cutMember(text, requestStatePath);
  if (state.requestState !== undefined) text = putMember(text, requestStatePath, state.requestState);
  if (state.inputResponses !== undefined) text = putMember(text, inputResponsesPath, state.inputResponses);
  const cut = parseMessage(new TextEncoder().encode(`${text}\n`), { sender: 'client' });
  if (cut?.kind !== 'request') throw new Error('the retry could not be read without our own members');
  return cut;
}

const textOf = (message: Message): string => new TextDecoder().decode(message.bytes);
