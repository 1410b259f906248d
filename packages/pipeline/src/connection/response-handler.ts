// Handles responses, and notifications from the server: scans the message, requests approval if a rule requires it,
// and then withholds, redacts or forwards the message.

import {
  type Action,
  type Awaitable,
  type NotificationMessage,
  paramsOf,
  type ResponseMessage,
} from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import { describeSubject, toDenialError } from '../decision/denial-errors.js';
import { ReviewedCall } from '../decision/reviewed-call.js';
import type { Pipeline } from '../pipeline.js';
import { MessageTexts } from '../text/message-texts.js';
import type { Decision, Deny, Reply, SentRequest, ServerNotification } from '../types.js';
import { FORWARD, forwardWith, withError } from './actions.js';
import { type ConnectionState, NO_APPROVALS, type Review } from './connection-state.js';
import { taskIdOf } from './message-fields.js';
import { opposite } from './pending-requests.js';

export class ResponseHandler {
  readonly #state: ConnectionState;

  constructor(state: ConnectionState) {
    this.#state = state;
  }

  handleResponse(message: ResponseMessage, direction: Direction): Awaitable<Action> {
    const { pending } = this.#state;
    const request = message.id === undefined ? undefined : pending.take(direction, message.id);
    return this.#judge(message, direction, request);
  }

  /** Decides on a result that a stage returned instead of the server. */
  handleLocalResult(message: ResponseMessage, request: SentRequest): Awaitable<Action> {
    return this.#judge(message, 'server-to-client', request);
  }

  #judge(
    message: ResponseMessage,
    direction: Direction,
    request: SentRequest | undefined,
  ): Awaitable<Action> {
    const { context, pending } = this.#state;
    const startedTicks = context.clock.ticks();
    const pipeline = this.#state.pipeline();
    const task = request === undefined ? undefined : taskIdOf(request.method, request.params);
    const origin = task === undefined ? request : pending.task(opposite(direction), task);
    const subject: Reply = { message, direction, request, origin, texts: new MessageTexts(message) };
    const review = { subject, pipeline, startedTicks, approvedRules: NO_APPROVALS };
    return whenReady(pipeline.decideReply(subject, context), (decision) => this.#apply(review, decision));
  }

  /** Handles a notification: rules can match it like a request, and its text is scanned like that of a response. */
  handleNotification(
    message: NotificationMessage,
    pipeline: Pipeline,
    startedTicks: number,
  ): Awaitable<Action> {
    const { pending } = this.#state;
    const direction = 'server-to-client';
    const texts = new MessageTexts(message);
    const task = texts.keyCounts.taskId > 0 ? taskIdOf(message.method, paramsOf(message)) : undefined;
    const origin = task === undefined ? undefined : pending.task('client-to-server', task);
    const subject: ServerNotification = { message, direction, origin, texts };
    const review = { subject, pipeline, startedTicks, approvedRules: NO_APPROVALS };
    return whenReady(this.#decide(subject, pipeline), (decision) => this.#apply(review, decision));
  }

  /** Decides on the content of a response or a notification; for notifications, rules about methods apply as well. */
  #decide(subject: Reply | ServerNotification, pipeline: Pipeline): Awaitable<Decision> {
    const { context } = this.#state;
    const { message, direction } = subject;
    if (message.kind !== 'notification' || !pipeline.isReviewed(message, direction))
      return pipeline.decideReply(subject, context);
    const call = new ReviewedCall(message, direction, context, pipeline.policy);
    return whenReady(pipeline.decideCall(call, context), (byRules) =>
      byRules.denied !== undefined
        ? byRules
        : whenReady(pipeline.decideReply(subject, context), (byContent) =>
            mergeDecisions(byRules, byContent),
          ),
    );
  }

  #apply(review: Review<Reply | ServerNotification>, decision: Decision): Awaitable<Action> {
    if (decision.denied !== undefined) return this.#withhold(review, decision, decision.denied);
    const state = this.#state;
    const unapproved = state.unapproved(review, decision);
    const [ask] = unapproved;
    if (ask === undefined) return this.#forward(review, decision);
    if (state.isObserveMode) return state.recordStopped(review, decision, ask, FORWARD, true);
    return state.requestApproval(unapproved, review).then(({ outcome, waited }) => {
      const after = { ...review, startedTicks: review.startedTicks + waited };
      if (outcome.kind === 'approved') {
        const approved = state.withApproval(after, unapproved);
        if (state.isUnchanged(review)) return this.#forward(approved, decision);
        const pipeline = state.pipeline();
        return whenReady(this.#decide(review.subject, pipeline), (again) =>
          this.#apply({ ...approved, pipeline }, again),
        );
      }
      const deny: Deny =
        outcome.kind === 'denied'
          ? outcome.deny
          : { kind: 'deny', rule: ask.rule, reason: 'approval was not granted in time' };
      return this.#withhold(after, decision, { ...deny, blocked: true });
    });
  }

  #withhold(review: Review<Reply | ServerNotification>, decision: Decision, deny: Deny): Awaitable<Action> {
    const { subject, pipeline } = review;
    if (subject.origin !== undefined) this.#state.onAbandoned(subject.origin, pipeline);
    const error = toDenialError(deny, describeSubject(subject));
    return this.#state.recordStopped(review, decision, deny, withError(review.subject.message, error), false);
  }

  #forward(review: Review<Reply | ServerNotification>, decision: Decision): Awaitable<Action> {
    const { subject, pipeline } = review;
    const { isObserveMode } = this.#state;
    return whenReady(this.#state.recordForwarded(review, decision), (recorded) => {
      if ('failed' in recorded && !isObserveMode) {
        if (subject.origin !== undefined) this.#state.onAbandoned(subject.origin, pipeline);
        return withError(subject.message, toDenialError(recorded.failed));
      }
      this.#state.onDelivered(subject, pipeline, decision);
      if (isObserveMode) return FORWARD;
      const judged = (decision.rewritten as Reply | ServerNotification | undefined) ?? subject;
      return forwardWith(judged, decision.replacements, subject.message);
    });
  }
}

const mergeDecisions = (byRules: Decision, byContent: Decision): Decision => ({
  denied: byContent.denied,
  asks: [...byRules.asks, ...byContent.asks],
  answer: undefined,
  replacements: [...byRules.replacements, ...byContent.replacements],
  rewritten: byContent.rewritten,
  isNotable: byRules.isNotable || byContent.isNotable,
  verdicts: [...byRules.verdicts, ...byContent.verdicts],
});
