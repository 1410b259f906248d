// Builds the content of an approval request: the whole call, as it will be sent.

import { isRecord } from '@claw/jsonrpc-stream';
import { effectNames } from '@claw/policy';
import type { ApprovalRequest } from '../ports.js';
import type { Ask, Call, Context, Reply, ServerNotification } from '../types.js';

export function toApprovalRequest(
  ask: Ask,
  subject: Call | Reply | ServerNotification,
  { peers, tools }: Context,
): ApprovalRequest {
  const isCall = 'event' in subject;
  const tool = isCall ? subject.tool : subject.origin?.tool;
  const method = isCall ? subject.method : (subject.origin?.method ?? subject.message.method ?? 'unknown');
  const shown = isCall ? subject.params : contentOf(subject.message.value);
  const definition = tool === undefined ? undefined : tools.digestForApproval(tool);
  return {
    server: peers.server,
    identity: peers.identity,
    tool,
    method,
    direction: subject.direction,
    rule: ask.rule,
    reason: ask.reason,
    message: ask.message,
    params: canonicalJson(shown),
    otherPaths: isCall ? otherPathsOf(subject, ask) : undefined,
    effects: isCall ? effectNames(subject.facts.effects) : [],
    matched: ask.matched ?? [],
    unnamed: ask.unnamed ?? [],
    definition,
  };
}

/**
 * Returns the paths outside the arguments, sorted. Clients put an id of each call into `_meta`, which must not make a
 * repeated call a different one, so a word without separators counts only if the rule matches it.
 */
function otherPathsOf({ facts }: Call, { matched = [] }: Ask): readonly string[] | undefined {
  const paths = facts.paths
    .filter(
      ({ outsideArguments, text }) =>
        outsideArguments === true && (namesPath.test(text) || matched.some(({ value }) => value === text)),
    )
    .map(({ text }) => text);
  return paths.length === 0 ? undefined : [...new Set(paths)].sort();
}

const namesPath = /[/\\%~]|^\./;

/** Returns the content of a response, or of a notification from the server. */
function contentOf(value: unknown): unknown {
  const { result, error, params } = value as Record<'result' | 'error' | 'params', unknown>;
  return result ?? error ?? params;
}

/** Formats JSON with sorted members, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      isRecord(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : member,
    ) ?? 'null'
  );
}
