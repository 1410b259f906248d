// Handles a request, or a notification that a rule can match: decides, requests approval where a rule requires it, and
// refuses it, answers it locally or forwards it.

import type { Action, Awaitable, NotificationMessage, RequestMessage } from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import { ReviewedCall } from '../decision/reviewed-call.js';
import type { Pipeline } from '../pipeline.js';
import type { Decision, Deny } from '../types.js';
import { answerLocally, FORWARD, forwardWith, withError } from './actions.js';
import type { ConnectionState, Review } from './connection-state.js';
import { approvalInBatchError, describeSubject, toError } from './error-responses.js';

/** When the review of a call began, which rules were approved for it, and its network address. */
type CallContext = Pick<Review<ReviewedCall>, 'startedTicks' | 'approvedRules'> &
  Pick<ReviewedCall, 'address'>;

export class RequestHandler {
  readonly #state: ConnectionState;

  constructor(state: ConnectionState) {
    this.#state = state;
  }

  handle(
    message: RequestMessage | NotificationMessage,
    direction: Direction,
    pipeline: Pipeline,
    { startedTicks, approvedRules, address }: CallContext,
  ): Awaitable<Action> {
    const { context } = this.#state;
    const subject = new ReviewedCall(message, direction, context, pipeline.policy, address);
    const review = { subject, pipeline, startedTicks, approvedRules };
    return whenReady(pipeline.decideCall(subject, context), (decision) => this.#apply(review, decision));
  }

  #apply(review: Review<ReviewedCall>, decision: Decision): Awaitable<Action> {
    if (decision.denied !== undefined) return this.#refuse(review, decision, decision.denied);
    const state = this.#state;
    const unapproved = state.unapproved(review, decision);
    const [ask] = unapproved;
    if (ask === undefined) return this.#forward(review, decision);
    if (state.isObserveMode) return state.recordStopped(review, decision, ask, FORWARD, true);
    const { message, direction, address } = review.subject;
    if (message.batched) {
      const refused = withError(message, approvalInBatchError(ask));
      return state.recordStopped(review, decision, ask, refused, true);
    }
    return state.requestApproval(unapproved, review).then((outcome) => {
      if (outcome.kind === 'pending')
        return state.recordStopped(review, decision, outcome.ask, withError(message, outcome.error), true);
      if (outcome.kind === 'denied') return this.#refuse(review, decision, outcome.deny);
      const approved = state.withApproval(review, unapproved);
      return state.isUnchanged(review)
        ? this.#forward(approved, decision)
        : this.handle(message, direction, state.pipeline(), { ...approved, address });
    });
  }

  #refuse(review: Review<ReviewedCall>, decision: Decision, deny: Deny): Awaitable<Action> {
    const error = toError(deny, describeSubject(review.subject));
    return this.#state.recordStopped(review, decision, deny, withError(review.subject.message, error), false);
  }

  #forward(review: Review<ReviewedCall>, decision: Decision): Awaitable<Action> {
    const { subject, pipeline } = review;
    const { isObserveMode } = this.#state;
    return whenReady(this.#state.recordForwarded(review, decision), (recorded) => {
      if ('failed' in recorded && !isObserveMode) return withError(subject.message, toError(recorded.failed));
      if (decision.answer !== undefined && !isObserveMode)
        return answerLocally(subject.message, decision.answer.result);
      this.#state.onForwarded(subject, pipeline, 'seq' in recorded ? recorded.seq : undefined);
      return isObserveMode ? FORWARD : forwardWith(subject, decision.replacements);
    });
  }
}
