// Implements `audit query`: searches entries by server, tool, decision, rule, time and text.

import { queryAudit } from '@claw/audit';
import { defineCommand, exitCode } from '../../command-line/command.js';
import {
  allOption,
  filterOptions,
  parseCount,
  parseFilter,
  withoutSessionEntries,
} from './filter-options.js';
import { formatEntry, parseEntry } from './format-entry.js';
import { createIndexProgress } from './index-progress.js';
import { suggestFilters } from './suggest-filters.js';

export const query = defineCommand({
  name: 'audit query',
  summary: 'search audit entries',
  usage: ['[DIR] [filters] [--uncorrelated] [--all] [--limit N] [--json]'],
  options: {
    ...filterOptions,
    uncorrelated: {
      kind: 'flag',
      summary:
        'only actions that agents reported to `serve` without a logged call, and logged calls that were not reported',
    },
    all: allOption,
    limit: {
      kind: 'value',
      value: 'N',
      summary: 'show only the newest N entries, oldest first (default: 100; 0: all)',
    },
    json: { kind: 'flag', summary: 'print the entries as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'audit query --tool "write_*" --since 7d', note: 'all writes from the last week' },
    {
      command: 'audit query --uncorrelated --since 1d',
      note: 'unreported calls, and reports without a call',
    },
    { command: 'audit query --decision deny --rule no_private_keys --json', note: 'for a script' },
  ],
  async run({ options, operands, output }) {
    const parsed = parseFilter({ options, operands, output });
    const limit = parseCount(options.limit ?? '100');
    if (limit === undefined)
      output.error(
        `Invalid value for \`--limit\`: \`${options.limit}\`. Use a whole number such as \`1000\`.`,
      );
    if (parsed === undefined || limit === undefined) return exitCode.usageError;
    const progress = createIndexProgress();
    const { folder } = parsed;
    const filter = options.all ? parsed.filter : withoutSessionEntries(parsed.filter);
    const all = limit === 0 ? undefined : limit;
    const found = options.uncorrelated
      ? (await import('./uncorrelated.js')).queryUncorrelated(folder, filter, all, progress.add)
      : queryAudit(folder, filter, { limit: all, onProgress: progress.add });
    const suggestions = () => suggestFilters(folder, filter);
    await output.stream(
      options.json ? asItems(found, progress.end) : asText(found, progress.end, output, suggestions),
    );
    return exitCode.success;
  },
});

/** Streams the entries as one JSON object. */
async function* asItems(lines: AsyncIterable<string>, begin: () => void): AsyncGenerator<string> {
  let before = '{"items":[';
  for await (const line of lines) {
    begin();
    yield before + line;
    before = ',';
  }
  begin();
  yield `${before === ',' ? '' : before}]}\n`;
}

async function* asText(
  lines: AsyncIterable<string>,
  begin: () => void,
  output: Parameters<typeof formatEntry>[1],
  suggestions: () => Promise<readonly string[]>,
): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    if (count++ === 0) begin();
    yield `${formatEntry(parseEntry(line), output)}\n`;
  }
  begin();
  if (count > 0) return;
  const nearest = await suggestions();
  const help = nearest.length === 0 ? '' : ` Did you mean \`${nearest.join(' ')}\`?`;
  yield `No matching audit entries.${help}\n`;
}
