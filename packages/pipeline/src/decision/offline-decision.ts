// The decision on one request, with details for users and the log.

import type { Awaitable } from '@claw/jsonrpc-stream';
import { type Action, type Effect, effectNames } from '@claw/policy';
import { toApprovalRequest } from '../approvals/approval-request.js';
import { findAccess } from '../approvals/requested-access.js';
import { toDecisionFields } from '../audit/decision-fields.js';
import { whenReady } from '../awaitable.js';
import type { ApprovalRequest, RecordedFinding } from '../ports.js';
import type { Call, Context, Decision } from '../types.js';

export interface RequestDecision {
  readonly decision: Action;
  /** The name of the rule or stage that decided. */
  readonly rule: string;
  readonly reason: string;
  /** The message of the rule. */
  readonly message: string | undefined;
  /** A suggestion for the model on how to proceed. */
  readonly suggestion: string | undefined;
  readonly effects: readonly Effect[];
  readonly findings: readonly RecordedFinding[];
  /** The approval request; undefined unless the decision is `prompt`. */
  approvalRequest(): Awaitable<ApprovalRequest | undefined>;
}

/** Computes most fields on access, because most callers need only three of them. */
export class DecidedRequest implements RequestDecision {
  readonly decision: Action;
  readonly rule: string;
  readonly reason: string;
  readonly #findings: readonly RecordedFinding[];
  readonly #parts: { readonly decided: Decision; readonly call: Call; readonly context: Context };

  constructor(decided: Decision, call: Call, context: Context) {
    const stopped = decided.denied ?? decided.asks[0];
    const description = toDecisionFields(decided, stopped, decided.denied === undefined);
    this.decision = description.decision;
    this.rule = description.rule;
    this.reason = description.reason;
    this.#findings = description.findings;
    this.#parts = { decided, call, context };
  }

  get message(): string | undefined {
    const { denied, asks } = this.#parts.decided;
    return (denied ?? asks[0])?.message;
  }

  get suggestion(): string | undefined {
    return this.#parts.decided.denied?.suggestion;
  }

  get effects(): readonly Effect[] {
    return effectNames(this.#parts.call.facts.effects);
  }

  get findings(): readonly RecordedFinding[] {
    return this.#findings;
  }

  approvalRequest(): Awaitable<ApprovalRequest | undefined> {
    const { decided, call, context } = this.#parts;
    const [ask] = decided.denied === undefined ? decided.asks : [];
    if (ask === undefined) return undefined;
    return whenReady(findAccess(ask, call, context), (access) => ({
      ...toApprovalRequest(ask, call, context),
      access,
    }));
  }
}
