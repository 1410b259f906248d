// Two framings and one inspector: who gets which bytes, in which order. Knows no pipes and no sockets; the
// transport pushes chunks in and is handed pieces to write.
//
// INVARIANT: nothing crosses from one side to the other that did not pass `#carryOut`, and nothing reaches
// `#carryOut` that the inspector has not seen.

import { failClosed, goneError, invalidRequest, refusalError, withheldAnswer } from './answers.js';
import { type BatchOutcome, judgeBatch } from './batch.js';
import { ErrorCode } from './errors.js';
import { IdTable } from './id-table.js';
import {
  type Action,
  type Awaitable,
  type ConnectInspector,
  DROP,
  forwardEverything,
  type Inspector,
} from './inspector.js';
import type { Limits } from './limits.js';
import type { Batch, Incoming, Message, Refusal, RequestMessage } from './message.js';
import { MessageId } from './message-id.js';
import { NdjsonReader } from './ndjson.js';
import { Outbox } from './outbox.js';

export type Side = 'client' | 'server';

/** Something that went wrong on the wire and was dealt with; for the log. */
export interface Incident {
  /** Who sent it. */
  readonly from: Side;
  readonly reason: string;
  /** The first characters of what was sent, unfiltered. */
  readonly sample?: string;
}

export interface RelayOptions {
  /** Writes these pieces, in order, to the peer. They must not be changed afterwards. */
  readonly toClient: (pieces: readonly Uint8Array[]) => void;
  readonly toServer: (pieces: readonly Uint8Array[]) => void;
  /** Who judges the messages. Without one, everything passes that is well formed. */
  readonly connect?: ConnectInspector;
  readonly onIncident?: (incident: Incident) => void;
  readonly limits?: Partial<Limits>;
  /** Hold the server to the rules for clients. */
  readonly strict?: boolean;
  /** Answers that belong to no request. */
  readonly unmatched?: 'pass' | 'drop';
  /** Lines of the server that are no JSON, such as debug output. */
  readonly nonJson?: 'drop' | 'pass';
}

/** More requests in flight than this are refused, so that a server that never answers cannot fill the memory. */
const MAX_IN_FLIGHT = 65_536;

/** Messages that wait for a verdict may take this many bytes; one more is refused. */
const MAX_HELD = 64 * 1024 * 1024;

/** A request without an answer. */
interface OpenRequest {
  readonly id: MessageId;
  /** False while it waits for a verdict: until then the other side cannot know of it. */
  sent: boolean;
}

/** Everything about one direction of travel. */
interface Lane {
  readonly from: Side;
  readonly reader: NdjsonReader;
  /** Requests that travel this way. */
  readonly requests: IdTable<OpenRequest>;
  /** Requests of the other direction, whose answers travel this way. */
  readonly answered: IdTable<OpenRequest>;
  readonly ahead: Outbox;
  readonly back: Outbox;
  readonly inspect: (message: Message) => Awaitable<Action>;
}

export class Relay {
  readonly #options: RelayOptions;
  readonly #inspector: Inspector;
  readonly #client: Lane;
  readonly #server: Lane;
  readonly #toClient: Outbox;
  readonly #toServer: Outbox;
  /** How many messages wait for a verdict, and how many bytes they take. */
  #waiting = 0;
  #held = 0;
  #whenIdle: (() => void)[] = [];
  /** Why the server is gone, once it is. */
  #serverGone: string | undefined;
  #pushing = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#toClient = new Outbox(options.toClient);
    this.#toServer = new Outbox(options.toServer);
    this.#inspector = (options.connect ?? forwardEverything)({
      toClient: (message) => this.#send(this.#toClient, message),
      toServer: (message) => this.#send(this.#toServer, message),
    });
    const { limits = {}, strict = false } = options;
    const ofClient = new IdTable<OpenRequest>();
    const ofServer = new IdTable<OpenRequest>();
    this.#client = {
      from: 'client',
      reader: new NdjsonReader({ sender: 'client', limits }),
      requests: ofClient,
      answered: ofServer,
      ahead: this.#toServer,
      back: this.#toClient,
      inspect: (message) => this.#inspector.fromClient(message),
    };
    this.#server = {
      from: 'server',
      reader: new NdjsonReader({ sender: 'server', strict, limits }),
      requests: ofServer,
      answered: ofClient,
      ahead: this.#toClient,
      back: this.#toServer,
      inspect: (message) => this.#inspector.fromServer(message),
    };
  }

  /** Bytes that the client sent. */
  fromClient(chunk: Uint8Array): void {
    this.#push(this.#client, chunk);
  }

  /** Bytes that the server sent. */
  fromServer(chunk: Uint8Array): void {
    this.#push(this.#server, chunk);
  }

  /** The client will send nothing more. */
  clientEnded(): void {
    this.#end(this.#client);
  }

  /** The server is gone. Every request that it owes an answer is told so, later ones too. */
  serverEnded(reason: string): void {
    this.#end(this.#server);
    this.#serverGone = reason;
    for (const { id } of this.#client.requests.drain()) this.#toClient.add(goneError(id, reason).frame);
    this.#flush();
  }

  /** Resolves when no verdict is awaited any more. */
  idle(): Promise<void> {
    return this.#waiting === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** The connection is over. */
  close(): void {
    this.#inspector.close?.();
  }

  #push(lane: Lane, chunk: Uint8Array): void {
    this.#pushing = true;
    try {
      for (const incoming of lane.reader.push(chunk)) this.#receive(lane, incoming);
    } finally {
      this.#pushing = false;
      this.#flush();
    }
  }

  #end(lane: Lane): void {
    const rest = lane.reader.end();
    if (rest !== undefined) this.#refuse(lane, rest);
    this.#flush();
  }

  #flush(): void {
    this.#toServer.flush();
    this.#toClient.flush();
  }

  #send(outbox: Outbox, message: Message): void {
    outbox.add(message.frame);
    if (!this.#pushing) outbox.flush();
  }

  #receive(lane: Lane, incoming: Incoming): void {
    if (incoming.kind === 'refused') this.#refuse(lane, incoming);
    else if (lane.from === 'client' && this.#serverGone !== undefined && !mayAsk(incoming)) return;
    else if (incoming.kind === 'batch') this.#judgeBatch(lane, incoming);
    else {
      const ruledOut = this.#ruleOut(lane, incoming);
      if (ruledOut !== undefined) lane.back.add(ruledOut.frame);
      else this.#decide(lane, incoming);
    }
  }

  #decide(lane: Lane, message: Message): void {
    const verdict = this.#judge(lane, message);
    if (isPromise(verdict)) this.#await(verdict, (action) => this.#carryOut(lane, message, action));
    else this.#carryOut(lane, message, verdict);
  }

  /** Does something with a verdict when it comes. Others do not wait for it. */
  #await<T>(verdict: PromiseLike<T>, act: (verdict: T) => void): void {
    this.#waiting++;
    void verdict.then((settled) => {
      act(settled);
      this.#flush();
      if (--this.#waiting === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
    });
  }

  /** What shall happen to the message. Never throws or rejects. */
  #judge(lane: Lane, message: Message): Awaitable<Action> {
    if (message.kind !== 'response') return this.#inspect(lane, message);
    const { id } = message;
    if (id === undefined || this.#settleAnswered(lane, id)) return this.#inspect(lane, message);
    // Nobody waits for this answer. It is inspected all the same: what it says may be worth knowing.
    const late = lane.answered.wasSettled(id);
    this.#report(lane, late ? 'it answers a request a second time' : 'it answers a request that nobody made');
    const unwanted = late || this.#options.unmatched === 'drop';
    const verdict = this.#inspect(lane, message);
    if (!unwanted) return verdict;
    return isPromise(verdict) ? verdict.then(() => DROP) : DROP;
  }

  /** Closes the request that this answers. False when there is none that its receiver has seen. */
  #settleAnswered(lane: Lane, id: MessageId): boolean {
    return lane.answered.get(id)?.sent === true && lane.answered.settle(id) !== undefined;
  }

  /** The answer to a request that cannot go on whoever judges it. Opens the id of every other. */
  #ruleOut(lane: Lane, message: Message): Message | undefined {
    if (message.kind !== 'request') return undefined;
    if (lane.from === 'client' && this.#serverGone !== undefined)
      return goneError(message.id, this.#serverGone);
    if (lane.requests.size >= MAX_IN_FLIGHT)
      return invalidRequest(message.id, 'too many requests wait for an answer');
    if (lane.requests.add(message.id, { id: message.id, sent: false })) return undefined;
    return invalidRequest(message.id, 'a request with the same id still waits for its answer');
  }

  #inspect(lane: Lane, message: Message): Awaitable<Action> {
    try {
      const verdict = lane.inspect(message);
      return isPromise(verdict) ? this.#hold(lane, message, verdict) : checkedAction(verdict);
    } catch (error) {
      return this.#inspectorFailed(lane, message, error);
    }
  }

  /** Keeps a message until its verdict is there, unless too much is being kept already. */
  #hold(lane: Lane, message: Message, verdict: PromiseLike<Action>): Awaitable<Action> {
    const size = message.frame.reduce((sum, piece) => sum + piece.length, 0);
    if (this.#held + size > MAX_HELD) {
      verdict.then(undefined, () => {});
      return this.#inspectorFailed(lane, message, 'too much waits for a verdict already');
    }
    this.#held += size;
    const release = () => {
      this.#held -= size;
    };
    const failed = (error: unknown) => this.#inspectorFailed(lane, message, error);
    const settled = Promise.resolve(verdict).finally(release);
    return settled.then(checkedAction).catch(failed);
  }

  // An inspector that breaks has allowed nothing.
  #inspectorFailed(lane: Lane, message: Message, error: unknown): Action {
    this.#report(lane, `the inspector failed: ${error instanceof Error ? error.message : String(error)}`);
    return failClosed(message);
  }

  #carryOut(lane: Lane, message: Message, action: Action): void {
    switch (action.kind) {
      case 'forward':
        if (this.#mayPass(lane, message)) lane.ahead.add(message.frame);
        return;
      case 'replace':
        if (this.#mayPass(lane, message)) lane.ahead.add(action.message.frame);
        return;
      case 'answer':
        if (!this.#withdraw(lane, message)) return;
        for (const back of action.messages) lane.back.add(back.frame);
        return;
      case 'drop':
        this.#withdraw(lane, message);
        return;
      default:
        action satisfies never;
    }
  }

  /** Closes a request that does not go on. False when it has been answered already, because the server is gone. */
  #withdraw(lane: Lane, message: Message): boolean {
    if (message.kind !== 'request') return true;
    if (lane.requests.get(message.id)?.id !== message.id) return false;
    lane.requests.settle(message.id);
    return true;
  }

  /** Cancelling is only passed on for a request that is still open; the other side knows of no other. */
  #mayPass(lane: Lane, message: Message): boolean {
    if (message.kind === 'request') return this.#markSent(lane, message);
    if (message.method !== 'notifications/cancelled') return true;
    const id = cancelledId(message.value);
    if (id === undefined) return false;
    const open = lane.requests.settle(id);
    if (open !== undefined) return open.sent;
    // A server of the stateless era ends a subscription by cancelling the client's own request.
    return lane.from === 'server' && lane.answered.get(id) !== undefined;
  }

  /** False when the request was answered or cancelled while it waited for its verdict. */
  #markSent(lane: Lane, { id }: RequestMessage): boolean {
    const open = lane.requests.get(id);
    if (open?.id !== id) return false;
    open.sent = true;
    return true;
  }

  #judgeBatch(lane: Lane, batch: Batch): void {
    for (const entry of batch.entries) {
      if (entry.kind === 'refused') this.#report(lane, `in a batch: ${entry.reason}`, entry.sample);
    }
    const judge = (entry: Message) => {
      const ruledOut = this.#ruleOut(lane, entry);
      return ruledOut === undefined ? this.#judge(lane, entry) : answer(ruledOut);
    };
    const mayPass = (entry: Message) => this.#mayPass(lane, entry);
    const act = ({ ahead, back, rejected }: BatchOutcome) => {
      for (const entry of rejected) this.#withdraw(lane, entry);
      if (ahead !== undefined) lane.ahead.add(ahead);
      if (back !== undefined) lane.back.add(back);
    };
    const outcome = judgeBatch(batch, lane.from, judge, mayPass);
    if (isPromise(outcome)) this.#await(outcome, act);
    else act(outcome);
  }

  #refuse(lane: Lane, refusal: Refusal): void {
    const { id } = refusal;
    this.#report(lane, refusal.reason, refusal.sample);
    if (lane.from === 'server' && refusal.code === ErrorCode.parseError) {
      if (this.#options.nonJson === 'pass') lane.ahead.add(refusal.frame);
      return;
    }
    if (!refusal.isResponse) {
      const isBatch = refusal.sample.trimStart().startsWith('[');
      if (id !== undefined || isBatch) lane.back.add(refusalError(refusal).frame);
      return;
    }
    // Whoever waits for this answer would wait for ever, so it gets an error in its place.
    if (id === undefined || !this.#settleAnswered(lane, id)) return;
    lane.ahead.add(withheldAnswer(id, refusal).frame);
  }

  #report(lane: Lane, reason: string, sample?: string): void {
    try {
      this.#options.onIncident?.({ from: lane.from, reason, ...(sample !== undefined && { sample }) });
    } catch {
      // A log that breaks must not break the connection.
    }
  }
}

const isPromise = <T>(value: Awaitable<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T>).then === 'function';

/** True when somebody may wait for an answer to it. */
const mayAsk = ({ kind }: Message | Batch): boolean => kind === 'request' || kind === 'batch';

/** An action as the types promise it. Inspectors in plain JavaScript may return anything. */
function checkedAction(action: Action): Action {
  const { kind } = action;
  const known =
    kind === 'forward' ||
    kind === 'drop' ||
    (kind === 'replace' && Array.isArray(action.message.frame)) ||
    (kind === 'answer' && action.messages.every((message) => Array.isArray(message.frame)));
  if (!known) throw new TypeError('it returned something that is no action');
  return action;
}

const answer = (message: Message): Action => ({ kind: 'answer', messages: [message] });

function cancelledId(value: unknown): MessageId | undefined {
  const { params } = value as { params?: { requestId?: unknown } };
  const id = params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? MessageId.of(id) : undefined;
}
