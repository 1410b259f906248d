// What becomes of an answer, or of a notification that a server sends: judged as something to read, asked about, kept back or
// handed on.

import type { Action, Awaitable, NotificationMessage, ResponseMessage } from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import { FORWARD, forwarded, withError } from './actions.js';
import { ReviewedCall } from './call.js';
import { paramsOf, taskOf } from './conversation.js';
import { type Case, type Desk, NOBODY } from './desk.js';
import { learnReply } from './kinds.js';
import { opposite } from './pending.js';
import type { Pipeline } from './pipeline.js';
import { describeSubject, toError } from './refusal.js';
import { Texts } from './texts.js';
import type { Asked, Decision, Deny, Notice, Reply } from './types.js';
import { whenReady } from './wait.js';

export class Replies {
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  judgeReply(message: ResponseMessage, direction: Direction): Awaitable<Action> {
    const { context, pending } = this.#desk;
    const startedTicks = context.clock.ticks();
    const pipeline = this.#desk.pipeline();
    const asked = message.id === undefined ? undefined : pending.take(direction, message.id);
    if (asked?.kind !== undefined) {
      const passed = this.#passAlike(asked, message, pipeline, startedTicks);
      if (passed !== undefined) return passed;
    }
    const task = asked === undefined ? undefined : taskOf(asked.method, asked.params);
    const about = task === undefined ? asked : pending.task(opposite(direction), task);
    const subject: Reply = { message, direction, asked, about, texts: new Texts(message) };
    const one = { subject, pipeline, startedTicks, agreed: NOBODY };
    return whenReady(pipeline.judgeReply(subject, context), (decision) => this.#settle(one, decision));
  }

  /** What becomes of an answer that is like one which has passed, to a call of the same kind; undefined when anything is in doubt. */
  #passAlike(
    { kind, seq, ticks }: Asked,
    message: ResponseMessage,
    pipeline: Pipeline,
    startedTicks: number,
  ): Awaitable<Action> | undefined {
    const { context } = this.#desk;
    if (kind?.pipeline !== pipeline || message.batched || context.killSwitch?.engaged === true)
      return undefined;
    if (kind.client !== context.parties.client) return undefined;
    const common = kind.replies.find(message, pipeline.engines.inward());
    if (common === undefined) return undefined;
    const now = context.clock.ticks();
    const own = {
      decideUs: now - startedTicks,
      address: undefined,
      arguments: undefined,
      callSeq: seq,
      latencyUs: now - ticks,
    };
    return whenReady(this.#desk.recordAlike(common.entry, own, message, pipeline), (recorded) =>
      'failed' in recorded ? withError(message, toError(recorded.failed)) : FORWARD,
    );
  }

  judgeNotice(message: NotificationMessage, pipeline: Pipeline, startedTicks: number): Awaitable<Action> {
    const { context, pending } = this.#desk;
    const direction = 'server-to-client';
    const texts = new Texts(message);
    const task = texts.keys.taskId > 0 ? taskOf(message.method, paramsOf(message)) : undefined;
    const about = task === undefined ? undefined : pending.task('client-to-server', task);
    const subject: Notice = { message, direction, about, texts };
    const one = { subject, pipeline, startedTicks, agreed: NOBODY };
    const first = pipeline.isJudged(message, direction)
      ? pipeline.judgeCall(new ReviewedCall(message, direction, context, pipeline.policy), context)
      : undefined;
    return whenReady(first, (ruled) => {
      if (ruled?.denied !== undefined) return this.#withhold(one, ruled, ruled.denied);
      return whenReady(pipeline.judgeReply(subject, context), (decision) =>
        this.#settle(one, ruled === undefined ? decision : together(ruled, decision)),
      );
    });
  }

  #settle(one: Case<Reply | Notice>, decision: Decision): Awaitable<Action> {
    if (decision.denied !== undefined) return this.#withhold(one, decision, decision.denied);
    const desk = this.#desk;
    const open = desk.open(one, decision);
    const [ask] = open;
    if (ask === undefined) return this.#pass(one, decision);
    if (desk.observes) return desk.finish(one, decision, ask, FORWARD, true);
    return desk.ask(open, one).then((answer) => {
      if (answer.kind === 'yes') {
        const agreed = desk.agree(one, open);
        if (desk.isUnchanged(one)) return this.#pass(agreed, decision);
        const pipeline = desk.pipeline();
        return whenReady(pipeline.judgeReply(one.subject, desk.context), (again) =>
          this.#settle({ ...agreed, pipeline }, again),
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
    const error = toError(deny, describeSubject(one.subject));
    return this.#desk.finish(one, decision, deny, withError(one.subject.message, error), false);
  }

  #pass(one: Case<Reply | Notice>, decision: Decision): Awaitable<Action> {
    const { subject, pipeline } = one;
    const { observes } = this.#desk;
    return whenReady(this.#desk.recordPassing(one, decision), (recorded) => {
      if ('failed' in recorded && !observes) return withError(subject.message, toError(recorded.failed));
      this.#desk.answered(subject, pipeline, decision);
      if ('asked' in subject)
        learnReply(subject, decision, pipeline, () => this.#desk.describePassing(one, decision));
      return observes ? FORWARD : forwarded(subject, decision.cuts);
    });
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
