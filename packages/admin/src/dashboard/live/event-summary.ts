// Selects the part of an audit record that a list of events shows. The rest is fetched when the user opens the event.

import type { AuditRecord } from '@claw/audit';
import type { EventSummary } from '@claw/dashboard/types';
import { findTarget } from './find-target.js';

const maxText = 300;

const textMembers = [
  'client',
  'direction',
  'method',
  'tool',
  'decision',
  'rule',
  'reason',
  'state',
  'by',
] as const;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, maxText) : undefined;

/** Returns the objects in a list, or an empty list for any other value. */
export const membersOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];

/** Creates the summary of a record. Log lines are untrusted, so the type of each member is checked. */
export function summarize(record: AuditRecord): EventSummary {
  const { session, seq, time, kind } = record;
  const summary: { -readonly [Name in keyof EventSummary]: EventSummary[Name] } = {
    session,
    seq,
    time,
    kind,
    server: record.server.slice(0, maxText),
  };
  for (const name of textMembers) {
    const text = textOf(record[name]);
    if (text !== undefined) summary[name] = text;
  }
  const target = findTarget(record.arguments);
  if (target !== undefined) summary.target = target;
  const findings = membersOf(record.findings).flatMap(({ kind, detector }) =>
    [kind, detector].flatMap((name) => textOf(name) ?? []),
  );
  if (findings.length > 0) summary.findings = [...new Set(findings)];
  const marks = marksOf(record);
  if (marks.length > 0) summary.marks = marks;
  if (typeof record.decide_us === 'number') summary.decide_us = record.decide_us;
  return summary;
}

/** Returns true for a response without findings: in a list, it would show nothing that its call does not show. */
export const isPlainReply = ({ kind, rule, findings }: AuditRecord): boolean =>
  kind === 'reply' && rule === 'default' && membersOf(findings).length === 0;

function marksOf({ trail, observed }: AuditRecord): readonly string[] {
  const verdicts = membersOf(trail).map(({ verdict }) => verdict);
  return [
    ...(verdicts.includes('rewrite') ? ['redacted'] : []),
    ...(verdicts.includes('ask') ? ['approval'] : []),
    ...(observed === true ? ['observed'] : []),
  ];
}
