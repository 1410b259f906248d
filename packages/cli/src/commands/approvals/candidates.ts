// Rules that would have made a question unnecessary: exactly this, this folder or host, this tool; of what runs commands only
// exactly this. Each is shown in full and with the number of recorded calls that it would have matched, so that nobody allows
// more than he thinks.

import { posix } from 'node:path';
import type { Approval } from '@claw/approvals';
import { type AuditRecord, queryAudit } from '@claw/audit';
import { type CompiledPolicy, compilePolicy, parsePolicy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { counted } from '../../counted.js';
import { auditFolder } from '../../places.js';
import { thisMachine } from '../policy/policy-file.js';
import { quote } from './as-policy.js';

interface Candidate {
  readonly name: string;
  readonly rule: readonly string[];
  readonly engine: CompiledPolicy;
}

const days = 30;

/** Up to three rules, as lines to print; none for something that is no tool. */
export async function candidateRules(approval: Approval): Promise<readonly string[]> {
  const candidates = await candidatesFor(approval);
  if (candidates.length === 0) return [];
  const { tool, server } = approval.subject;
  const counts = candidates.map(() => 0);
  const since = Date.now() - days * 24 * 3_600_000;
  // A call that waits has no record yet, and one that has given up waiting has one: so this call is named, and the earlier ones
  // are counted.
  const filter = { server, tool, kind: 'decision', since, until: approval.createdAt };
  for await (const line of queryAudit(auditFolder(process.env), filter)) {
    const { arguments: value, decision } = JSON.parse(line) as AuditRecord;
    // What another rule has refused would be refused again, and what a person has refused is no reason to allow it.
    if (decision === 'deny') continue;
    candidates.forEach(({ engine }, index) => {
      if (allows(engine, approval, value)) counts[index] = (counts[index] ?? 0) + 1;
    });
  }
  return [
    '',
    'To be asked less, put one of these before the rule that asked:',
    ...candidates.flatMap(({ name, rule }, index) => [
      `# ${name}: ${coverage(counts[index] ?? 0)}`,
      ...rule,
      '',
    ]),
  ];
}

const coverage = (earlier: number): string =>
  `this call, and ${earlier === 0 ? 'no earlier one' : counted(earlier, 'earlier one')} of the last ${days} days`;

const allows = (engine: CompiledPolicy, { subject }: Approval, value: unknown): boolean => {
  const { method, tool, server } = subject;
  return engine.evaluate({ method, server, params: { name: tool, arguments: value } }).decision === 'allow';
};

/** Those that would really have let this call pass; a rule that does not is no help. */
async function candidatesFor(approval: Approval): Promise<readonly Candidate[]> {
  const { tool, server, arguments: text } = approval.subject;
  // In a rule these would be wildcards, and name more than this.
  if (tool === undefined || approval.access !== undefined || /[*?]/.test(tool + server)) return [];
  const shell = await loadShell();
  const made = fieldsFor(approval, await placeOf(approval)).map(
    async ({ name, fields }): Promise<Candidate[]> => {
      const rule = [
        '[[rule]]',
        'action = "allow"',
        `server = ${quote(server)}`,
        `tool = ${quote(tool)}`,
        ...fields,
      ];
      const parsed = await parsePolicy(`default = "deny"\n${rule.join('\n')}\n`, name);
      if (!parsed.ok) return [];
      const engine = compilePolicy(parsed.policy, { environment: thisMachine(), shell });
      return allows(engine, approval, JSON.parse(text)) ? [{ name, rule, engine }] : [];
    },
  );
  return (await Promise.all(made)).flat();
}

interface Fields {
  readonly name: string;
  readonly fields: readonly string[];
}

interface Place {
  readonly field: string;
  readonly value: string;
}

/** The path or host that the rule asked about; of a rule that names neither, the path that the call is about. */
async function placeOf({ subject, question }: Approval): Promise<Place | undefined> {
  const hit = question.matched.find(({ field }) => field === 'path' || field === 'host');
  if (hit !== undefined) return isOnePlace(hit) ? hit : undefined;
  const parsed = await parsePolicy('default = "deny"');
  if (!parsed.ok) return undefined;
  const { facts } = compilePolicy(parsed.policy, { environment: thisMachine() });
  const params = { name: subject.tool, arguments: JSON.parse(subject.arguments) };
  const { paths } = facts({ method: subject.method, server: subject.server, params });
  const path = paths.find(({ source, guessed }) => source === 'arguments' && guessed !== true);
  const place = path && { field: 'path', value: path.text };
  return place && isOnePlace(place) ? place : undefined;
}

/** In a rule a relative path would be a pattern for that folder anywhere, and stars would be wildcards. */
const isOnePlace = ({ field, value }: Place): boolean =>
  !/[*?]/.test(value) && (field === 'host' || /^(?:~?\/|[A-Za-z]:[\\/])/.test(value));

function fieldsFor({ subject, question }: Approval, place: Place | undefined): readonly Fields[] {
  const exact = exactFields(subject.arguments);
  // What runs commands or code does whatever they say: any wider rule would be a yes to everything, also one for a folder or a
  // host, which every other command may name as well.
  if (question.effects.includes('exec'))
    return exact === undefined ? [] : [{ name: 'exactly this', fields: exact }];
  return [
    ...(exact === undefined ? [] : [{ name: 'exactly this', fields: exact }]),
    ...(place === undefined ? [] : [placeFields(place)]),
    { name: 'this tool, whatever it is given', fields: [] },
  ];
}

function placeFields({ field, value }: Place): Fields {
  if (field === 'host') return { name: 'this host', fields: [`host = ${quote(value)}`] };
  const folder = posix.dirname(value);
  return { name: 'this folder', fields: [`path = ${quote(`${folder === '/' ? '' : folder}/**`)}`] };
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
