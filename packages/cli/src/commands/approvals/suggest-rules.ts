// Suggests rules that would have allowed an approved call: this exact call, its folder or host, the whole tool; for tools that run
// commands only the exact call. Each is shown with the number of logged calls that it would have matched, so that the user sees how
// much it allows.

import { posix } from 'node:path';
import type { Approval } from '@claw/approvals';
import { type AuditRecord, queryAudit } from '@claw/audit';
import { type CompiledPolicy, compilePolicy, parsePolicy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { auditFolder } from '../../files/paths.js';
import { pluralize } from '../../terminal/pluralize.js';
import { thisMachine } from '../policy/policy-file.js';
import { quote } from './as-policy.js';

interface Candidate {
  readonly name: string;
  readonly rule: readonly string[];
  readonly engine: CompiledPolicy;
}

const days = 30;

/** A rule that would have allowed an approved call. */
export interface SuggestedRule {
  readonly name: string;
  /** The text of the rule. */
  readonly rule: string;
  /** Recorded calls that it matches. */
  readonly calls: number;
  readonly days: number;
}

/** Up to three rules as lines to print; none for requests other than tool calls. */
export async function suggestRules(approval: Approval): Promise<readonly string[]> {
  const found = await findSuggestedRules(approval);
  if (found.length === 0) return [];
  return [
    '',
    'To allow such calls without approval, put one of these rules before the rule that required it:',
    ...found.flatMap(({ name, rule, calls }) => [`# ${name}: ${coverage(calls)}`, rule, '']),
  ];
}

/** The rules with the number of recorded calls that each matches. */
export async function findSuggestedRules(approval: Approval): Promise<readonly SuggestedRule[]> {
  const candidates = await candidatesFor(approval);
  if (candidates.length === 0) return [];
  const { tool, server } = approval.subject;
  const counts = candidates.map(() => 0);
  const since = Date.now() - days * 24 * 3_600_000;
  // A pending call may have an audit entry or not, so only earlier calls are counted.
  const filter = { server, tool, kind: 'decision', since, until: approval.createdAt };
  for await (const line of queryAudit(auditFolder(process.env), filter)) {
    const { arguments: value, decision } = JSON.parse(line) as AuditRecord;
    // Denied calls are no reason to allow more.
    if (decision === 'deny') continue;
    candidates.forEach(({ engine }, index) => {
      if (allows(engine, approval, value)) counts[index] = (counts[index] ?? 0) + 1;
    });
  }
  return candidates.map(({ name, rule }, index) => ({
    name,
    rule: rule.join('\n'),
    calls: counts[index] ?? 0,
    days,
  }));
}

const coverage = (earlier: number): string =>
  `matches this call and ${earlier === 0 ? 'no earlier call' : pluralize(earlier, 'earlier call')} of the last ${days} days`;

const allows = (engine: CompiledPolicy, { subject }: Approval, value: unknown): boolean => {
  const { method, tool, server } = subject;
  return engine.evaluate({ method, server, params: { name: tool, arguments: value } }).decision === 'allow';
};

/** The candidates that would have allowed this call. */
async function candidatesFor(approval: Approval): Promise<readonly Candidate[]> {
  const { tool, server, arguments: text } = approval.subject;
  // In a rule these would be wildcards and match more.
  if (tool === undefined || approval.access !== undefined || /[*?]/.test(tool + server)) return [];
  const shell = await loadShell();
  const made = fieldsFor(approval, await resourceOf(approval)).map(
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

interface Resource {
  readonly field: string;
  readonly value: string;
}

/** The path or host that the rule matched; otherwise the path in the arguments of the call. */
async function resourceOf({ subject, question }: Approval): Promise<Resource | undefined> {
  const hit = question.matched.find(({ field }) => field === 'path' || field === 'host');
  if (hit !== undefined) return isLiteralResource(hit) ? hit : undefined;
  const parsed = await parsePolicy('default = "deny"');
  if (!parsed.ok) return undefined;
  const { facts } = compilePolicy(parsed.policy, { environment: thisMachine() });
  const params = { name: subject.tool, arguments: JSON.parse(subject.arguments) };
  const { paths } = facts({ method: subject.method, server: subject.server, params });
  const path = paths.find(({ source, guessed }) => source === 'arguments' && guessed !== true);
  const resource = path && { field: 'path', value: path.text };
  return resource && isLiteralResource(resource) ? resource : undefined;
}

/** In a rule a relative path would match in any folder, and stars would be wildcards. */
const isLiteralResource = ({ field, value }: Resource): boolean =>
  !/[*?]/.test(value) && (field === 'host' || /^(?:~?\/|[A-Za-z]:[\\/])/.test(value));

function fieldsFor({ subject, question }: Approval, resource: Resource | undefined): readonly Fields[] {
  const exact = exactFields(subject.arguments);
  // A tool that runs commands can do anything: a rule for its folder or host would allow every command that mentions them.
  if (question.effects.includes('exec'))
    return exact === undefined ? [] : [{ name: 'this exact call', fields: exact }];
  return [
    ...(exact === undefined ? [] : [{ name: 'this exact call', fields: exact }]),
    ...(resource === undefined ? [] : [resourceFields(resource)]),
    { name: 'this tool with any arguments', fields: [] },
  ];
}

function resourceFields({ field, value }: Resource): Fields {
  if (field === 'host') return { name: 'this host', fields: [`host = ${quote(value)}`] };
  const folder = posix.dirname(value);
  return { name: 'this folder', fields: [`path = ${quote(`${folder === '/' ? '' : folder}/**`)}`] };
}

/** The arguments as fields of a rule, if all are plain strings. */
function exactFields(text: string): readonly string[] | undefined {
  const members = Object.entries(JSON.parse(text) as object);
  const plain = members.every(
    ([name, value]) => /^[\w-]+$/.test(name) && typeof value === 'string' && !/[*?]/.test(value),
  );
  return plain && members.length > 0
    ? members.map(([name, value]) => `args.${name} = ${quote(value as string)}`)
    : undefined;
}
