// Implements `gateway logs`: shows the audit log of a node, newest entry first.

import { parseTime } from '../../../command-line/parse-duration.js';
import { UsageError } from '../../../command-line/user-error.js';
import { tableLines } from '../../../terminal/table.js';
import { knownWords } from '../../audit/filter-options.js';
import type { Json } from '../api-client.js';
import { defineApiCommand } from '../api-command.js';
import { definedFields } from '../read-input.js';

const types = [...knownWords.decision, ...knownWords.kind];

export const logs = defineApiCommand({
  name: 'gateway logs',
  summary: 'list entries of the audit log, newest first',
  options: {
    type: {
      kind: 'value',
      value: 'TYPE',
      summary: 'only this decision (allow, log, prompt, deny) or kind of entry',
    },
    server: { kind: 'value', value: 'NAME', summary: 'only this proxy' },
    tool: { kind: 'value', value: 'NAME', summary: 'only this tool' },
    since: { kind: 'value', value: 'TIME', summary: 'only entries since a time: `7d`, `1h` or a date' },
    until: { kind: 'value', value: 'TIME', summary: 'only entries before a time' },
    grep: { kind: 'value', value: 'TEXT', summary: 'only entries that contain this text' },
    limit: { kind: 'value', value: 'N', summary: 'entries per page (default: 50)' },
    page: { kind: 'value', value: 'N', summary: 'page number (default: 1)' },
  },
  examples: [{ command: 'gateway logs --type deny --since 1d', note: 'denied calls from the last day' }],
  async run({ api, options }) {
    const { type, server, tool, since, until, grep, limit, page } = options;
    if (type !== undefined && !types.includes(type))
      throw new UsageError(`Invalid value for \`--type\`: \`${type}\`. Use ${types.join(', ')}.`);
    const query = definedFields({
      event_type: type,
      server,
      tool,
      q: grep,
      limit,
      page,
      from: since && readTime(since, '--since'),
      to: until && readTime(until, '--until'),
    }) as Record<string, string>;
    const json = await api.send('GET', `/api/logs?${new URLSearchParams(query)}`);
    const rows = json.items.map((entry: Json) => [
      entry.time ?? '',
      entry.decision ?? entry.kind ?? '',
      entry.server ?? '',
      entry.tool ?? entry.method ?? '',
      entry.rule ?? entry.reason ?? '',
    ]);
    return {
      json,
      lines: (colour) =>
        rows.length === 0
          ? ['No entries.']
          : tableLines(['time', 'decision', 'proxy', 'tool', 'rule or change'], rows, colour),
    };
  },
});

function readTime(text: string, option: string): string {
  const time = parseTime(text, Date.now());
  if (time === undefined)
    throw new UsageError(
      `Invalid value for \`${option}\`: \`${text}\`. Use a duration (\`1d\`, \`2h\`) or an ISO 8601 time.`,
    );
  return String(time);
}
