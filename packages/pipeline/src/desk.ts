// What calls and answers of one connection have in common once they are judged: who is asked, what is written down, and what
// follows when a message goes on.

import type { Action, Awaitable, Message } from '@claw/jsonrpc-stream';
import { FORWARD } from './actions.js';
import type { ReviewedCall } from './call.js';
import { taskBegun } from './conversation.js';
import { type Greeting, greetingOf } from './greeting.js';
import { opposite, type Pending } from './pending.js';
import type { Pipeline } from './pipeline.js';
import type { AuditEntry } from './ports.js';
import type { Agreement, Questions } from './questions.js';
import { type Outcome, type Own, type Recorded, type Recorder, UNRECORDED } from './recorder.js';
import type { Ask, Context, Decision, Notice, Reply } from './types.js';
import { whenReady } from './wait.js';

/** What can be judged. */
export type Subject = ReviewedCall | Reply | Notice;

/** A message that was judged: by which pipeline, since when, and what people have agreed to. */
export interface Case<Judged extends Subject> {
  readonly subject: Judged;
  readonly pipeline: Pipeline;
  readonly startedTicks: number;
  readonly agreed: ReadonlySet<string>;
}

export const NOBODY: ReadonlySet<string> = new Set();

/** What the desk of a connection is made of. */
interface DeskParts {
  readonly context: Context;
  readonly pending: Pending;
  readonly recorder: Recorder;
  readonly questions: Questions;
  /** What decides now. */
  readonly pipeline: () => Pipeline;
  /** Only records what would have been done. */
  readonly observes: boolean;
  /** Hears what the two ends say of themselves. */
  readonly onGreeting: ((greeting: Greeting) => void) | undefined;
}

/** Where the cases of one connection are closed. */
export class Desk {
  readonly context: Context;
  readonly pending: Pending;
  readonly observes: boolean;
  readonly pipeline: () => Pipeline;
  readonly #recorder: Recorder;
  readonly #questions: Questions;
  readonly #onGreeting: DeskParts['onGreeting'];

  constructor({ context, pending, recorder, questions, pipeline, observes, onGreeting }: DeskParts) {
    this.context = context;
    this.pending = pending;
    this.observes = observes;
    this.pipeline = pipeline;
    this.#recorder = recorder;
    this.#questions = questions;
    this.#onGreeting = onGreeting;
  }

  /** What people have not agreed to yet. */
  open({ agreed }: Case<Subject>, { asks }: Decision): readonly Ask[] {
    return asks.length === 0 ? asks : asks.filter(({ rule }) => !agreed.has(rule));
  }

  ask(open: readonly Ask[], { subject }: Case<Subject>): Promise<Agreement> {
    return this.#questions.ask(open, subject, this.context);
  }

  /** The case after people have said yes to all that was open. */
  agree<Judged extends Subject>(one: Case<Judged>, open: readonly Ask[]): Case<Judged> {
    return { ...one, agreed: new Set([...one.agreed, ...open.map(({ rule }) => rule)]) };
  }

  /** While people thought about it the policy may have changed, or the kill switch: then it has to be judged again. */
  isUnchanged({ pipeline }: Case<Subject>): boolean {
    return this.pipeline() === pipeline && this.context.killSwitch?.engaged !== true;
  }

  /** Records what became of a message that does not go on. */
  finish(
    one: Case<Subject>,
    decision: Decision,
    stopped: Outcome['stopped'],
    action: Action,
    waits: boolean,
  ): Awaitable<Action> {
    const outcome = { ...one, decision, stopped, waits };
    // Whoever switches everything off means it, whatever else is only being tried.
    const enforced = !this.observes || stopped?.rule === 'kill_switch';
    return whenReady(this.#recorder.record(outcome, one.pipeline), (recorded) => {
      if (enforced) return action;
      this.#letPass(one, decision, 'seq' in recorded ? recorded.seq : undefined);
      return FORWARD;
    });
  }

  /** Records a message that goes on, if anybody wants to know. */
  recordPassing(one: Case<Subject>, decision: Decision): Awaitable<Recorded> {
    const { subject, pipeline, startedTicks } = one;
    if (!this.#recorder.wants(subject, decision, pipeline.policy.policy.settings)) return UNRECORDED;
    return this.#recorder.record({ subject, startedTicks, decision, stopped: undefined }, pipeline);
  }

  /** What is recorded of every message that is like one which passed. */
  describePassing(
    { subject, pipeline, startedTicks }: Case<Subject>,
    decision: Decision,
  ): AuditEntry | undefined {
    return this.#recorder.describe({ subject, startedTicks, decision, stopped: undefined }, pipeline);
  }

  /** Records a message that is like one which passed; whether it may pass, too. */
  recordAlike(
    common: AuditEntry | undefined,
    own: Own,
    message: Message,
    pipeline: Pipeline,
  ): Awaitable<Recorded> {
    return common === undefined ? UNRECORDED : this.#recorder.recordAlike(common, own, message, pipeline);
  }

  /** What would not go on goes on all the same, and what follows from it has to be followed. */
  #letPass({ subject, pipeline }: Case<Subject>, decision: Decision, seq: number | undefined): void {
    if ('event' in subject) this.passed(subject, pipeline, seq);
    else this.answered(subject, pipeline, decision);
  }

  /** A call goes on: its answer is waited for. */
  passed(call: ReviewedCall, pipeline: Pipeline, seq: number | undefined): void {
    this.#expect(call, seq);
    pipeline.passed(call, this.context);
  }

  /** An answer or a notification goes on. */
  answered(reply: Reply | Notice, pipeline: Pipeline, decision: Decision): void {
    this.#followTask(reply);
    const greeting = this.#onGreeting && greetingOf(reply);
    if (greeting !== undefined) this.#onGreeting?.(greeting);
    pipeline.answered(reply, decision, this.context);
  }

  #expect(call: ReviewedCall, seq: number | undefined): void {
    if (call.message.kind !== 'request') return;
    // A batch may not go on for reasons that we do not hear of: an answer to a call in it is trusted to be nobody's.
    if (call.message.batched && call.info.class === 'review') return;
    this.pending.add(call.direction, call.message.id, call.toAsked(seq, this.context.clock.ticks()));
  }

  /** A call that has become a task is remembered until its result comes, under the task's id. */
  #followTask(reply: Reply | Notice): void {
    // What asks about a task does not begin one.
    if (!('asked' in reply) || reply.asked === undefined || reply.asked.method.startsWith('tasks/')) return;
    const id = taskBegun(reply);
    if (id !== undefined) this.pending.addTask(opposite(reply.direction), id, reply.asked);
  }
}
