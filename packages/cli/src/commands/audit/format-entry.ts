// Formats an audit entry as one line, or as several lines on a narrow terminal. All text in an entry is untrusted.

import type { AuditRecord } from '@claw/audit';
import { otherRules } from '../../diagnostics/other-rules.js';
import type { Colour } from '../../terminal/colour.js';
import type { WrapText } from '../../terminal/output.js';
import { printable } from '../../terminal/printable.js';
import { truncate } from '../../terminal/wrap-text.js';

/** The length of the longest kind, which is `session_start`. */
const kindWidth = 13;
/** The maximum length of arguments on a line; longer arguments are complete only with `--json`. */
const maxArgumentsLength = 120;

export function formatEntry(
  record: AuditRecord,
  { colour, wrap }: { colour: Colour; wrap: WrapText },
): string {
  const { time, kind, server, decision = '', tool, method, rule, reason } = record;
  const about = [server, tool ?? method].filter((name) => name !== undefined && name !== '').join('/');
  const word = decision === 'deny' ? colour.bold(decision.padEnd(6)) : decision.padEnd(6);
  const details = `${formatReason(rule, kind === 'approval' ? approvalOutcome(record) : reason)}${otherFindings(record)}`;
  const why = `${record['observed'] === true ? '(observe mode) ' : ''}${isRewritten(record) ? '(redacted) ' : ''}${details}`;
  const rest =
    record.arguments === undefined ? '' : truncate(JSON.stringify(record.arguments), maxArgumentsLength);
  const when = [colour.dim(printable(time)), printable(kind).padEnd(kindWidth), word];
  const head = [...when, printable(about)].filter((part) => part !== '').join('  ');
  const tail = [why, rest].filter((part) => part !== '').map(printable);
  const { width } = wrap;
  const plain = [time, kind.padEnd(kindWidth), decision.padEnd(6), about, ...tail].join('  ');
  if (width === undefined || plain.length <= width) return [head, ...tail].join('  ');
  // Arguments are truncated, because they have no words to wrap at; `--json` prints them completely.
  const below = [why === '' ? '' : wrap(`    ${printable(why)}`), truncate(`    ${printable(rest)}`, width)];
  return [head, ...below.filter((line) => line.trim() !== '')].join('\n');
}

/** The reason, preceded by the name of the rule unless the reason already begins with it. */
export const formatReason = (rule: string | undefined, reason: string | undefined): string =>
  reason?.startsWith(`rule \`${rule}\``)
    ? reason
    : [rule, reason].filter((part) => part !== undefined).join(': ');

/** Describes the outcome of an approval, its scope, and who decided. */
function approvalOutcome({ approval, state, scope, by }: AuditRecord): string {
  const held = textOf(scope) === '' ? '' : ` (${textOf(scope)})`;
  const person = textOf(by).replace(/^(?!revoked by |$)/, 'by ');
  return `approval ${textOf(approval)} ${textOf(state)}${held}${person === '' ? '' : `, ${person}`}`;
}

/** Returns a value if it is a string; the line is untrusted, so a member may have any type. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const stepsOf = ({ trail }: AuditRecord): readonly { readonly verdict?: unknown }[] =>
  Array.isArray(trail) ? trail.filter((step) => typeof step === 'object' && step !== null) : [];

const isRewritten = (record: AuditRecord): boolean =>
  stepsOf(record).some(({ verdict }) => verdict === 'rewrite');

function otherFindings(record: AuditRecord): string {
  const others = otherRules(stepsOf(record), record.rule);
  return others.length === 0 ? '' : `; also ${others.join(', ')}`;
}

/** Parses a line of the audit log. */
export const parseEntry = (line: string): AuditRecord => JSON.parse(line) as AuditRecord;
