// Defines the options that select logged entries.

import type { OptionSpecs } from '../../../command-line/command.js';
import { parseDuration, parseTime } from '../../../command-line/parse-duration.js';
import { auditFolder } from '../../../files/paths.js';
import type { Output } from '../../../terminal/output.js';
import type { ReplayOptions } from './replay-calls.js';

const usualTime = '7d';

/** Describes the time span of `--since` in a sentence: `in the last 7d`, `since 2026-07-28`. */
export const describeSpan = (since: string = usualTime): string =>
  parseDuration(since) === undefined ? `since ${since}` : `in the last ${since}`;

export const replayOptions = {
  since: {
    kind: 'value',
    value: 'TIME',
    summary:
      'only calls since this time: an ISO 8601 time, or a duration before now (`7d`, `1h`); default: `7d`',
  },
  server: { kind: 'value', value: 'NAME', summary: 'only calls to this server; `*` matches any text' },
} as const satisfies OptionSpecs;

/** Returns the folder and the filter; undefined after printing an error. */
export function parseReplayOptions(
  { since = usualTime, server }: { readonly since: string | undefined; readonly server: string | undefined },
  output: Output,
): ReplayOptions | undefined {
  const instant = parseTime(since, Date.now());
  if (instant === undefined) {
    output.error(
      `Invalid value for \`--since\`: \`${since}\`. Use a duration (\`7d\`, \`1h\`) or a date (\`2026-07-28\`).`,
    );
    return undefined;
  }
  return {
    folder: auditFolder(process.env),
    filter: { since: instant, ...(server !== undefined && { server }) },
  };
}
