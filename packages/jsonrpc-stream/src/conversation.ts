// The judging half of a relay: which requests are open in either direction, what the inspector says to each message,
// and what follows from it. Reads no bytes and writes none, so one conversation can serve a pair of pipes or all the
// HTTP connections of a session.
//
// INVARIANT: nothing is handed out as `ahead` that the inspector has not seen. The one exception is chosen by an
// option: lines of a server that are plain text.

import { failClosed, goneError, withheldAnswer } from './answers.js';
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
  type Instead,
} from './inspector.js';
import { type Effect, type Incident, isPlainText, Lane, type OpenRequest, type Side } from './lane.js';
import type { Batch, Incoming, Message, Refusal, RequestMessage, ResponseMessage } from './message.js';
import { shorten } from './violation.js';

export interface ConversationOptions {
  /** Who judges the messages. Without one, everything passes that is well formed. */
  readonly connect?: ConnectInspector;
  /** Takes what the inspector says by itself to the side that it is for. */
  readonly say: (to: Side, message: Message) => void;
  readonly onIncident?: (incident: Incident) => void;
  /** Answers that belong to no request; `pass` by default. */
  readonly unmatched?: 'pass' | 'drop' | undefined;
  /** Lines of the server that are plain text, such as debug output; `drop` by default. */
  readonly nonJson?: 'drop' | 'pass' | undefined;
}

/** What became of something that arrived: what goes on, what goes back to its sender. */
export interface Outcome {
  readonly ahead: readonly Uint8Array[] | undefined;
  /** True when what goes on is exactly what arrived. */
  readonly unchanged: boolean;
  readonly back: readonly Uint8Array[] | undefined;
}

/** How something arrived. */
export interface Circumstances {
  /**
   * The stream is being resumed: there a message may come a second time because the first never arrived, and it is let
   * through when the inspector has nothing against it.
   */
  readonly replayed?: boolean;
  /** What has to be waited for before it leaves, so that it is recorded in one go with what came to other conversations. */
  readonly after?: (() => Promise<void>) | undefined;
}

/** Messages that wait for a verdict may take this many bytes; one more is refused. */
const MAX_HELD = 64 * 1024 * 1024;
/** A message keeps the chunk alive that it came in, so that even a small one counts for a chunk. */
const CHUNK = 64 * 1024;

/** A message and what was decided about it. */
interface JudgedMessage {
  readonly message: Message;
  readonly action: Action;
  readonly answered: OpenRequest | undefined;
}

/** What is known before anything is carried out; what does not go on has been dealt with already. */
type Judged =
  | JudgedMessage
  | { readonly batch: Batch; readonly verdicts: readonly Awaitable<BatchVerdict>[] }
  | Awaitable<Outcome>;

const goesOn = ({ kind }: Action): boolean => kind === 'forward' || kind === 'replace';

const NOTHING_LEAVES: Outcome = { ahead: undefined, unchanged: false, back: undefined };

export class Conversation {
  readonly #options: ConversationOptions;
  readonly #inspector: Inspector;
  readonly #lanes: Readonly<Record<Side, Lane>>;
  #held = 0;
  /** Why the server is gone, once it is. */
  #serverGone: string | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const ofClient = new IdTable<OpenRequest>();
    const ofServer = new IdTable<OpenRequest>();
    this.#lanes = {
      client: new Lane('client', ofClient, ofServer, this.#report),
      server: new Lane('server', ofServer, ofClient, this.#report),
    };
    this.#inspector = (options.connect ?? forwardEverything)({
      toClient: (message) => this.#say('server', message),
      toServer: (message) => this.#say('client', message),
    });
  }

  /** Judges what one side sent. */
  receive(
    from: Side,
    incoming: Incoming,
    { replayed = false, after }: Circumstances = {},
  ): Awaitable<Outcome> {
    const lane = this.#lanes[from];
    const judged = this.#judgeIncoming(lane, incoming, replayed);
    // A notification can free an id: what comes behind it must find it free.
    const mayWait = incoming.kind === 'request' || incoming.kind === 'response';
    if (after === undefined || !mayWait || this.#inspector.commit === undefined || isPromise(judged))
      return this.#carryOut(lane, judged, this.#commit());
    return after().then(() => this.#carryOut(lane, judged, this.#commit()));
  }

  /** Judges several things that came together. They are recorded in one go, and leave after that. */
  receiveAll(from: Side, incoming: readonly Incoming[]): Awaitable<Outcome>[] {
    const lane = this.#lanes[from];
    const judged: Judged[] = [];
    const outcomes: Awaitable<Outcome>[] = [];
    const carryOut = () => {
      const instead = this.#commit();
      for (const one of judged.splice(0)) outcomes.push(this.#carryOut(lane, one, instead));
    };
    for (const one of incoming) {
      // It decides which ids are open: what came before it goes first, and what comes behind it later.
      const frees = one.kind === 'notification' && one.method === 'notifications/cancelled';
      if (frees) carryOut();
      judged.push(this.#judgeIncoming(lane, one, false));
      if (frees) carryOut();
    }
    carryOut();
    return outcomes;
  }

  /** The server is gone: later requests are turned away. Returns what its open requests are told. */
  serverEnded(reason: string): Message[] {
    this.#serverGone = reason;
    return this.#giveUp(reason, ({ state }) => state !== 'answering');
  }

  /** No further verdict will come: what those are told whose answers are still being judged. */
  abandon(): Message[] {
    return this.#giveUp('the answer could not be inspected in time', () => true);
  }

  /** These requests of the client will not be answered, for a reason that is told. Those that are over are left out. */
  fail(requests: readonly RequestMessage[], reason: string): Message[] {
    return this.#closeOpen(requests).map(({ id }) => goneError(id, reason));
  }

  /** These requests of the client were answered with something that cannot be handed out. */
  withhold(requests: readonly RequestMessage[], why?: Pick<Refusal, 'limit' | 'reason'>): Message[] {
    return this.#closeOpen(requests).map((open) => withheldAnswer(open, why));
  }

  /** These requests are over without an answer, and nobody waits for one. */
  forget(requests: readonly RequestMessage[]): void {
    this.#closeOpen(requests);
  }

  /** True while this request of the client has no answer. */
  isOpen({ id }: RequestMessage): boolean {
    return this.#lanes.client.requests.get(id)?.id === id;
  }

  /** The connection is over; the inspector can stop asking people. */
  close(): void {
    this.#inspector.close?.();
  }

  #closeOpen(requests: readonly RequestMessage[]): OpenRequest[] {
    const table = this.#lanes.client.requests;
    return requests.flatMap(({ id }) => {
      const open = table.get(id);
      return open?.id === id && table.close(id) !== undefined ? [open] : [];
    });
  }

  #giveUp(reason: string, which: (open: OpenRequest) => boolean): Message[] {
    const { requests } = this.#lanes.client;
    return requests.values().flatMap((open) => {
      if (!which(open)) return [];
      requests.close(open.id);
      return open.own ? [] : [goneError(open.id, reason)];
    });
  }

  /** Something that the inspector says by itself, as if it came from this side. */
  #say(from: Side, message: Message): void {
    const { requests } = this.#lanes[from];
    if (message.kind === 'request') requests.add(message.id, { id: message.id, state: 'sent', own: true });
    this.#options.say(from === 'client' ? 'server' : 'client', message);
  }

  #judgeIncoming(lane: Lane, incoming: Incoming, replayed: boolean): Judged {
    if (incoming.kind === 'refused') return this.#refuse(lane, incoming);
    if (incoming.kind === 'batch') return this.#judgeBatch(lane, incoming, replayed);
    return this.#judgeMessage(lane, incoming, replayed);
  }

  #judgeMessage(lane: Lane, message: Message, replayed: boolean): Judged {
    if (replayed && message.kind === 'request' && !lane.mayRepeat(message)) return NOTHING_LEAVES;
    const turnedAway = this.#open(lane, message);
    if (turnedAway !== undefined) return { ...NOTHING_LEAVES, back: turnedAway.frame };
    const answered = message.kind === 'response' ? lane.beginAnswer(message) : undefined;
    const action = this.#judge(lane, message, answered, replayed);
    if (isPromise(action))
      return action.then((decided) => {
        const instead = this.#commit();
        return this.#passMessage(lane, { message, action: decided, answered }, instead);
      });
    // What does not go on needs no record to be kept back, and its id is free again.
    return goesOn(action)
      ? { message, action, answered }
      : this.#passMessage(lane, { message, action, answered }, undefined);
  }

  /** Does what was decided, or what has to be done instead. */
  #carryOut(lane: Lane, judged: Judged, instead: Instead | undefined): Awaitable<Outcome> {
    if ('message' in judged) return this.#passMessage(lane, judged, instead);
    if (isPromise(judged) || 'ahead' in judged) return judged;
    const { batch, verdicts } = judged;
    if (!verdicts.some(isPromise))
      return this.#passBatch(lane, batch, verdicts as readonly BatchVerdict[], instead);
    return Promise.all(verdicts).then((all) => this.#passBatch(lane, batch, all, this.#commit()));
  }

  #passMessage(lane: Lane, judged: JudgedMessage, instead: Instead | undefined): Outcome {
    const { message, answered } = judged;
    const action = instead === undefined ? judged.action : this.#replaced(lane, judged, instead);
    return this.#outcome(lane, message, lane.carryOut(message, action, answered));
  }

  #passBatch(
    lane: Lane,
    batch: Batch,
    verdicts: readonly BatchVerdict[],
    instead: Instead | undefined,
  ): Outcome {
    const settled = verdicts.map((verdict) =>
      instead !== undefined && 'action' in verdict
        ? { ...verdict, action: this.#replaced(lane, { ...verdict, message: verdict.entry }, instead) }
        : verdict,
    );
    const outcome = concludeBatch(lane, batch, settled);
    return { ...outcome, unchanged: outcome.ahead === batch.frame };
  }

  #replaced(lane: Lane, { message, action }: JudgedMessage, instead: Instead): Action {
    try {
      return goesOn(action) ? checkedAction(instead(message, lane.from, action)) : action;
    } catch (error) {
      return this.#inspectorFailed(lane, message, error);
    }
  }

  /** The last word of the inspector on what it decided. */
  #commit(): Instead | undefined {
    try {
      return this.#inspector.commit?.();
    } catch (error) {
      return () => {
        throw error;
      };
    }
  }

  #outcome(lane: Lane, message: Message, { ahead, back }: Effect): Outcome {
    const deaf = lane.from === 'client' && this.#serverGone !== undefined;
    return {
      ahead: deaf ? undefined : ahead?.frame,
      unchanged: ahead === message,
      back: back?.flatMap(({ frame }) => frame),
    };
  }

  /** Opens the id of a request. Otherwise returns the answer to it: it cannot go on whoever judges it. */
  #open(lane: Lane, message: Message): Message | undefined {
    if (message.kind !== 'request') return undefined;
    return lane.open(message, lane.from === 'client' ? this.#serverGone : undefined);
  }

  /** What shall happen to a message. Never throws or rejects. */
  #judge(
    lane: Lane,
    message: Message,
    answered: OpenRequest | undefined,
    replayed: boolean,
  ): Awaitable<Action> {
    if (message.kind !== 'response' || message.id === undefined) return this.#inspect(lane, message);
    // Nobody on the other side waits for such an answer. It is inspected all the same: it may be for the
    // inspector, and what it says may be worth knowing.
    const wanted = answered === undefined ? this.#mayPassUnasked(lane, message, replayed) : !answered.own;
    const verdict = this.#inspect(lane, message);
    if (wanted) return verdict;
    return isPromise(verdict) ? verdict.then(() => DROP) : DROP;
  }

  /** Whether an answer may pass that belongs to no request, or to one that cannot be answered now. */
  #mayPassUnasked(lane: Lane, { id }: ResponseMessage, replayed: boolean): boolean {
    if (id === undefined) return true;
    const isOpen = lane.asked.find(id) !== undefined;
    if (replayed && !isOpen && lane.asked.wasClosed(id)) return true;
    const known = isOpen || lane.asked.wasClosed(id);
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

  #judgeBatch(lane: Lane, batch: Batch, replayed: boolean): Judged {
    const verdicts = batch.entries.map((entry): Awaitable<BatchVerdict> => {
      if (entry.kind === 'refused') {
        lane.report('refused', `in a batch: ${entry.reason}`, entry.sample);
        return { entry };
      }
      const turnedAway = this.#open(lane, entry);
      if (turnedAway !== undefined) return { entry, turnedAway };
      const answered = entry.kind === 'response' ? lane.beginAnswer(entry) : undefined;
      const verdict = this.#judge(lane, entry, answered, replayed);
      if (!isPromise(verdict)) return { entry, action: verdict, answered };
      return verdict.then((action) => ({ entry, action, answered }));
    });
    return { batch, verdicts };
  }

  #refuse(lane: Lane, refusal: Refusal): Outcome {
    const isText = refusal.code === ErrorCode.parseError && lane.awaiting(refusal) === undefined;
    if (lane.from === 'server' && isText) {
      const passes = this.#options.nonJson === 'pass' && isPlainText(refusal);
      lane.report(passes ? 'passed on' : 'dropped', `it is not JSON: ${refusal.reason}`, refusal.sample);
      return passes ? { ahead: refusal.frame, unchanged: true, back: undefined } : NOTHING_LEAVES;
    }
    lane.report('refused', refusal.reason, refusal.sample);
    // An error without an id tells nobody anything; only for a batch does JSON-RPC ask for one.
    const answerable = refusal.id !== undefined || refusal.sample.trimStart().startsWith('[');
    if (!answerable) return NOTHING_LEAVES;
    const { ahead, back } = lane.refuse(refusal);
    return { ahead: ahead?.frame, unchanged: false, back: back?.flatMap(({ frame }) => frame) };
  }

  readonly #report = (incident: Incident): void => {
    try {
      this.#options.onIncident?.(incident);
    } catch {
      // A log that breaks must not break the connection.
    }
  };
}
