// Handles requests, and notifications that a rule can match: decides on the message, requests approval if a rule
// requires it, and then denies the message, responds locally or forwards it.

import {
  type Action,
  type Awaitable,
  createResponse,
  type NotificationMessage,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import { approvalInBatchError, describeSubject, toDenialError } from '../decision/denial-errors.js';
import { ReviewedCall } from '../decision/reviewed-call.js';
import type { Pipeline } from '../pipeline.js';
import type { Decision, Deny, LocalAnswer } from '../types.js';
import { answerLocally, FORWARD, forwardWith, withError } from './actions.js';
import type { ConnectionState, Review } from './connection-state.js';
import type { ResponseHandler } from './response-handler.js';

type CallContext = Pick<Review<ReviewedCall>, 'startedTicks' | 'approvedRules'> &
  Pick<ReviewedCall, 'address'>;

export class RequestHandler {
  readonly #state: ConnectionState;
  readonly #responses: ResponseHandler;

  constructor(state: ConnectionState, responses: ResponseHandler) {
    this.#state = state;
    this.#responses = responses;
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
    const judged = this.#asJudged(review, decision);
    if (decision.denied !== undefined) return this.#deny(judged, decision, decision.denied);
    const state = this.#state;
    const unapproved = state.unapproved(judged, decision);
    const [ask] = unapproved;
    if (ask === undefined) return this.#forward(review, decision);
    if (state.isObserveMode) return state.recordStopped(review, decision, ask, FORWARD, true);
    const { message, direction, address } = review.subject;
    if (message.batched) {
      state.onAbandoned(judged.subject, review.pipeline);
      const error = withError(message, approvalInBatchError(ask));
      return state.recordStopped(judged, decision, ask, error, true);
    }
    return state.requestApproval(unapproved, judged).then(({ outcome, waited }) => {
      // The log contains the duration of the decision without the time that users needed.
      const startedTicks = review.startedTicks + waited;
      const after = { ...judged, startedTicks };
      if (outcome.kind === 'denied') return this.#deny(after, decision, outcome.deny);
      if (outcome.kind === 'pending') {
        state.onAbandoned(judged.subject, review.pipeline);
        const error = withError(message, outcome.error);
        return state.recordStopped(after, decision, outcome.ask, error, true);
      }
      const approved = state.withApproval({ ...review, startedTicks }, unapproved);
      if (state.isUnchanged(review)) return this.#forward(approved, decision);
      state.onAbandoned(judged.subject, review.pipeline);
      return this.handle(message, direction, state.pipeline(), { ...approved, address });
    });
  }

  #deny(review: Review<ReviewedCall>, decision: Decision, deny: Deny): Awaitable<Action> {
    this.#state.onAbandoned(review.subject, review.pipeline);
    const error = toDenialError(deny, describeSubject(review.subject));
    return this.#state.recordStopped(review, decision, deny, withError(review.subject.message, error), false);
  }

  #forward(review: Review<ReviewedCall>, decision: Decision): Awaitable<Action> {
    const judged = this.#asJudged(review, decision);
    const { subject, pipeline } = judged;
    const { isObserveMode } = this.#state;
    return whenReady(this.#state.recordForwarded(judged, decision), (recorded) => {
      if ('failed' in recorded && !isObserveMode) {
        this.#state.onAbandoned(subject, pipeline);
        return withError(subject.message, toDenialError(recorded.failed));
      }
      const seq = 'seq' in recorded ? recorded.seq : undefined;
      if (decision.answer !== undefined && !isObserveMode) return this.#answer(judged, decision.answer, seq);
      this.#state.onForwarded(subject, pipeline, seq);
      return isObserveMode ? FORWARD : forwardWith(subject, decision.replacements, review.subject.message);
    });
  }

  /** A cached result is checked like a new result from the server. */
  #answer(
    { subject, pipeline }: Review<ReviewedCall>,
    { result, isOfServer }: LocalAnswer,
    seq: number | undefined,
  ): Awaitable<Action> {
    const { message } = subject;
    // The client cannot distinguish this result from one that the server sent, so the call counts as forwarded.
    pipeline.onForwarded(subject, this.#state.context);
    if (isOfServer !== true || message.kind !== 'request') return answerLocally(message, result);
    const response = createResponse(message.id, result);
    const request = subject.toSentRequest(seq, this.#state.context.clock.ticks());
    return whenReady(this.#responses.handleLocalResult(response, request), (action): Action => {
      if (action.kind === 'replace') return { kind: 'answer', messages: [action.message] };
      return action.kind === 'forward' ? { kind: 'answer', messages: [response] } : action;
    });
  }

  /**
   * Returns the review with the changed message, which is the one to log. Observe mode forwards and logs the original
   * message.
   */
  #asJudged(review: Review<ReviewedCall>, { rewritten }: Decision): Review<ReviewedCall> {
    if (rewritten === undefined || this.#state.isObserveMode) return review;
    return { ...review, subject: rewritten as ReviewedCall };
  }
}
