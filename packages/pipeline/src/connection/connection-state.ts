// The state of one connection: pending requests and approvals, the audit log, and the effects of forwarding a
// message. The handlers of requests and responses share it.

import type { Action, Awaitable } from '@claw/jsonrpc-stream';
import type { ApprovalOutcome, PendingApprovals } from '../approvals/pending-approvals.js';
import {
  type AuditedDecision,
  type AuditRecorder,
  NOT_RECORDED,
  type RecordResult,
} from '../audit/recorder.js';
import { whenReady } from '../awaitable.js';
import type { ReviewedCall } from '../decision/reviewed-call.js';
import type { Pipeline } from '../pipeline.js';
import type { Ask, Context, Decision, Reply, SentRequest, ServerNotification } from '../types.js';
import { FORWARD } from './actions.js';
import { type Handshake, readHandshake } from './handshake.js';
import { startedTaskId } from './message-fields.js';
import { opposite, type PendingRequests } from './pending-requests.js';

export type Subject = ReviewedCall | Reply | ServerNotification;

/**
 * A message under review: the pipeline that decides on it, the start time of the review, and the rules that were
 * approved for it.
 */
export interface Review<Reviewed extends Subject> {
  readonly subject: Reviewed;
  readonly pipeline: Pipeline;
  readonly startedTicks: number;
  readonly approvedRules: ReadonlySet<string>;
}

export const NO_APPROVALS: ReadonlySet<string> = new Set();

interface ConnectionParts {
  readonly context: Context;
  readonly pending: PendingRequests;
  readonly recorder: AuditRecorder;
  readonly approvals: PendingApprovals;
  /** The pipeline of the policy that is active now. */
  readonly pipeline: () => Pipeline;
  /** In observe mode, decisions are logged but not enforced, except those of the kill switch. */
  readonly isObserveMode: boolean;
  readonly onHandshake: ((handshake: Handshake) => void) | undefined;
}

export class ConnectionState {
  readonly context: Context;
  readonly pending: PendingRequests;
  readonly isObserveMode: boolean;
  readonly pipeline: () => Pipeline;
  readonly #recorder: AuditRecorder;
  readonly #approvals: PendingApprovals;
  readonly #onHandshake: ConnectionParts['onHandshake'];

  constructor(parts: ConnectionParts) {
    this.context = parts.context;
    this.pending = parts.pending;
    this.isObserveMode = parts.isObserveMode;
    this.pipeline = parts.pipeline;
    this.#recorder = parts.recorder;
    this.#approvals = parts.approvals;
    this.#onHandshake = parts.onHandshake;
  }

  /** Returns the approvals that a decision still needs. A rule requires approval only once for each message. */
  unapproved({ approvedRules }: Review<Subject>, { asks }: Decision): readonly Ask[] {
    return asks.length === 0 ? asks : asks.filter(({ rule }) => !approvedRules.has(rule));
  }

  /** Requests approvals. Returns their result, and the time in ticks that the message waited for it. */
  async requestApproval(
    asks: readonly Ask[],
    { subject, pipeline }: Review<Subject>,
  ): Promise<{ readonly outcome: ApprovalOutcome; readonly waited: number }> {
    const { clock, killSwitch } = this.context;
    const { enabled } = pipeline.policy.policy.settings.kill_switch;
    const start = clock.ticks();
    const outcome = await this.#approvals.requestAll(
      asks,
      subject,
      this.context,
      enabled ? killSwitch : undefined,
    );
    return { outcome, waited: clock.ticks() - start };
  }

  withApproval<Reviewed extends Subject>(review: Review<Reviewed>, asks: readonly Ask[]): Review<Reviewed> {
    return { ...review, approvedRules: new Set([...review.approvedRules, ...asks.map(({ rule }) => rule)]) };
  }

  /**
   * Returns false if the policy or the kill switch changed while an approval was pending: the message then needs a
   * new decision.
   */
  isUnchanged({ pipeline }: Review<Subject>): boolean {
    return this.pipeline() === pipeline && this.context.killSwitch?.engaged !== true;
  }

  /**
   * Records a message that is blocked. In observe mode the message is forwarded, unless the kill switch denies it.
   */
  recordStopped(
    review: Review<Subject>,
    decision: Decision,
    stopped: AuditedDecision['stopped'],
    action: Action,
    isPending: boolean,
  ): Awaitable<Action> {
    const audited = { ...review, decision, stopped, isPending };
    // The kill switch also applies in observe mode.
    const isEnforced = !this.isObserveMode || stopped?.rule === 'kill_switch';
    return whenReady(this.#recorder.record(audited, review.pipeline), (recorded) => {
      if (isEnforced) return action;
      const { subject, pipeline } = review;
      if ('event' in subject)
        this.onForwarded(subject, pipeline, 'seq' in recorded ? recorded.seq : undefined);
      else this.onDelivered(subject, pipeline, decision);
      return FORWARD;
    });
  }

  /** Records a message that is forwarded, if the audit level includes it. */
  recordForwarded(review: Review<Subject>, decision: Decision): Awaitable<RecordResult> {
    const { subject, pipeline, startedTicks } = review;
    if (!this.#recorder.isWanted(subject, decision, pipeline.policy.policy.settings)) return NOT_RECORDED;
    return this.#recorder.record({ subject, startedTicks, decision, stopped: undefined }, pipeline);
  }

  /** Called when a call is forwarded; its response is then pending. */
  onForwarded(call: ReviewedCall, pipeline: Pipeline, seq: number | undefined): void {
    this.#awaitResponse(call, seq);
    pipeline.onForwarded(call, this.context);
  }

  /** Called when no response to a call will be forwarded. */
  onAbandoned(call: Pick<SentRequest, 'params'>, pipeline: Pipeline): void {
    pipeline.onAbandoned(call, this.context);
  }

  /** Called when a response or a notification is forwarded. */
  onDelivered(reply: Reply | ServerNotification, pipeline: Pipeline, decision: Decision): void {
    this.#followTask(reply);
    const handshake = this.#onHandshake && readHandshake(reply);
    if (handshake !== undefined) this.#onHandshake?.(handshake);
    pipeline.onDelivered(reply, decision, this.context);
  }

  #awaitResponse(call: ReviewedCall, seq: number | undefined): void {
    if (call.message.kind !== 'request') return;
    // The other members of a batch can cause its denial; this call then never reaches the server. If a response
    // arrives anyway, it is treated as a response without a request.
    if (call.message.batched && call.info.class === 'review') return;
    this.pending.add(call.direction, call.message.id, call.toSentRequest(seq, this.context.clock.ticks()));
  }

  /** Stores a call that started a task under the id of the task until the result arrives. */
  #followTask(reply: Reply | ServerNotification): void {
    // A request about a task does not start one.
    if (!('request' in reply) || reply.request === undefined || reply.request.method.startsWith('tasks/'))
      return;
    const id = startedTaskId(reply);
    if (id !== undefined) this.pending.addTask(opposite(reply.direction), id, reply.request);
  }
}
