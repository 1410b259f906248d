// The words that say which part of the record a command looks back at.

import type { OptionSpecs } from '../../command.js';
import type { Output } from '../../output.js';
import { auditFolder } from '../../places.js';
import { readInstant } from '../../time-words.js';
import type { PastCallOptions } from './past-calls.js';

export const pastOptions = {
  since: {
    kind: 'value',
    value: 'TIME',
    summary: 'calls not older than `7d` (the default), `1h`, or a date',
  },
  server: { kind: 'value', value: 'NAME', summary: 'calls of this server; `*` stands for any text' },
} as const satisfies OptionSpecs;

const usualTime = '7d';

/** The folder and the filter that were asked for; undefined when a word of them is wrong, which was said then. */
export function readPastQuestion(
  { since = usualTime, server }: { readonly since: string | undefined; readonly server: string | undefined },
  output: Output,
): PastCallOptions | undefined {
  const instant = readInstant(since, Date.now());
  if (instant === undefined) {
    output.complain(`\`--since ${since}\` is no time; write \`7d\`, \`1h\` or \`2026-07-28\``);
    return undefined;
  }
  return {
    folder: auditFolder(process.env),
    filter: { since: instant, ...(server !== undefined && { server }) },
  };
}
