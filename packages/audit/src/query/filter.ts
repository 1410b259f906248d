// Selects the records that match a query.

import { findingNames } from '../format/finding-names.js';
import { neededApproval } from '../format/needed-approval.js';
import { otherRuleNames } from '../format/other-rule-names.js';
import type { AuditRecord, RecordKind } from '../format/record.js';
import type { IndexHeader } from '../index-file/index-file.js';
import { searchText } from '../index-file/searched-text.js';

/** The conditions on a record; undefined conditions are ignored. `*` matches any text. */
export interface AuditFilter {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  /** Any rule in the record, not only the one that decided. */
  readonly rule?: string | undefined;
  /** `prompt` also matches calls whose approval is no longer pending. */
  readonly decision?: string | undefined;
  readonly kind?: string | undefined;
  /** The kind of a finding, or its detector. */
  readonly finding?: string | undefined;
  /** The kinds that are excluded. */
  readonly exceptKinds?: readonly RecordKind[] | undefined;
  /** In milliseconds since 1970: `since` is inclusive, `until` is exclusive. */
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  /** Text that the line must contain, ignoring case; see `searched-text.ts`. */
  readonly grep?: string | undefined;
}

/** The members that a filter compares, in the order of the index rows. */
export const comparedMembers = ['server', 'tool', 'rule', 'decision', 'kind'] as const;

/** Matches a text against a pattern, in which only `*` is special. */
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

/**
 * Returns the matching strings of an index for each compared member, for `prompt` and for findings; undefined if all
 * strings match.
 */
export function wantedStrings(
  filter: AuditFilter,
  { strings }: IndexHeader,
): readonly (Uint8Array | undefined)[] {
  const ofMembers = comparedMembers.map((name) => {
    const pattern = filter[name];
    const except = name === 'kind' ? (filter.exceptKinds ?? []) : [];
    if (pattern === undefined && except.length === 0) return undefined;
    const matches = (text: string) => matchesText(pattern ?? '*', text) && !isAmong(except, text);
    const isWanted = (text: string) => (name === 'rule' ? text.split('\n').some(matches) : matches(text));
    return Uint8Array.from(strings, (text) => Number(isWanted(text)));
  });
  const { finding } = filter;
  if (finding === undefined) return [...ofMembers, undefined, undefined];
  return [...ofMembers, undefined, Uint8Array.from(strings, (text) => Number(hasFinding(finding, text)))];
}

/** Returns true if any row of an index can match. */
export const canBeWanted = (wanted: ReturnType<typeof wantedStrings>): boolean =>
  wanted.every((flags) => flags === undefined || flags.includes(1));

const hasFinding = (pattern: string, names: string): boolean =>
  names !== '' && names.split(' ').some((name) => matchesText(pattern, name));

const isAmongRules = (pattern: string, names: string): boolean =>
  names !== '' && names.split('\n').some((name) => matchesText(pattern, name));

const isAmong = (kinds: readonly RecordKind[], text: string): boolean =>
  (kinds as readonly string[]).includes(text);

/** Returns true if the log can contain a matching record. */
export const mayHold = ({ since = 0, until = Number.POSITIVE_INFINITY }: AuditFilter, header: IndexHeader) =>
  header.rows > 0 && header.latest >= since && header.earliest < until;

/** Checks one record without an index. */
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
    if (name === 'rule') return isAmongRules(pattern, otherRuleNames(record));
    return name === 'decision' && neededApproval(record) && matchesText(pattern, 'prompt');
  });
}
