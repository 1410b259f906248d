// Which records a question is about.

import { findingNames } from '../format/finding-names.js';
import { neededApproval } from '../format/needed-approval.js';
import type { AuditRecord, RecordKind } from '../format/record.js';
import type { IndexHeader } from '../index-file/index-file.js';
import { searchText } from '../index-file/searched-text.js';

/** What a record must be like; whatever is absent does not matter. `*` stands for any text. */
export interface AuditFilter {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly rule?: string | undefined;
  /** `prompt` also finds what was asked about and has been answered. */
  readonly decision?: string | undefined;
  readonly kind?: string | undefined;
  /** The kind or the detector of a finding. */
  readonly finding?: string | undefined;
  /** Kinds that are not wanted, whatever else fits. */
  readonly exceptKinds?: readonly RecordKind[] | undefined;
  /** Milliseconds since 1970: from this instant on, and before this one. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Text that must stand in the line, in any case; see `searched-text.ts`. */
  readonly grep?: string | undefined;
}

/** The members that a filter compares, in the order in which rows of the index hold them. */
export const comparedMembers = ['server', 'tool', 'rule', 'decision', 'kind'] as const;

/** Whether a text is the wanted one, without regard to what else is in the pattern than `*`. */
function matchesText(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return text === pattern;
  const last = rest.pop() as string;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - last.length;
}

/** For each compared member, for the question and for the findings: which strings of an index are wanted; undefined where all are. */
export function wantedStrings(
  filter: AuditFilter,
  { strings }: IndexHeader,
): readonly (Uint8Array | undefined)[] {
  const ofMembers = comparedMembers.map((name) => {
    const pattern = filter[name];
    const except = name === 'kind' ? (filter.exceptKinds ?? []) : [];
    if (pattern === undefined && except.length === 0) return undefined;
    const isWanted = (text: string) => matchesText(pattern ?? '*', text) && !isAmong(except, text);
    return Uint8Array.from(strings, (text) => Number(isWanted(text)));
  });
  const { finding } = filter;
  if (finding === undefined) return [...ofMembers, undefined, undefined];
  return [...ofMembers, undefined, Uint8Array.from(strings, (text) => Number(hasFinding(finding, text)))];
}

/** Whether any row can be wanted, as far as the strings of its index tell. */
export const canBeWanted = (wanted: ReturnType<typeof wantedStrings>): boolean =>
  wanted.every((flags) => flags === undefined || flags.includes(1));

const hasFinding = (pattern: string, names: string): boolean =>
  names !== '' && names.split(' ').some((name) => matchesText(pattern, name));

const isAmong = (kinds: readonly RecordKind[], text: string): boolean =>
  (kinds as readonly string[]).includes(text);

/** Whether the log can hold anything that is wanted. */
export const mayHold = ({ since = 0, until = Number.POSITIVE_INFINITY }: AuditFilter, header: IndexHeader) =>
  header.rows > 0 && header.latest >= since && header.earliest < until;

/** Whether one record is wanted, for those who have no index at hand. */
export function matchesRecord(filter: AuditFilter, record: AuditRecord, line: string): boolean {
  const { since = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY, grep } = filter;
  const time = Date.parse(record.time);
  if (time < since || time >= until) return false;
  if (isAmong(filter.exceptKinds ?? [], record.kind)) return false;
  if (grep !== undefined && !searchText(grep).matches(line)) return false;
  if (filter.finding !== undefined && !hasFinding(filter.finding, findingNames(record))) return false;
  return comparedMembers.every((name) => {
    const pattern = filter[name];
    if (pattern === undefined || matchesText(pattern, record[name] ?? '')) return true;
    return name === 'decision' && neededApproval(record) && matchesText(pattern, 'prompt');
  });
}
