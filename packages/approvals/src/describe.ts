// A question in words: what will be sent, to whom, and which rule wants to know. All channels show the same.

import type { Approval } from './model.js';
import { visible } from './visible.js';

/** Longer values fill the screen and push the rest out of it; what is left out is said. */
const longestValue = 2000;

/** The lines that a person reads before deciding. */
export function describeApproval({ subject, question, access }: Approval): readonly string[] {
  if (access !== undefined)
    return [
      `An agent requests permission to ${visible(access.effect)} ${access.resource.map(visible).join(', that is ')}`,
      'the approval covers every tool of every server whose call does only this',
      ...(subject.identity === undefined ? [] : [`for ${visible(subject.identity)}`]),
      `reason given by the agent: ${shorten(visible(question.message ?? question.reason))}`,
    ];
  const what = subject.tool === undefined ? visible(subject.method) : `the tool ${visible(subject.tool)}`;
  const who =
    question.direction === 'server-to-client'
      ? 'The server wants to call the client'
      : 'The agent wants to call';
  return [
    `${who}: ${what}, server ${visible(subject.server)}`,
    `rule ${visible(subject.rule)}: ${visible(question.message ?? withoutRule(question.reason, subject.rule))}`,
    ...(subject.identity === undefined ? [] : [`for ${visible(subject.identity)}`]),
    ...(question.effects.length === 0 ? [] : [`effects: ${question.effects.join(', ')}`]),
    ...some(
      question.matched,
      ({ field, value, where }) =>
        `${visible(field)} ${shorten(visible(value))}${where === field ? '' : ` (${visible(where)})`}`,
    ),
    ...some(subject.leadsTo ?? [], (lead) => `a link: ${shorten(visible(lead))}`),
    ...some(question.unnamed, (value) => `not matched by the rule: ${shorten(visible(value))}`),
    `arguments ${shorten(visible(subject.arguments))}`,
    ...(subject.beside === undefined ? [] : [`other parameters ${shorten(visible(subject.beside))}`]),
  ];
}

/** The reasons of rules begin with the rule's name, which stands in front already. */
const withoutRule = (reason: string, rule: string): string => {
  const named = `rule \`${rule}\`: `;
  return reason.startsWith(named) ? reason.slice(named.length) : reason;
};

/** More lines than this push the first ones out of the screen. */
const mostLines = 20;

/** A line for each, as far as people read; how many are left out is said. */
function some<T>(items: readonly T[], show: (item: T) => string): readonly string[] {
  const left = items.length - mostLines;
  return [...items.slice(0, mostLines).map(show), ...(left > 0 ? [`… (${left} more are not shown)`] : [])];
}

const shorten = (text: string): string =>
  text.length <= longestValue
    ? text
    : `${text.slice(0, longestValue)} … (${text.length - longestValue} more characters are not shown)`;
