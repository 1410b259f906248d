// A record as one line for people, or as a few where it is too long for their terminal. Everything in it came from strangers.

import type { AuditRecord } from '@claw/audit';
import type { Colour } from '../../colour.js';
import { cutText } from '../../fold-text.js';
import { otherRules } from '../../other-rules.js';
import type { Fold } from '../../output.js';
import { printable } from '../../printable.js';

/** As long as the longest, `session_start`: everything behind it stands below each other. */
const kindWidth = 13;
/** Longer arguments are for `--json`. */
const longestArguments = 120;

export function showRecord(record: AuditRecord, { colour, fold }: { colour: Colour; fold: Fold }): string {
  const { time, kind, server, decision = '', tool, method, rule, reason } = record;
  const about = [server, tool ?? method].filter((name) => name !== undefined && name !== '').join('/');
  const word = decision === 'deny' ? colour.bold(decision.padEnd(6)) : decision.padEnd(6);
  const said = `${because(rule, kind === 'approval' ? answerOf(record) : reason)}${alsoNoticed(record)}`;
  const why = `${record['observed'] === true ? '(only observed) ' : ''}${isRewritten(record) ? '(redacted) ' : ''}${said}`;
  const rest = record.arguments === undefined ? '' : shorten(JSON.stringify(record.arguments));
  const when = [colour.dim(printable(time)), printable(kind).padEnd(kindWidth), word];
  const head = [...when, printable(about)].filter((part) => part !== '').join('  ');
  const tail = [why, rest].filter((part) => part !== '').map(printable);
  const { width } = fold;
  const plain = [time, kind.padEnd(kindWidth), decision.padEnd(6), about, ...tail].join('  ');
  if (width === undefined || plain.length <= width) return [head, ...tail].join('  ');
  // What was sent has no words to break between; all of it is for `--json`.
  const below = [why === '' ? '' : fold(`    ${printable(why)}`), cutText(`    ${printable(rest)}`, width)];
  return [head, ...below.filter((line) => line.trim() !== '')].join('\n');
}

/** The reasons of rules begin with the rule's name; the others need it in front. */
export const because = (rule: string | undefined, reason: string | undefined): string =>
  reason?.startsWith(`rule \`${rule}\``)
    ? reason
    : [rule, reason].filter((part) => part !== undefined).join(': ');

/** What became of a question, for how long, and by whom. */
function answerOf({ approval, state, scope, by }: AuditRecord): string {
  const held = textOf(scope) === '' ? '' : ` (${textOf(scope)})`;
  const person = textOf(by).replace(/^(?!revoked by |$)/, 'by ');
  return `question ${textOf(approval)} ${textOf(state)}${held}${person === '' ? '' : `, ${person}`}`;
}

/** A line that somebody else has written may hold anything in the place of a text. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const stepsOf = ({ trail }: AuditRecord): readonly { readonly verdict?: unknown }[] =>
  Array.isArray(trail) ? trail.filter((step) => typeof step === 'object' && step !== null) : [];

const isRewritten = (record: AuditRecord): boolean =>
  stepsOf(record).some(({ verdict }) => verdict === 'rewrite');

function alsoNoticed(record: AuditRecord): string {
  const others = otherRules(stepsOf(record), record.rule);
  return others.length === 0 ? '' : `; also ${others.join(', ')}`;
}

const shorten = (text: string): string =>
  text.length <= longestArguments ? text : `${text.slice(0, longestArguments)}…`;

/** A line of the log as a record. */
export const toRecord = (line: string): AuditRecord => JSON.parse(line) as AuditRecord;
