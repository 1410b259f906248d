// Suggests filters for a misspelled server, tool or rule.

import { type AuditFilter, auditStats } from '@claw/audit';
import { suggest } from '../../command-line/suggest.js';
import { printable } from '../../terminal/printable.js';
import { shellQuote } from '../../terminal/shell-quote.js';

/** Names in the log are untrusted; names longer than this are not suggested. */
const maxNameLength = 100;

/** Returns options such as `--tool write_file` for each logged name that is similar to a given one. */
export async function suggestFilters(folder: string, filter: AuditFilter): Promise<readonly string[]> {
  const { server, tool, rule } = filter;
  if ([server, tool, rule].every((name) => name === undefined)) return [];
  const { servers, tools, rules } = await auditStats(folder);
  return (
    [
      ['server', server, servers],
      ['tool', tool, tools],
      ['rule', rule, rules],
    ] as const
  ).flatMap(([option, name, tally]) => {
    if (name === undefined || name.includes('*') || tally[name] !== undefined) return [];
    const known = Object.keys(tally).filter((one) => one.length <= maxNameLength && printable(one) === one);
    const nearest = suggest(name, known);
    return nearest === undefined ? [] : [`--${option} ${shellQuote(nearest)}`];
  });
}
