// Requests approvals for calls, one after the other, and withdraws requests that are no longer needed.

import type { MessageId, RpcError } from '@claw/jsonrpc-stream';
import type { Direction } from '@claw/policy';
import { denialOf, pendingApprovalError } from '../decision/denial-errors.js';
import type { ApprovalRequest, ApprovalResult, Approver, KillSwitch } from '../ports.js';
import { KILLED } from '../stages/kill-switch.js';
import { showsEveryNumber } from '../text/exact-numbers.js';
import type { Ask, Call, Context, Deny, Reply, ServerNotification } from '../types.js';
import { toApprovalRequest } from './approval-request.js';
import { describeLinks, findAccess } from './requested-access.js';
import { TopicAnswers } from './topic-answers.js';

/** The result of all approval requests for one message. */
export type ApprovalOutcome =
  | { readonly kind: 'approved' }
  | { readonly kind: 'denied'; readonly deny: Deny }
  | { readonly kind: 'pending'; readonly ask: Ask; readonly error: RpcError };

export class PendingApprovals {
  readonly #approver: Approver | undefined;
  /**
   * The controllers that withdraw pending requests, with the key of the call. The map is created on demand, because
   * most connections need no approval.
   */
  #open: Map<AbortController, string | undefined> | undefined;
  #topics: TopicAnswers | undefined;
  #closed = false;

  constructor(approver: Approver | undefined) {
    this.#approver = approver;
  }

  /** Requests the approvals in order. `killSwitch` withdraws them; it is undefined if the policy does not use it. */
  async requestAll(
    asks: readonly Ask[],
    subject: Call | Reply | ServerNotification,
    context: Context,
    killSwitch: KillSwitch | undefined,
  ): Promise<ApprovalOutcome> {
    const [first] = asks;
    if (first !== undefined && !showsEveryNumber(subject.message.bytes))
      return {
        kind: 'denied',
        deny: denialOf(first, { kind: 'unavailable', reason: 'a number in it cannot be displayed exactly' }),
      };
    const withdrawn = new AbortController();
    if (this.#closed) withdrawn.abort();
    const { id } = subject.message;
    // The id of a response is the id of its request, which the sender of the response cannot cancel.
    const isCall = 'event' in subject && id !== undefined;
    this.#open ??= new Map();
    this.#open.set(withdrawn, isCall ? keyOf(subject.direction, id) : undefined);
    // The listener exists only while an approval is pending: most connections need no approval, and over HTTP each
    // call may have its own connection.
    let killed = false;
    const stopListening = killSwitch?.onEngaged(() => {
      killed = true;
      withdrawn.abort();
    });
    try {
      for (const ask of asks) {
        const answer = await this.#requestOne(ask, subject, context, withdrawn.signal);
        // The user did not deny the call, so the reason must not say that.
        if (killed) return { kind: 'denied', deny: KILLED };
        if (answer.kind === 'pending')
          return { kind: 'pending', ask, error: pendingApprovalError(ask, answer) };
        if (answer.kind !== 'approved')
          return { kind: 'denied', deny: denialOf(ask, this.#explainWithdrawal(answer, withdrawn.signal)) };
      }
      return { kind: 'approved' };
    } finally {
      stopListening?.();
      this.#open?.delete(withdrawn);
    }
  }

  async #requestOne(
    ask: Ask,
    subject: Call | Reply | ServerNotification,
    context: Context,
    withdrawn: AbortSignal,
  ): Promise<ApprovalResult> {
    const approver = this.#approver;
    if (approver === undefined) return { kind: 'unavailable', reason: 'no approval channel is available' };
    const linkTargets = await describeLinks(subject, context);
    const describe = async (): Promise<ApprovalRequest> => ({
      ...toApprovalRequest(ask, subject, context),
      access: await findAccess(ask, subject, context),
      linkTargets,
    });
    const send = (request: ApprovalRequest) => approver.requestApproval(request, withdrawn);
    this.#topics ??= new TopicAnswers(context.clock);
    const result = await (ask.topics === undefined
      ? send(await describe())
      : this.#topics.request({ ask, describe, send, withdrawn }));
    if (result.kind !== 'approved') return result;
    // An attacker can change a symbolic link while the approval is pending.
    const linksNow = await describeLinks(subject, context);
    return linksNow.join('\n') === linkTargets.join('\n')
      ? result
      : { kind: 'unavailable', reason: 'a symbolic link in it changed while the approval was pending' };
  }

  /** Names the cause of a withdrawn request, which the approver does not know. */
  #explainWithdrawal<Answer extends ApprovalResult>(answer: Answer, withdrawn: AbortSignal): Answer {
    if (answer.kind !== 'unavailable' || !withdrawn.aborted) return answer;
    return { ...answer, reason: this.#closed ? 'the connection was closed' : 'the call was cancelled' };
  }

  /** Withdraws the approval requests for a call that was cancelled. */
  withdraw(direction: Direction, id: MessageId): void {
    const key = keyOf(direction, id);
    for (const [controller, call] of this.#open ?? []) if (call === key) controller.abort();
  }

  close(): void {
    this.#closed = true;
    for (const controller of this.#open?.keys() ?? []) controller.abort();
  }
}

const keyOf = (direction: Direction, { key }: MessageId) => `${direction} ${typeof key} ${key}`;
