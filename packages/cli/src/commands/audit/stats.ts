// Implements `audit stats`: counts entries by decision, server, tool and rule.

import { type AuditStats, auditStats, type Tally } from '@claw/audit';
import { defineCommand, exitCode } from '../../command-line/command.js';
import type { Colour } from '../../terminal/colour.js';
import { pluralize } from '../../terminal/pluralize.js';
import { printable } from '../../terminal/printable.js';
import { filterOptions, parseFilter } from './filter-options.js';
import { createIndexProgress } from './index-progress.js';

export const stats = defineCommand({
  name: 'audit stats',
  summary: 'count entries by decision, server, tool and rule',
  usage: ['[DIR] [filters] [--json]'],
  options: { ...filterOptions, json: { kind: 'flag', summary: 'print the counts as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'audit stats --since 1d', note: 'the last 24 hours' }],
  async run({ options, operands, output }) {
    const parsed = parseFilter({ options, operands, output });
    if (parsed === undefined) return exitCode.usageError;
    if (parsed.filter.grep !== undefined) {
      output.error('`audit stats` does not support `--grep`. Use `audit query --grep`.');
      return exitCode.usageError;
    }
    const progress = createIndexProgress();
    const found = await auditStats(parsed.folder, parsed.filter, progress.add);
    progress.end();
    output.result({ json: found, text: (colour) => showStats(found, colour) });
    return exitCode.success;
  },
});

/**
 * The number of names that are shown, the most frequent first; the counts of all other names are added up on one line.
 */
const shownNames = 10;

function showStats(found: AuditStats, colour: Colour): string {
  if (found.records === 0) return 'No matching audit entries.';
  const { decisions, servers, tools, rules } = found;
  return [
    `${pluralize(found.records, 'entry', 'entries')} from ${found.from} to ${found.to}`,
    ...Object.entries({ decisions, servers, tools, rules }).flatMap(([name, tally]) =>
      showTally(name, tally, colour),
    ),
  ].join('\n');
}

function showTally(name: string, tally: Tally, colour: Colour): string[] {
  const entries = Object.entries(tally);
  if (entries.length === 0) return [];
  const shown = entries.length === shownNames + 1 ? entries.length : shownNames;
  const rest = entries.slice(shown);
  const rows = entries.slice(0, shown).map(([label, count]) => row(count, printable(label)));
  const more = rest.reduce((sum, [, count]) => sum + count, 0);
  return [
    '',
    colour.bold(name),
    ...rows,
    ...(rest.length > 0 ? [row(more, colour.dim(`${rest.length} others`))] : []),
  ];
}

const row = (count: number, label: string) => `${String(count).padStart(9)}  ${label}`;
