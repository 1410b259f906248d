// What a person is asked about a call: all of it, as it will be sent.

import { effectNames } from '@claw/policy';
import type { Question } from './ports.js';
import type { Ask, Call, Context, Notice, Reply } from './types.js';

export function toQuestion(ask: Ask, subject: Call | Reply | Notice, { parties, tools }: Context): Question {
  const isCall = 'event' in subject;
  const tool = isCall ? subject.tool : subject.about?.tool;
  const method = isCall ? subject.method : (subject.about?.method ?? subject.message.method ?? 'unknown');
  const shown = isCall ? subject.params : (subject.message.value as { result?: unknown }).result;
  const definition = tool === undefined ? undefined : tools.digest(tool);
  return {
    server: parties.server,
    identity: parties.identity,
    tool,
    method,
    direction: subject.direction,
    rule: ask.rule,
    reason: ask.reason,
    message: ask.message,
    params: canonicalJson(shown),
    effects: isCall ? effectNames(subject.facts.effects) : [],
    matched: ask.matched ?? [],
    unnamed: ask.unnamed ?? [],
    definition,
  };
}

/** Equal values give equal text: members sorted by name. */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, member: unknown) =>
      typeof member === 'object' && member !== null && !Array.isArray(member)
        ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
        : member,
    ) ?? 'null'
  );
}
