// What becomes of a request, or of a notification that a rule can be about: judged, asked about, refused or sent on.

import type { Action, Awaitable, NotificationMessage, RequestMessage } from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import { FORWARD, forwarded, kept, withError } from './actions.js';
import { speltArguments } from './arguments-text.js';
import { ReviewedCall } from './call.js';
import type { Case, Desk } from './desk.js';
import { KindsOfCalls } from './kinds.js';
import type { Pipeline } from './pipeline.js';
import { batchedError, describeSubject, toError } from './refusal.js';
import type { Decision, Deny } from './types.js';
import { whenReady } from './wait.js';

/** Since when a call is being judged, what people have agreed to, and where it came from. */
type Circumstances = Pick<Case<ReviewedCall>, 'startedTicks' | 'agreed'> & Pick<ReviewedCall, 'address'>;

export class Calls {
  readonly #desk: Desk;
  readonly #kinds: KindsOfCalls;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.#kinds = new KindsOfCalls(desk.context);
  }

  /** What becomes of a call that is like one which has passed; undefined when it is not, or when anything is in doubt. */
  passAlike(
    message: RequestMessage,
    pipeline: Pipeline,
    { startedTicks, address }: Circumstances,
  ): Awaitable<Action> | undefined {
    const desk = this.#desk;
    const kind = desk.observes || message.batched ? undefined : this.#kinds.find(message, pipeline);
    if (kind === undefined) return undefined;
    // Plain words and what was recorded before: neither secrets nor escapes.
    const spelt = speltArguments(message);
    if (spelt === undefined) return undefined;
    const { clock } = desk.context;
    const ticks = clock.ticks();
    const own = {
      decideUs: ticks - startedTicks,
      address,
      arguments: spelt,
      callSeq: undefined,
      latencyUs: undefined,
    };
    return whenReady(desk.recordAlike(kind.entry, own, message, pipeline), (recorded) => {
      if ('failed' in recorded) return withError(message, toError(recorded.failed));
      const { method, tool, info, params, effects } = kind.asked;
      const { seq } = recorded;
      desk.pending.add('client-to-server', message.id, {
        method,
        tool,
        info,
        params,
        effects,
        seq,
        ticks,
        kind,
      });
      return FORWARD;
    });
  }

  judge(
    message: RequestMessage | NotificationMessage,
    direction: Direction,
    pipeline: Pipeline,
    { startedTicks, agreed, address }: Circumstances,
  ): Awaitable<Action> {
    const { context } = this.#desk;
    const subject = new ReviewedCall(message, direction, context, pipeline.policy, address);
    const one = { subject, pipeline, startedTicks, agreed };
    return whenReady(pipeline.judgeCall(subject, context), (decision) => this.#settle(one, decision));
  }

  #settle(one: Case<ReviewedCall>, decision: Decision): Awaitable<Action> {
    if (decision.denied !== undefined) return this.#refuse(one, decision, decision.denied);
    const desk = this.#desk;
    const open = desk.open(one, decision);
    const [ask] = open;
    if (ask === undefined) return this.#pass(one, decision);
    if (desk.observes) return desk.finish(one, decision, ask, FORWARD, true);
    const { message, direction, address } = one.subject;
    if (message.batched) return desk.finish(one, decision, ask, withError(message, batchedError(ask)), true);
    return desk.ask(open, one).then((answer) => {
      if (answer.kind === 'waiting')
        return desk.finish(one, decision, answer.ask, withError(message, answer.error), true);
      if (answer.kind === 'no') return this.#refuse(one, decision, answer.deny);
      const agreed = desk.agree(one, open);
      // Nobody is asked twice.
      return desk.isUnchanged(one)
        ? this.#pass(agreed, decision)
        : this.judge(message, direction, desk.pipeline(), { ...agreed, address });
    });
  }

  #refuse(one: Case<ReviewedCall>, decision: Decision, deny: Deny): Awaitable<Action> {
    const error = toError(deny, describeSubject(one.subject));
    return this.#desk.finish(one, decision, deny, withError(one.subject.message, error), false);
  }

  #pass(one: Case<ReviewedCall>, decision: Decision): Awaitable<Action> {
    const { subject, pipeline } = one;
    const { observes } = this.#desk;
    return whenReady(this.#desk.recordPassing(one, decision), (recorded) => {
      if ('failed' in recorded && !observes) return withError(subject.message, toError(recorded.failed));
      if (decision.answer !== undefined && !observes) return kept(subject.message, decision.answer.result);
      this.#desk.passed(subject, pipeline, 'seq' in recorded ? recorded.seq : undefined);
      if (!observes)
        this.#kinds.learn(subject, decision, pipeline, () => this.#desk.describePassing(one, decision));
      return observes ? FORWARD : forwarded(subject, decision.cuts);
    });
  }
}
