// Rules that would have made a question unnecessary: exactly this, this folder or host, this tool. Each is shown in full
// and with the number of recorded calls that it would have matched, so that nobody allows more than he thinks.

import { posix } from 'node:path';
import type { Approval } from '@claw/approvals';
import { queryAudit } from '@claw/audit';
import { auditFolder } from '../../places.js';
import { quote } from './as-policy.js';

interface Candidate {
  readonly name: string;
  readonly fields: readonly string[];
  matches(strings: readonly string[], text: string): boolean;
}

const days = 30;

/** Up to three rules, as lines to print; none for something that is no tool. */
export async function candidateRules(approval: Approval): Promise<readonly string[]> {
  const { tool, server } = approval.subject;
  if (tool === undefined) return [];
  const candidates = candidatesFor(approval);
  const counts = candidates.map(() => 0);
  const since = Date.now() - days * 24 * 3_600_000;
  for await (const line of queryAudit(auditFolder(process.env), { server, tool, kind: 'decision', since })) {
    const { arguments: value } = JSON.parse(line) as { arguments?: unknown };
    const strings = stringsOf(value);
    candidates.forEach((candidate, index) => {
      if (candidate.matches(strings, canonical(value))) counts[index] = (counts[index] ?? 0) + 1;
    });
  }
  return [
    '',
    'To be asked less, put one of these before the rule that asked:',
    ...candidates.flatMap(({ name, fields }, index) => [
      `# ${name}: ${counts[index]} calls of the last ${days} days`,
      '[[rule]]',
      'action = "allow"',
      `server = ${quote(server)}`,
      `tool = ${quote(tool)}`,
      ...fields,
      '',
    ]),
  ];
}

function candidatesFor({ subject, question }: Approval): readonly Candidate[] {
  const hit = question.matched.find(({ field }) => field === 'path' || field === 'host');
  const place = hit === undefined ? [] : [placeCandidate(hit.field, hit.value)];
  const exact = exactFields(subject.arguments);
  const exactly: Candidate[] =
    exact === undefined
      ? []
      : [{ name: 'exactly this', fields: exact, matches: (_strings, text) => text === subject.arguments }];
  return [...exactly, ...place, { name: 'this tool, whatever it is given', fields: [], matches: () => true }];
}

function placeCandidate(field: string, value: string): Candidate {
  if (field === 'host')
    return {
      name: 'this host',
      fields: [`host = ${quote(value)}`],
      matches: (strings) => strings.some((text) => text.includes(value)),
    };
  const folder = posix.dirname(value);
  return {
    name: 'this folder',
    fields: [`path = ${quote(`${folder === '/' ? '' : folder}/**`)}`],
    matches: (strings) => strings.some((text) => text.startsWith(`${folder}/`)),
  };
}

/** The arguments as fields of a rule, when they are all plain texts. */
function exactFields(text: string): readonly string[] | undefined {
  const members = Object.entries(JSON.parse(text) as object);
  const plain = members.every(
    ([name, value]) => /^[\w-]+$/.test(name) && typeof value === 'string' && !/[*?]/.test(value),
  );
  return plain && members.length > 0
    ? members.map(([name, value]) => `args.${name} = ${quote(value as string)}`)
    : undefined;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

/** Members in order, as the question has them. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  ) ?? '';
