// Implements `audit tail`: shows the last entries and follows new entries from all running proxies.

import { type AuditFilter, queryAudit, tailAudit } from '@claw/audit';
import { defineCommand, exitCode } from '../../command-line/command.js';
import type { Output } from '../../terminal/output.js';
import {
  allOption,
  filterOptions,
  parseCount,
  parseFilter,
  withoutSessionEntries,
} from './filter-options.js';
import { formatEntry, parseEntry } from './format-entry.js';

export const tail = defineCommand({
  name: 'audit tail',
  summary: 'show the last entries, then follow the log',
  usage: ['[DIR] [--lines N] [--no-follow] [filters] [--all] [--json]'],
  options: {
    ...filterOptions,
    lines: {
      kind: 'value',
      short: 'n',
      value: 'N',
      summary: 'number of earlier entries to show (default: 10)',
    },
    limit: { kind: 'value', value: 'N', summary: 'the same as `--lines`' },
    'no-follow': { kind: 'flag', summary: 'do not wait for new entries' },
    all: allOption,
    json: {
      kind: 'flag',
      summary: 'print the entries as JSON lines, including session and checkpoint entries',
    },
  },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'audit tail --decision deny', note: 'follow denied calls' }],
  async run({ options, operands, output }) {
    const parsed = parseFilter({ options, operands, output });
    const lines = parseLines(options, output);
    if (parsed === undefined || lines === undefined) return exitCode.usageError;
    const { folder } = parsed;
    // JSON output includes all entries, so that the hash chain can be verified.
    const filter = options.all || options.json ? parsed.filter : withoutSessionEntries(parsed.filter);
    const isWatched = !options['no-follow'] && lines > 0 && output.wrap.width !== undefined;
    if (isWatched && (await isEmpty(folder, filter)))
      output.error('No matching audit entries yet. Waiting for new ones; press Ctrl-C to stop.');
    const found = tailAudit(folder, filter, { lines, follow: !options['no-follow'] });
    await output.stream(options.json ? asLines(found) : asText(found, output));
    return exitCode.success;
  },
});

/** Returns the number of earlier entries to show; undefined after printing an error. */
function parseLines(
  { lines, limit }: { readonly lines: string | undefined; readonly limit: string | undefined },
  output: Output,
): number | undefined {
  const name = limit === undefined ? 'lines' : 'limit';
  const count = lines !== undefined && limit !== undefined ? undefined : parseCount(lines ?? limit ?? '10');
  if (count === undefined)
    output.error(
      lines !== undefined && limit !== undefined
        ? 'Use either `--lines` or `--limit`, not both; they have the same meaning.'
        : `Invalid value for \`--${name}\`: \`${lines ?? limit}\`. Use a whole number such as \`20\`.`,
    );
  return count;
}

/** True if there is nothing to show; then a message is printed on a terminal. */
async function isEmpty(folder: string, filter: AuditFilter): Promise<boolean> {
  for await (const _ of queryAudit(folder, filter, { limit: 1 })) return false;
  return true;
}

async function* asLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

async function* asText(lines: AsyncIterable<string>, output: Output): AsyncGenerator<string> {
  for await (const line of lines) yield `${formatEntry(parseEntry(line), output)}\n`;
}
