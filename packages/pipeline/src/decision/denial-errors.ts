// Creates the error responses for messages that are not forwarded. They are short and name the rule, but contain no
// advice on how to evade it.

import { ErrorCode, type RpcError } from '@claw/jsonrpc-stream';
import type { ApprovalResult } from '../ports.js';
import { truncate } from '../text/truncate.js';
import type { Ask, Call, Deny, Reply, ServerNotification } from '../types.js';

/** Creates the error for a denied message; `what` names the message, if it is known. */
export function toDenialError(deny: Deny, what?: string): RpcError {
  const byRule = `${what === undefined ? '' : ` ${what}`} by rule \`${deny.rule}\``;
  if (deny.retryAfter !== undefined) {
    return {
      code: ErrorCode.rateLimited,
      message: `Rate limited${byRule}: try again in ${seconds(deny.retryAfter)}`,
      data: { rule: deny.rule, retry_after: deny.retryAfter },
    };
  }
  const action = deny.blocked ? 'blocked' : 'denied';
  const why = deny.message ?? withoutName(deny);
  return {
    code: ErrorCode.denied,
    message: `${deny.blocked ? 'Blocked' : 'Denied'}${byRule}: ${why}`,
    data: {
      rule: deny.rule,
      action,
      ...(deny.message === undefined && { reason: deny.reason }),
      ...(deny.suggestion !== undefined && { suggestion: deny.suggestion }),
    },
  };
}

export function describeSubject(subject: Call | Reply | ServerNotification): string {
  if ('event' in subject) return nameOf(subject.tool ?? subject.method);
  if (subject.message.kind === 'notification') return nameOf(subject.message.method);
  const request = 'request' in subject ? subject.request : undefined;
  return request === undefined ? 'the response' : `the response to ${nameOf(request.tool ?? request.method)}`;
}

/** Names come from the peer and can be as long as a message. */
const nameOf = (name: string): string => `\`${name.length > 100 ? `${truncate(name, 100)}…` : name}\``;

/** Returns the reason without the name of the rule, because the error message already names the rule. */
const withoutName = ({ rule, reason }: Deny): string =>
  reason.startsWith(`rule \`${rule}\`: `) ? reason.slice(rule.length + 9) : reason;

/** Creates the error for a call whose approval is still pending. */
export function pendingApprovalError(
  ask: Ask,
  answer: Extract<ApprovalResult, { kind: 'pending' }>,
): RpcError {
  return {
    code: ErrorCode.approvalPending,
    message: `Approval pending: rule \`${ask.rule}\` requires approval. Repeat the call after it is approved.`,
    data: { approval_id: answer.id, expires_at: isoTime(answer.expiresAt) },
  };
}

/**
 * Creates the error for a call inside a batch. No approval is requested for it, because the other messages of the
 * batch would have to wait.
 */
export const approvalInBatchError = (ask: Ask): RpcError => ({
  code: ErrorCode.approvalPending,
  message: `Approval required: rule \`${ask.rule}\` requires approval, which is not possible inside a batch. Send the call alone.`,
  data: { rule: ask.rule },
});

/** Creates the denial that follows an approval request without an approval. */
export function denialOf(ask: Ask, answer: Exclude<ApprovalResult, { kind: 'approved' | 'pending' }>): Deny {
  const reason = answer.kind === 'denied' ? 'the user denied it' : answer.reason;
  return {
    kind: 'deny',
    rule: ask.rule,
    reason: `${ask.reason}; ${reason}`,
    message: messageOf(ask, reason),
  };
}

function messageOf({ message, denialText }: Ask, reason: string): string | undefined {
  const text = message ?? denialText;
  return text === undefined ? undefined : `${text} (${reason})`;
}

const seconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`);

// biome-ignore lint/style/noRestrictedGlobals: with a number it is arithmetic, not a clock
const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
