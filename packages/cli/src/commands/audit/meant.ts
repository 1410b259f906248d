// What somebody may have meant who asked for a server, a tool or a rule that the log does not know.

import { type AuditFilter, auditStats } from '@claw/audit';
import { printable } from '../../printable.js';
import { shellWord } from '../../shell-word.js';
import { suggest } from '../../suggest.js';

/** Names come from strangers; nobody means one that goes on without end. */
const longestName = 100;

/** `--tool write_file`, for each name that is a slip away from a recorded one; from the index alone. */
export async function nearestOptions(folder: string, filter: AuditFilter): Promise<readonly string[]> {
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
    const known = Object.keys(tally).filter((one) => one.length <= longestName && printable(one) === one);
    const nearest = suggest(name, known);
    return nearest === undefined ? [] : [`--${option} ${shellWord(nearest)}`];
  });
}
