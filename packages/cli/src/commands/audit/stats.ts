// `audit stats`: how often what was decided, about what, by whom.

import { type AuditStats, auditStats, type Tally } from '@claw/audit';
import type { Colour } from '../../colour.js';
import { defineCommand, exitCode } from '../../command.js';
import { counted } from '../../counted.js';
import { printable } from '../../printable.js';
import { filterOptions, readQuestion } from './filter-options.js';
import { createIndexProgress } from './index-progress.js';

export const stats = defineCommand({
  name: 'audit stats',
  summary: 'what the records add up to',
  usage: ['[DIR] [filters] [--json]'],
  options: { ...filterOptions, json: { kind: 'flag', summary: 'print the numbers as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'audit stats --since 1d', note: 'what happened today' }],
  async run({ options, operands, output }) {
    const question = readQuestion({ options, operands, output });
    if (question === undefined) return exitCode.wrongCall;
    if (question.filter.grep !== undefined) {
      output.complain('numbers come from the index, which holds no text; use `audit query --grep`');
      return exitCode.wrongCall;
    }
    const progress = createIndexProgress();
    const found = await auditStats(question.folder, question.filter, progress.add);
    progress.end();
    output.result({ json: found, text: (colour) => showStats(found, colour) });
    return exitCode.success;
  },
});

/** The most frequent of each; the rest is added up. */
const shownNames = 10;

function showStats(found: AuditStats, colour: Colour): string {
  if (found.records === 0) return 'nothing was recorded that fits';
  const { decisions, servers, tools, rules } = found;
  return [
    `${counted(found.records, 'record')} from ${found.from} to ${found.to}`,
    ...Object.entries({ decisions, servers, tools, rules }).flatMap(([name, tally]) =>
      showTally(name, tally, colour),
    ),
  ].join('\n');
}

function showTally(name: string, tally: Tally, colour: Colour): string[] {
  const entries = Object.entries(tally);
  if (entries.length === 0) return [];
  const rest = entries.slice(shownNames);
  const rows = entries.slice(0, shownNames).map(([label, count]) => row(count, printable(label)));
  const more = rest.reduce((sum, [, count]) => sum + count, 0);
  return [
    '',
    colour.bold(name),
    ...rows,
    ...(rest.length > 0 ? [row(more, colour.dim(`${rest.length} others`))] : []),
  ];
}

const row = (count: number, label: string) => `${String(count).padStart(9)}  ${label}`;
