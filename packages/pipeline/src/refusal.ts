// How a refusal is put: short, with the rule's name, and nothing that helps to get around it.

import { ErrorCode, type RpcError } from '@claw/jsonrpc-stream';
import { beginningOf } from './beginning.js';
import type { Answer } from './ports.js';
import type { Ask, Call, Deny, Notice, Reply } from './types.js';

/** The error that a denied message is answered with; `what` says what it was, where that is known. */
export function toError(deny: Deny, what?: string): RpcError {
  const refused = what === undefined ? '' : `${what} was `;
  if (deny.retryAfter !== undefined) {
    return {
      code: ErrorCode.limited,
      message: `${refused}limited by rule \`${deny.rule}\`: try again in ${seconds(deny.retryAfter)}`,
      data: { rule: deny.rule, retry_after: deny.retryAfter },
    };
  }
  const action = deny.blocked ? 'blocked' : 'denied';
  const why = deny.message ?? withoutName(deny);
  return {
    code: ErrorCode.refused,
    message: `${refused}${action} by rule \`${deny.rule}\`: ${why}`,
    data: {
      rule: deny.rule,
      action,
      ...(deny.message === undefined && { reason: deny.reason }),
      ...(deny.suggestion !== undefined && { suggestion: deny.suggestion }),
    },
  };
}

/** A message in a few words, for whoever reads its refusal. */
export function describeSubject(subject: Call | Reply | Notice): string {
  if ('event' in subject) return nameOf(subject.tool ?? subject.method);
  if (subject.message.kind === 'notification') return nameOf(subject.message.method);
  const asked = 'asked' in subject ? subject.asked : undefined;
  return asked === undefined ? 'the answer' : `the answer to ${nameOf(asked.tool ?? asked.method)}`;
}

/** Names of strangers can be as long as a message. */
const nameOf = (name: string): string => `\`${name.length > 100 ? `${beginningOf(name, 100)}…` : name}\``;

/** The rule is named already. */
const withoutName = ({ rule, reason }: Deny): string =>
  reason.startsWith(`rule \`${rule}\`: `) ? reason.slice(rule.length + 9) : reason;

/** The error for a question that nobody has answered yet. */
export function waitingError(ask: Ask, answer: Extract<Answer, { kind: 'pending' }>): RpcError {
  return {
    code: ErrorCode.waiting,
    message: `rule \`${ask.rule}\` asks a person, who has not answered yet; repeat the call after the approval`,
    data: { approval_id: answer.id, expires_at: isoTime(answer.expiresAt) },
  };
}

/** In a batch nobody can be asked: the others would have to wait. */
export const batchedError = (ask: Ask): RpcError => ({
  code: ErrorCode.waiting,
  message: `rule \`${ask.rule}\` asks a person, which is not possible inside a batch; send the call alone`,
  data: { rule: ask.rule },
});

/** A question without a yes is a no. */
export function declined(ask: Ask, answer: Exclude<Answer, { kind: 'approved' | 'pending' }>): Deny {
  const reason = answer.kind === 'declined' ? 'a person said no' : answer.reason;
  return {
    kind: 'deny',
    rule: ask.rule,
    reason: `${ask.reason}; ${reason}`,
    message: messageOf(ask, reason),
  };
}

function messageOf({ message, refusal }: Ask, reason: string): string | undefined {
  const words = message ?? refusal;
  return words === undefined ? undefined : `${words} (${reason})`;
}

const seconds = (count: number): string => (count === 1 ? '1 second' : `${count} seconds`);

// biome-ignore lint/style/noRestrictedGlobals: with a number it is arithmetic, not a clock
const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
