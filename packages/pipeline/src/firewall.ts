// The inspector of one connection: judges every message through the pipeline, asks people and records through the
// ports, and tells the transport what to do. It remembers which answer belongs to which call.

import { createChainState } from '@claw/detectors';
import type {
  Action,
  Awaitable,
  ConnectInspector,
  Inspector,
  Instead,
  Message,
  NotificationMessage,
  Peer,
  RequestMessage,
  ResponseMessage,
} from '@claw/jsonrpc-stream';
import { classifyMethod, type Direction } from '@claw/policy';
import { FORWARD, forwarded, kept, withError } from './actions.js';
import { ReviewedCall } from './call.js';
import { cancelledId, clientName, paramsOf, taskBegun, taskOf } from './conversation.js';
import { opposite, Pending } from './pending.js';
import type { Pipeline } from './pipeline.js';
import type { Approver, AuditEntry, AuditSink, Clock } from './ports.js';
import { Questions } from './questions.js';
import { type Outcome, Recorder, UNRECORDED } from './recorder.js';
import { batchedError, toError } from './refusal.js';
import { Texts } from './texts.js';
import { ToolBook } from './tool-book.js';
import type { Context, Decision, Deny, Notice, Parties, Reply } from './types.js';
import { whenReady } from './wait.js';

/** What a firewall is made of. */
export interface FirewallOptions
  extends Pick<Context, 'killSwitch' | 'counters' | 'cache' | 'links' | 'names' | 'pins'> {
  /** What decides now. Read for every message, so that a reload swaps everything at once. */
  readonly pipeline: () => Pipeline;
  /** The server's configured name. */
  readonly server: string;
  /** The client's name, when our own configuration knows it better than the client. */
  readonly client?: string;
  readonly identity?: string;
  /** Where the message at hand came from, when that is known; asked once for each, before anything waits. */
  readonly address?: () => string | undefined;
  readonly clock: Clock;
  /** `observe` records what would have been done, and forwards. */
  readonly mode?: 'enforce' | 'observe';
  /** Whom to ask. Without one a question is a refusal. */
  readonly approver?: (peer: Peer) => Approver;
  readonly audit?: AuditSink;
  /** Hears of every decision that is more than a nod: refusals, questions, changes, findings. */
  readonly onDecision?: (entry: AuditEntry) => void;
}

/** A firewall for any number of connections. */
export const createFirewall =
  (options: FirewallOptions): ConnectInspector =>
  (peer) =>
    new Connection(options, peer);

const NOBODY: ReadonlySet<string> = new Set();

/** A message that was judged: by which pipeline, since when, and what people have agreed to. */
interface Case<Subject> {
  readonly subject: Subject;
  readonly pipeline: Pipeline;
  readonly startedTicks: number;
  readonly agreed: ReadonlySet<string>;
}

class Connection implements Inspector {
  readonly #options: FirewallOptions;
  readonly #context: Context;
  readonly #parties: { -readonly [Key in keyof Parties]: Parties[Key] };
  readonly #pending = new Pending();
  readonly #recorder: Recorder;
  readonly #questions: Questions;
  readonly #observes: boolean;

  constructor(options: FirewallOptions, peer: Peer) {
    this.#options = options;
    this.#observes = options.mode === 'observe';
    const { clock, killSwitch, counters, cache, links, names, pins } = options;
    const { server, client, identity } = options;
    this.#parties = { server, client, identity };
    this.#context = {
      parties: this.#parties,
      clock,
      tools: new ToolBook(),
      chains: createChainState(),
      ...(killSwitch !== undefined && { killSwitch }),
      ...(counters !== undefined && { counters }),
      ...(cache !== undefined && { cache }),
      ...(links !== undefined && { links }),
      ...(names !== undefined && { names }),
      ...(pins !== undefined && { pins }),
    };
    this.#recorder = new Recorder({
      sink: options.audit,
      onDecision: options.onDecision,
      clock,
      parties: this.#parties,
      observed: this.#observes,
    });
    this.#questions = new Questions(options.approver?.(peer), killSwitch);
  }

  fromClient(message: Message): Awaitable<Action> {
    return this.#see(message, 'client-to-server');
  }

  fromServer(message: Message): Awaitable<Action> {
    return this.#see(message, 'server-to-client');
  }

  commit(): Instead | undefined {
    const denied = this.#recorder.commit(this.#options.pipeline().policy.policy.settings);
    if (denied === undefined || this.#observes) return undefined;
    return (message, from, decided) => {
      if (!this.#recorder.hasLost(message)) return decided;
      const direction = from === 'client' ? 'client-to-server' : 'server-to-client';
      if (message.kind === 'request') this.#pending.forget(direction, message.id);
      return withError(message, toError(denied));
    };
  }

  close(): void {
    this.#questions.close();
  }

  #see(message: Message, direction: Direction): Awaitable<Action> {
    this.#options.audit?.count(direction);
    if (message.kind === 'response') return this.#judgeReply(message, direction);
    this.#learn(message, direction);
    const startedTicks = this.#context.clock.ticks();
    const pipeline = this.#options.pipeline();
    if (message.kind === 'notification' && direction === 'server-to-client')
      return this.#judgeNotice(message, pipeline, startedTicks);
    // A server's requests are all read: any of them can carry something to the client.
    if (direction === 'client-to-server' && !pipeline.isJudged(message, direction))
      return this.#passUnjudged(message, direction);
    const address = direction === 'client-to-server' ? this.#options.address?.() : undefined;
    return this.#judgeCall(message, direction, pipeline, { startedTicks, agreed: NOBODY, address });
  }

  /** The protocol's own small talk: only its answers are of interest. */
  #passUnjudged(message: RequestMessage | NotificationMessage, direction: Direction): Action {
    if (message.kind === 'request') {
      const { method } = message;
      const ticks = this.#context.clock.ticks();
      const asked = {
        method,
        tool: undefined,
        info: classifyMethod(method),
        params: {},
        effects: 0,
        seq: undefined,
        ticks,
      };
      this.#pending.add(direction, message.id, asked);
    }
    return FORWARD;
  }

  /** What a message tells about the connection, whatever becomes of it. */
  #learn(message: Message, direction: Direction): void {
    if (message.method === 'initialize' && direction === 'client-to-server')
      this.#parties.client ??= clientName(message);
    else if (message.method === 'notifications/tools/list_changed')
      this.#context.tools.markStale(this.#context.clock.ticks());
    else if (message.method === 'notifications/cancelled') {
      const id = cancelledId(message);
      if (id === undefined) return;
      this.#pending.forget(direction, id);
      this.#questions.withdraw(direction, id);
    }
  }

  // ---- calls

  #judgeCall(
    message: RequestMessage | NotificationMessage,
    direction: Direction,
    pipeline: Pipeline,
    {
      startedTicks,
      agreed,
      address,
    }: Pick<Case<ReviewedCall>, 'startedTicks' | 'agreed'> & Pick<ReviewedCall, 'address'>,
  ): Awaitable<Action> {
    const subject = new ReviewedCall(message, direction, this.#context, pipeline.policy, address);
    const one = { subject, pipeline, startedTicks, agreed };
    return whenReady(pipeline.judgeCall(subject, this.#context), (decision) =>
      this.#settleCall(one, decision),
    );
  }

  #settleCall(one: Case<ReviewedCall>, decision: Decision): Awaitable<Action> {
    if (decision.denied !== undefined) return this.#refuseCall(one, decision, decision.denied);
    const open = decision.asks.filter(({ rule }) => !one.agreed.has(rule));
    const [ask] = open;
    if (ask === undefined) return this.#passCall(one, decision);
    if (this.#observes) return this.#finish(one, decision, ask, FORWARD, true);
    const { message, direction, address } = one.subject;
    if (message.batched) return this.#finish(one, decision, ask, withError(message, batchedError(ask)), true);
    return this.#questions.ask(open, one.subject, this.#context).then((answer) => {
      if (answer.kind === 'waiting')
        return this.#finish(one, decision, answer.ask, withError(message, answer.error), true);
      if (answer.kind === 'no') return this.#refuseCall(one, decision, answer.deny);
      // While people thought about it the policy may have changed, or the kill switch: judge again, without asking twice.
      const agreed = new Set([...one.agreed, ...open.map(({ rule }) => rule)]);
      const now = this.#options.pipeline();
      const unchanged = now === one.pipeline && this.#context.killSwitch?.engaged !== true;
      return unchanged
        ? this.#passCall({ ...one, agreed }, decision)
        : this.#judgeCall(message, direction, now, { ...one, agreed, address });
    });
  }

  #refuseCall(one: Case<ReviewedCall>, decision: Decision, deny: Deny): Awaitable<Action> {
    return this.#finish(one, decision, deny, withError(one.subject.message, toError(deny)), false);
  }

  /** Records what became of a message that does not go on. */
  #finish(
    one: Case<ReviewedCall | Reply | Notice>,
    decision: Decision,
    stopped: Outcome['stopped'],
    action: Action,
    waits: boolean,
  ): Awaitable<Action> {
    const outcome = { ...one, decision, stopped, waits };
    // Whoever switches everything off means it, whatever else is only being tried.
    const enforced = !this.#observes || stopped?.rule === 'kill_switch';
    return whenReady(this.#record(one.pipeline, outcome), (recorded) => {
      if (enforced) return action;
      this.#letPass(one, decision, 'seq' in recorded ? recorded.seq : undefined);
      return FORWARD;
    });
  }

  /** What would not go on goes on all the same, and what follows from it has to be followed. */
  #letPass(
    { subject, pipeline }: Case<ReviewedCall | Reply | Notice>,
    decision: Decision,
    seq: number | undefined,
  ): void {
    if ('event' in subject) {
      this.#expect(subject, seq);
      pipeline.passed(subject, this.#context);
    } else {
      this.#followTask(subject);
      pipeline.answered(subject, decision, this.#context);
    }
  }

  #passCall(one: Case<ReviewedCall>, decision: Decision): Awaitable<Action> {
    const { subject } = one;
    return whenReady(this.#recordPassing(one, decision), (recorded) => {
      if ('failed' in recorded && !this.#observes)
        return withError(subject.message, toError(recorded.failed));
      if (decision.answer !== undefined && !this.#observes)
        return kept(subject.message, decision.answer.result);
      this.#expect(subject, 'seq' in recorded ? recorded.seq : undefined);
      one.pipeline.passed(subject, this.#context);
      return this.#observes ? FORWARD : forwarded(subject, decision.cuts);
    });
  }

  #expect(call: ReviewedCall, seq: number | undefined): void {
    if (call.message.kind !== 'request') return;
    // A batch may not go on for reasons that we do not hear of: an answer to a call in it is trusted to be nobody's.
    if (call.message.batched && call.info.class === 'review') return;
    this.#pending.add(call.direction, call.message.id, call.toAsked(seq, this.#context.clock.ticks()));
  }

  // ---- answers and notifications

  #judgeReply(message: ResponseMessage, direction: Direction): Awaitable<Action> {
    const startedTicks = this.#context.clock.ticks();
    const pipeline = this.#options.pipeline();
    const asked = message.id === undefined ? undefined : this.#pending.take(direction, message.id);
    const task = asked === undefined ? undefined : taskOf(asked.method, asked.params);
    const about = task === undefined ? asked : this.#pending.task(opposite(direction), task);
    const subject: Reply = { message, direction, asked, about, texts: new Texts(message) };
    const one = { subject, pipeline, startedTicks, agreed: NOBODY };
    return whenReady(pipeline.judgeReply(subject, this.#context), (decision) =>
      this.#settleReply(one, decision),
    );
  }

  #judgeNotice(message: NotificationMessage, pipeline: Pipeline, startedTicks: number): Awaitable<Action> {
    const direction = 'server-to-client';
    const texts = new Texts(message);
    const task = texts.keys.taskId > 0 ? taskOf(message.method, paramsOf(message)) : undefined;
    const about = task === undefined ? undefined : this.#pending.task('client-to-server', task);
    const one = {
      subject: { message, direction, about, texts },
      pipeline,
      startedTicks,
      agreed: NOBODY,
    } as const;
    const first = pipeline.isJudged(message, direction)
      ? pipeline.judgeCall(
          new ReviewedCall(message, direction, this.#context, pipeline.policy),
          this.#context,
        )
      : undefined;
    return whenReady(first, (ruled) => {
      if (ruled?.denied !== undefined) return this.#withhold(one, ruled, ruled.denied);
      return whenReady(pipeline.judgeReply(one.subject, this.#context), (decision) =>
        this.#settleReply(one, ruled === undefined ? decision : together(ruled, decision)),
      );
    });
  }

  #settleReply(one: Case<Reply | Notice>, decision: Decision): Awaitable<Action> {
    if (decision.denied !== undefined) return this.#withhold(one, decision, decision.denied);
    const open = decision.asks.filter(({ rule }) => !one.agreed.has(rule));
    const [ask] = open;
    if (ask === undefined) return this.#passReply(one, decision);
    if (this.#observes) return this.#finish(one, decision, ask, FORWARD, true);
    return this.#questions.ask(open, one.subject, this.#context).then((answer) => {
      if (answer.kind === 'yes') {
        // As with calls: what has changed meanwhile counts.
        const agreed = new Set([...one.agreed, ...open.map(({ rule }) => rule)]);
        const pipeline = this.#options.pipeline();
        const unchanged = pipeline === one.pipeline && this.#context.killSwitch?.engaged !== true;
        if (unchanged) return this.#passReply({ ...one, agreed }, decision);
        return whenReady(pipeline.judgeReply(one.subject, this.#context), (again) =>
          this.#settleReply({ ...one, pipeline, agreed }, again),
        );
      }
      const deny: Deny =
        answer.kind === 'no'
          ? answer.deny
          : { kind: 'deny', rule: ask.rule, reason: 'nobody has agreed in time' };
      return this.#withhold(one, decision, { ...deny, blocked: true });
    });
  }

  #withhold(one: Case<Reply | Notice>, decision: Decision, deny: Deny): Awaitable<Action> {
    return this.#finish(one, decision, deny, withError(one.subject.message, toError(deny)), false);
  }

  #passReply(one: Case<Reply | Notice>, decision: Decision): Awaitable<Action> {
    const { message } = one.subject;
    return whenReady(this.#recordPassing(one, decision), (recorded) => {
      if ('failed' in recorded && !this.#observes) return withError(message, toError(recorded.failed));
      this.#followTask(one.subject);
      one.pipeline.answered(one.subject, decision, this.#context);
      return this.#observes ? FORWARD : forwarded(one.subject, decision.cuts);
    });
  }

  /** A call that has become a task is remembered until its result comes, under the task's id. */
  #followTask(reply: Reply | Notice): void {
    // What asks about a task does not begin one.
    if (!('asked' in reply) || reply.asked === undefined || reply.asked.method.startsWith('tasks/')) return;
    const id = taskBegun(reply);
    if (id !== undefined) this.#pending.addTask(opposite(reply.direction), id, reply.asked);
  }

  #recordPassing(one: Case<ReviewedCall | Reply | Notice>, decision: Decision) {
    const { subject, pipeline, startedTicks } = one;
    if (!this.#recorder.wants(subject, decision, pipeline.policy.policy.settings)) return UNRECORDED;
    return this.#record(pipeline, { subject, startedTicks, decision, stopped: undefined });
  }

  #record(pipeline: Pipeline, outcome: Outcome) {
    return this.#recorder.record(outcome, pipeline);
  }
}

/** A notification is judged as a message of its own and as something to read; both words count. */
const together = (first: Decision, second: Decision): Decision => ({
  denied: second.denied,
  asks: [...first.asks, ...second.asks],
  answer: undefined,
  cuts: [...first.cuts, ...second.cuts],
  isNotable: first.isNotable || second.isNotable,
  verdicts: [...first.verdicts, ...second.verdicts],
});
