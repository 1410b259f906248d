// Describes a request in words: the data to be sent, its target, and the rule. All channels use the same text.

import { escapeInvisible } from './escape-invisible.js';
import type { Approval } from './model.js';

/** The maximum length of a value. Longer ones would push the rest off the screen; the text says how much is omitted. */
const longestValue = 2000;

/** The lines that a user reads before the decision. */
export function describeApproval({ subject, question, access }: Approval): readonly string[] {
  if (access !== undefined)
    return [
      `An agent requests permission to ${escapeInvisible(access.effect)} ${access.resource.map(escapeInvisible).join(', resolved to ')}`,
      'the approval covers every tool of every server whose call does only this',
      ...(subject.identity === undefined ? [] : [`for ${escapeInvisible(subject.identity)}`]),
      `reason given by the agent: ${shorten(escapeInvisible(question.message ?? question.reason))}`,
    ];
  const what =
    subject.tool === undefined
      ? escapeInvisible(subject.method)
      : `the tool ${escapeInvisible(subject.tool)}`;
  return [
    `${actionOf(subject, question.direction)}: ${what}, server ${escapeInvisible(subject.server)}`,
    `rule ${escapeInvisible(subject.rule)}: ${escapeInvisible(question.message ?? withoutRule(question.reason, subject.rule))}`,
    ...(subject.identity === undefined ? [] : [`for ${escapeInvisible(subject.identity)}`]),
    ...(question.effects.length === 0 ? [] : [`effects: ${question.effects.join(', ')}`]),
    ...some(
      question.matched,
      ({ field, value, where }) =>
        `${escapeInvisible(field)} ${shorten(escapeInvisible(value))}${where === field ? '' : ` (${escapeInvisible(where)})`}`,
    ),
    ...some(subject.leadsTo ?? [], (lead) => `a link: ${shorten(escapeInvisible(lead))}`),
    ...some(question.unnamed, (value) => `not matched by the rule: ${shorten(escapeInvisible(value))}`),
    `arguments ${shorten(escapeInvisible(subject.arguments))}`,
    ...(subject.beside === undefined ? [] : [`other parameters ${shorten(escapeInvisible(subject.beside))}`]),
  ];
}

/** A server does not call tools: with one, or a method of the client, the message is a response. */
function actionOf(
  { tool, method }: Approval['subject'],
  direction: Approval['question']['direction'],
): string {
  if (direction === 'client-to-server') return 'The agent wants to call';
  return tool !== undefined || /^(?:tools|resources|prompts|completion)\//.test(method)
    ? 'The server responds to'
    : 'The server wants to call the client';
}

/** Reasons begin with the name of the rule, which the text already contains. */
const withoutRule = (reason: string, rule: string): string => {
  const named = `rule \`${rule}\`: `;
  return reason.startsWith(named) ? reason.slice(named.length) : reason;
};

/** The maximum number of lines; more would push the first ones off the screen. */
const mostLines = 20;

/** One line for each item up to a limit, and the number of omitted items. */
function some<T>(items: readonly T[], show: (item: T) => string): readonly string[] {
  const left = items.length - mostLines;
  return [...items.slice(0, mostLines).map(show), ...(left > 0 ? [`… (${left} more are not shown)`] : [])];
}

const shorten = (text: string): string =>
  text.length <= longestValue
    ? text
    : `${text.slice(0, longestValue)} … (${text.length - longestValue} more characters are not shown)`;
