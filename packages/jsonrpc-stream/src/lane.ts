// One direction of travel: which requests are open, and what a judged message leads to. Moves no bytes itself.

import { goneError, invalidRequest, refusalError, withheldAnswer } from './answers.js';
import { ErrorCode } from './errors.js';
import type { IdTable } from './id-table.js';
import type { Action } from './inspector.js';
import type { Message, Refusal, RequestMessage, ResponseMessage } from './message.js';
import { MessageId } from './message-id.js';
import { shorten } from './violation.js';

export type Side = 'client' | 'server';

/** Something that went wrong on the wire and was dealt with; for the log. */
export interface Incident {
  /** Who sent it. */
  readonly from: Side;
  /** What became of it. */
  readonly outcome: 'refused' | 'dropped' | 'passed on';
  readonly reason: string;
  /** The first characters of what was sent, unfiltered. */
  readonly sample?: string;
}

/** A request without an answer. It is compared by identity: an id may be used again while a verdict is awaited. */
export interface OpenRequest {
  readonly id: MessageId;
  /** Until it is sent nobody can answer it; while its answer is being judged nobody can answer it again. */
  state: 'judged' | 'sent' | 'answering';
  /** True when the inspector asked it: then the answer is for the inspector alone. */
  readonly own: boolean;
}

/** What one message leads to: something that goes on, something that goes back. */
export interface Effect {
  readonly ahead?: Message | undefined;
  readonly back?: readonly Message[];
}

export const NOTHING: Effect = {};

/** More open requests than this are refused, so that a server that never answers cannot fill the memory. */
const MAX_OPEN = 65_536;

const BATCH_REFUSED = 'another entry of its batch was refused';

export class Lane {
  readonly from: Side;
  /** Open requests that travel this way. */
  readonly requests: IdTable<OpenRequest>;
  /** Open requests of the other direction: their answers travel this way. */
  readonly asked: IdTable<OpenRequest>;
  readonly #report: (incident: Incident) => void;

  constructor(
    from: Side,
    requests: IdTable<OpenRequest>,
    asked: IdTable<OpenRequest>,
    report: (incident: Incident) => void,
  ) {
    this.from = from;
    this.requests = requests;
    this.asked = asked;
    this.#report = report;
  }

  report(outcome: Incident['outcome'], reason: string, sample?: string): void {
    this.#report({ from: this.from, outcome, reason, ...(sample !== undefined && { sample }) });
  }

  /** Opens the id of a request. Otherwise returns the answer to it: it cannot go on whoever judges it. */
  open(request: RequestMessage, gone: string | undefined): Message | undefined {
    const { id } = request;
    if (gone !== undefined) return goneError(id, gone);
    const tooMany = this.requests.size >= MAX_OPEN;
    if (!tooMany && this.requests.add(id, { id, state: 'judged', own: false })) return undefined;
    const reason = tooMany ? 'too many requests are open' : 'a request with the same id is still open';
    this.report('refused', `${reason}: id ${shorten(id.token)}`);
    return invalidRequest(id, reason);
  }

  /**
   * Makes way for a request that is said again on a stream that is resumed. False when it need not be: the first is still
   * being judged, or its answer is. To refuse it would be to answer the first with an error.
   */
  mayRepeat({ id }: RequestMessage): boolean {
    const open = this.requests.get(id);
    if (open === undefined || open.own) return true;
    return open.state === 'sent' && this.requests.close(id) !== undefined;
  }

  /** The open request that an answer belongs to, now being answered. Undefined when nobody waits for it. */
  beginAnswer({ id }: ResponseMessage): OpenRequest | undefined {
    const open = id && this.asked.find(id);
    if (open?.state !== 'sent') return undefined;
    open.state = 'answering';
    return open;
  }

  /** Whether a judged message may go on as far as its id is concerned. Changes nothing. */
  mayPass(message: Message, action: Action, answered: OpenRequest | undefined): boolean {
    if (action.kind !== 'forward' && action.kind !== 'replace') return false;
    if (message.kind === 'request') return this.requests.get(message.id)?.id === message.id;
    if (message.kind === 'response')
      return answered === undefined || this.asked.get(answered.id) === answered;
    return message.method !== 'notifications/cancelled' || this.#isOpen(cancelledId(message));
  }

  // The client may cancel what the server has seen. A server of the stateless era may also end a subscription by
  // cancelling the client's own request.
  #isOpen(id: MessageId | undefined): boolean {
    if (id === undefined) return false;
    const known = (open: OpenRequest | undefined) => open !== undefined && open.state !== 'judged';
    return known(this.requests.get(id)) || (this.from === 'server' && known(this.asked.get(id)));
  }

  /** Carries out the verdict on a message. */
  carryOut(message: Message, action: Action, answered: OpenRequest | undefined): Effect {
    if (this.mayPass(message, action, answered)) return this.#pass(message, action, answered);
    if (message.kind === 'request') {
      const withdrawn = this.#withdraw(message);
      return withdrawn && action.kind === 'answer' ? { back: action.messages } : NOTHING;
    }
    if (message.kind === 'response') this.#close(answered);
    else if (message.method === 'notifications/cancelled') this.#cancelUnsent(message);
    return action.kind === 'answer' ? { back: action.messages } : NOTHING;
  }

  /** Keeps a message back because of the company it is in. Whoever waits for it is told. */
  keepBack(message: Message, action: Action, answered: OpenRequest | undefined): Effect {
    if (message.kind === 'request') {
      if (!this.#withdraw(message)) return NOTHING;
      return {
        back: action.kind === 'answer' ? action.messages : [invalidRequest(message.id, BATCH_REFUSED)],
      };
    }
    return message.kind === 'response' ? this.#withhold(answered, undefined) : NOTHING;
  }

  /** What something leads to that is not a message we accept. */
  refuse(refusal: Refusal): Effect {
    const open = this.awaiting(refusal);
    if (open !== undefined) return this.#withhold(open, refusal);
    return refusal.isResponse ? NOTHING : { back: [refusalError(refusal)] };
  }

  /**
   * The request whose answer something refused was, or may have been. What a server sends is in doubt an answer: it could
   * close that request anyway, and the client would wait for ever. A client in doubt is told itself.
   */
  awaiting({ id, isResponse, mayAnswer }: Refusal): OpenRequest | undefined {
    if (id === undefined || !(this.from === 'server' ? mayAnswer : isResponse)) return undefined;
    const open = this.asked.find(id);
    return open?.state === 'sent' ? open : undefined;
  }

  /** Whoever waits for this answer would wait for ever, so it gets an error in its place; the inspector does not. */
  #withhold(open: OpenRequest | undefined, refusal: Refusal | undefined): Effect {
    if (open === undefined || !this.#close(open) || open.own) return NOTHING;
    return { ahead: withheldAnswer(open, refusal) };
  }

  #pass(message: Message, action: Action, answered: OpenRequest | undefined): Effect {
    if (message.kind === 'request') (this.requests.get(message.id) as OpenRequest).state = 'sent';
    else if (message.kind === 'response') this.#close(answered);
    else if (message.method === 'notifications/cancelled') this.#cancel(message);
    return { ahead: action.kind === 'replace' ? action.message : message };
  }

  /** Closes a request that does not go on. False when somebody has answered or cancelled it meanwhile. */
  #withdraw({ id }: RequestMessage): boolean {
    return this.requests.get(id)?.id === id && this.requests.close(id) !== undefined;
  }

  #close(answered: OpenRequest | undefined): boolean {
    return (
      answered !== undefined &&
      this.asked.get(answered.id) === answered &&
      this.asked.close(answered.id) !== undefined
    );
  }

  #cancel(message: Message): void {
    const id = cancelledId(message);
    if (id !== undefined) this.requests.close(id);
  }

  /** A request that still waits for its verdict can be cancelled, too; then the other side hears of neither. */
  #cancelUnsent(message: Message): void {
    this.#cancel(message);
    this.report('dropped', 'it cancels a request that the other side does not know');
  }
}

function cancelledId({ value }: Message): MessageId | undefined {
  const { params } = value as { params?: { requestId?: unknown } | null };
  const id = params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? MessageId.of(id) : undefined;
}

/** True for a line that is certainly no message: a tolerant reader might make one of what begins like JSON. */
export function isPlainText({ code, frame }: Refusal): boolean {
  if (code !== ErrorCode.parseError) return false;
  const [first] = frame;
  const byte = first?.find((candidate) => candidate > 0x20);
  return byte !== undefined && byte !== 0x7b && byte !== 0x5b && byte !== 0xef && byte < 0xfe;
}
