// Describes a request for users: the data to be sent, its target, and the rule. All channels use the same text.

import { escapeInvisible } from './escape-invisible.js';
import type { Approval } from './model.js';

/**
 * The maximum length of a value. A longer value would move the rest off the screen, so it is truncated with a note.
 */
const maxValueLength = 2000;

/** Returns the lines that a user reads before the decision. */
export function describeApproval({ subject, question, access }: Approval): readonly string[] {
  if (access !== undefined)
    return [
      `An agent requests permission to ${escapeInvisible(access.effect)} ${access.resource.map(escapeInvisible).join(', resolved to ')}`,
      'the approval covers calls to any tool of any server that do only this',
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
    ...some(
      subject.otherPaths ?? [],
      (path) => `a path outside the arguments: ${shorten(escapeInvisible(path))}`,
    ),
    ...some(subject.linkTargets ?? [], (target) => `a link: ${shorten(escapeInvisible(target))}`),
    ...some(question.unnamed, (value) => `not matched by the rule: ${shorten(escapeInvisible(value))}`),
    `arguments ${shorten(escapeInvisible(subject.arguments))}`,
    ...(subject.unknownMembers === undefined
      ? []
      : [`other parameters ${shorten(escapeInvisible(subject.unknownMembers))}`]),
  ];
}

/**
 * Describes the kind of message. A server does not call tools, so a message from a server with a tool or a client
 * method is a response.
 */
function actionOf(
  { tool, method }: Approval['subject'],
  direction: Approval['question']['direction'],
): string {
  if (direction === 'client-to-server') return 'The agent wants to call';
  return tool !== undefined || /^(?:tools|resources|prompts|completion)\//.test(method)
    ? 'The server responds to'
    : 'The server wants to call the client';
}

/** Removes the name of the rule from the beginning of a reason, because the text already contains it. */
const withoutRule = (reason: string, rule: string): string => {
  const named = `rule \`${rule}\`: `;
  return reason.startsWith(named) ? reason.slice(named.length) : reason;
};

/** The maximum number of lines. More lines would move the first ones off the screen. */
const maxLines = 20;

/** Returns one line for each item up to the limit, and the number of omitted items. */
function some<T>(items: readonly T[], show: (item: T) => string): readonly string[] {
  const left = items.length - maxLines;
  return [...items.slice(0, maxLines).map(show), ...(left > 0 ? [`… (${left} more are not shown)`] : [])];
}

const shorten = (text: string): string =>
  text.length <= maxValueLength
    ? text
    : `${text.slice(0, maxValueLength)} … (${text.length - maxValueLength} more characters are not shown)`;
