// Two framings and one inspector: who gets which bytes, in which order. Knows no pipes and no sockets; the
// transport pushes chunks in and is handed pieces to write.
//
// INVARIANT: no message crosses from one side to the other that the inspector has not seen. The one exception is
// chosen by an option: lines of a server that are plain text.

import { failClosed, goneError } from './answers.js';
import { type BatchVerdict, concludeBatch } from './batch.js';
import { checkedAction, isPromise } from './check-action.js';
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
import { type Effect, type Incident, isPlainText, Lane, type OpenRequest, type Side } from './lane.js';
import type { Limits } from './limits.js';
import type { Batch, Incoming, Message, Refusal, ResponseMessage } from './message.js';
import { NdjsonReader } from './ndjson.js';
import { Outbox } from './outbox.js';
import { shorten } from './violation.js';

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
  /** Answers that belong to no request; `pass` by default. */
  readonly unmatched?: 'pass' | 'drop';
  /** Lines of the server that are plain text, such as debug output; `drop` by default. */
  readonly nonJson?: 'drop' | 'pass';
}

/** Messages that wait for a verdict may take this many bytes; one more is refused. */
const MAX_HELD = 64 * 1024 * 1024;
/** A message keeps the chunk alive that it came in, so that even a small one counts for a chunk. */
const CHUNK = 64 * 1024;

export class Relay {
  readonly #options: RelayOptions;
  readonly #inspector: Inspector;
  readonly #readers: Readonly<Record<Side, NdjsonReader>>;
  readonly #lanes: Readonly<Record<Side, Lane>>;
  readonly #outboxes: Readonly<Record<Side, Outbox>>;
  /** How many messages wait for a verdict, and how many bytes they take. */
  #waiting = 0;
  #held = 0;
  #whenIdle: (() => void)[] = [];
  /** What was judged and waits for the inspector to settle; empty when it has nothing to settle. */
  #judged: ((settled: boolean) => void)[] = [];
  /** Why the server is gone, once it is. */
  #serverGone: string | undefined;
  #pushing = false;

  constructor(options: RelayOptions) {
    this.#options = options;
    const { limits = {}, strict = false } = options;
    const ofClient = new IdTable<OpenRequest>();
    const ofServer = new IdTable<OpenRequest>();
    this.#readers = {
      client: new NdjsonReader({ sender: 'client', limits }),
      server: new NdjsonReader({ sender: 'server', strict, limits }),
    };
    this.#lanes = {
      client: new Lane('client', ofClient, ofServer, this.#report),
      server: new Lane('server', ofServer, ofClient, this.#report),
    };
    this.#outboxes = { client: new Outbox(options.toClient), server: new Outbox(options.toServer) };
    this.#inspector = (options.connect ?? forwardEverything)({
      toClient: (message) => this.#say(this.#lanes.server, message),
      toServer: (message) => this.#say(this.#lanes.client, message),
    });
  }

  /** Bytes that the client sent. */
  fromClient(chunk: Uint8Array): void {
    this.#push('client', chunk);
  }

  /** Bytes that the server sent. */
  fromServer(chunk: Uint8Array): void {
    this.#push('server', chunk);
  }

  /** The client will send nothing more. */
  clientEnded(): void {
    this.#end('client');
  }

  /** The server is gone. Every request that it owes an answer is told so, later ones too. */
  serverEnded(reason: string): void {
    if (this.#serverGone !== undefined) return;
    this.#end('server');
    this.#serverGone = reason;
    this.#giveUp(reason, ({ state }) => state !== 'answering');
  }

  /** Resolves when no verdict is awaited any more. */
  idle(): Promise<void> {
    return this.#waiting === 0 ? Promise.resolve() : new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  /** The connection is over; the inspector can stop asking people. */
  close(): void {
    this.#inspector.close?.();
  }

  /** No further verdict will come: whoever waits for an answer that is still being judged is told. */
  abandon(): void {
    this.#giveUp('the answer could not be inspected in time', () => true);
  }

  #giveUp(reason: string, which: (open: OpenRequest) => boolean): void {
    const { requests } = this.#lanes.client;
    for (const open of requests.values()) {
      if (!which(open)) continue;
      requests.close(open.id);
      if (!open.own) this.#outboxes.client.add(goneError(open.id, reason).frame);
    }
    this.#flush();
  }

  #push(side: Side, chunk: Uint8Array): void {
    this.#pushing = true;
    try {
      for (const incoming of this.#readers[side].push(chunk)) this.#receive(this.#lanes[side], incoming);
    } finally {
      this.#pushing = false;
      this.#flush();
    }
  }

  #end(side: Side): void {
    const rest = this.#readers[side].end();
    if (rest !== undefined) this.#refuse(this.#lanes[side], rest);
    this.#flush();
  }

  #flush(): void {
    this.#carryOutJudged();
    this.#outboxes.server.flush();
    this.#outboxes.client.flush();
  }

  #carryOutJudged(): void {
    if (this.#judged.length === 0) return;
    const judged = this.#judged;
    this.#judged = [];
    const settled = this.#settle();
    for (const act of judged) act(settled);
  }

  #settle(): boolean {
    try {
      this.#inspector.settle?.();
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#lanes.client.report('refused', `what was decided could not be settled: ${why}`);
      return false;
    }
  }

  /** Something that the inspector says by itself, as if it came along this lane. */
  #say(lane: Lane, message: Message): void {
    if (message.kind === 'request')
      lane.requests.add(message.id, { id: message.id, state: 'sent', own: true });
    this.#ahead(lane).add(message.frame);
    if (!this.#pushing) this.#flush();
  }

  #ahead = ({ from }: Lane): Outbox => this.#outboxes[from === 'client' ? 'server' : 'client'];
  #back = ({ from }: Lane): Outbox => this.#outboxes[from];

  #receive(lane: Lane, incoming: Incoming): void {
    if (incoming.kind === 'refused') this.#refuse(lane, incoming);
    else if (incoming.kind === 'batch') this.#receiveBatch(lane, incoming);
    else this.#receiveMessage(lane, incoming);
  }

  #receiveMessage(lane: Lane, message: Message): void {
    const turnedAway = this.#open(lane, message);
    if (turnedAway !== undefined) {
      this.#back(lane).add(turnedAway.frame);
      return;
    }
    const answered = message.kind === 'response' ? lane.beginAnswer(message) : undefined;
    const verdict = this.#judge(lane, message, answered);
    if (isPromise(verdict)) this.#await(verdict, (action) => this.#carryOut(lane, message, action, answered));
    else this.#carryOut(lane, message, verdict, answered);
  }

  #carryOut(lane: Lane, message: Message, action: Action, answered: OpenRequest | undefined): void {
    // What keeps a message back needs no settling.
    if (this.#inspector.settle === undefined || !goesOn(action))
      this.#perform(lane, lane.carryOut(message, action, answered));
    else
      this.#judged.push((settled) =>
        this.#perform(lane, lane.carryOut(message, settled ? action : failClosed(message), answered)),
      );
  }

  #perform(lane: Lane, { ahead, back }: Effect): void {
    const deaf = lane.from === 'client' && this.#serverGone !== undefined;
    if (ahead !== undefined && !deaf) this.#ahead(lane).add(ahead.frame);
    if (back !== undefined) for (const message of back) this.#back(lane).add(message.frame);
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

  /** Opens the id of a request. Otherwise returns the answer to it: it cannot go on whoever judges it. */
  #open(lane: Lane, message: Message): Message | undefined {
    if (message.kind !== 'request') return undefined;
    return lane.open(message, lane.from === 'client' ? this.#serverGone : undefined);
  }

  /** What shall happen to a message. Never throws or rejects. */
  #judge(lane: Lane, message: Message, answered: OpenRequest | undefined): Awaitable<Action> {
    if (message.kind !== 'response' || message.id === undefined) return this.#inspect(lane, message);
    // Nobody on the other side waits for such an answer. It is inspected all the same: it may be for the
    // inspector, and what it says may be worth knowing.
    const wanted = answered === undefined ? this.#mayPassUnasked(lane, message) : !answered.own;
    const verdict = this.#inspect(lane, message);
    if (wanted) return verdict;
    return isPromise(verdict) ? verdict.then(() => DROP) : DROP;
  }

  /** Whether an answer may pass that belongs to no request, or to one that cannot be answered now. */
  #mayPassUnasked(lane: Lane, { id }: ResponseMessage): boolean {
    if (id === undefined) return true;
    const known = lane.asked.find(id) !== undefined || lane.asked.wasClosed(id);
    const passes = !known && this.#options.unmatched !== 'drop';
    const which = known ? 'is not waiting for one' : 'nobody made';
    lane.report(
      passes ? 'passed on' : 'dropped',
      `it answers a request that ${which}: id ${shorten(id.token)}`,
    );
    return passes;
  }

  #inspect(lane: Lane, message: Message): Awaitable<Action> {
    try {
      const verdict =
        lane.from === 'client' ? this.#inspector.fromClient(message) : this.#inspector.fromServer(message);
      return isPromise(verdict) ? this.#hold(lane, message, verdict) : checkedAction(verdict);
    } catch (error) {
      return this.#inspectorFailed(lane, message, error);
    }
  }

  /** Keeps a message until its verdict is there, unless too much is being kept already. */
  #hold(lane: Lane, message: Message, verdict: PromiseLike<Action>): Awaitable<Action> {
    const size = message.frame.reduce((sum, piece) => sum + Math.max(piece.length, CHUNK), 0);
    if (this.#held + size > MAX_HELD) {
      verdict.then(undefined, () => {});
      return this.#inspectorFailed(lane, message, 'too much waits for a verdict already');
    }
    this.#held += size;
    const failed = (error: unknown) => this.#inspectorFailed(lane, message, error);
    const settled = Promise.resolve(verdict).finally(() => {
      this.#held -= size;
    });
    return settled.then(checkedAction).catch(failed);
  }

  // An inspector that breaks has allowed nothing.
  #inspectorFailed(lane: Lane, message: Message, error: unknown): Action {
    const why = error instanceof Error ? error.message : String(error);
    lane.report('refused', `it could not be inspected: ${why}`);
    return failClosed(message);
  }

  #receiveBatch(lane: Lane, batch: Batch): void {
    const verdicts = batch.entries.map((entry): Awaitable<BatchVerdict> => {
      if (entry.kind === 'refused') {
        lane.report('refused', `in a batch: ${entry.reason}`, entry.sample);
        return { entry };
      }
      const turnedAway = this.#open(lane, entry);
      if (turnedAway !== undefined) return { entry, turnedAway };
      const answered = entry.kind === 'response' ? lane.beginAnswer(entry) : undefined;
      const verdict = this.#judge(lane, entry, answered);
      if (!isPromise(verdict)) return { entry, action: verdict, answered };
      return verdict.then((action) => ({ entry, action, answered }));
    });
    const conclude = (judged: readonly BatchVerdict[]) => {
      const { ahead, back } = concludeBatch(lane, batch, judged);
      if (ahead !== undefined) this.#ahead(lane).add(ahead);
      if (back !== undefined) this.#back(lane).add(back);
    };
    const act = (judged: readonly BatchVerdict[]) => {
      if (this.#inspector.settle === undefined) conclude(judged);
      else this.#judged.push((settled) => conclude(settled ? judged : judged.map(unsettled)));
    };
    if (verdicts.some(isPromise)) this.#await(Promise.all(verdicts), act);
    else act(verdicts as BatchVerdict[]);
  }

  #refuse(lane: Lane, refusal: Refusal): void {
    if (lane.from === 'server' && refusal.code === ErrorCode.parseError) {
      const passes = this.#options.nonJson === 'pass' && isPlainText(refusal);
      lane.report(passes ? 'passed on' : 'dropped', `it is not JSON: ${refusal.reason}`, refusal.sample);
      if (passes) this.#ahead(lane).add(refusal.frame);
      return;
    }
    lane.report('refused', refusal.reason, refusal.sample);
    // An error without an id tells nobody anything; only for a batch does JSON-RPC ask for one.
    const answerable = refusal.id !== undefined || refusal.sample.trimStart().startsWith('[');
    if (answerable) this.#perform(lane, lane.refuse(refusal));
  }

  readonly #report = (incident: Incident): void => {
    try {
      this.#options.onIncident?.(incident);
    } catch {
      // A log that breaks must not break the connection.
    }
  };
}

const goesOn = ({ kind }: Action): boolean => kind === 'forward' || kind === 'replace';

const unsettled = (verdict: BatchVerdict): BatchVerdict =>
  'action' in verdict && goesOn(verdict.action) ? { ...verdict, action: failClosed(verdict.entry) } : verdict;
