// Suggests rules that would have allowed an approved call: for exactly this call, for its folder or host, or for the
// whole tool. For tools that run commands, only the first is suggested. Each rule is shown with the number of logged
// calls that it would have matched, so that the user sees how much it allows.

import type { Approval } from '@claw/approvals';
import { type AuditRecord, queryAudit } from '@claw/audit';
import { type CompiledPolicy, compilePolicy, parsePolicy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { quoteToml } from '../../config-formats/toml-string.js';
import { auditFolder } from '../../files/paths.js';
import { thisMachine } from '../../firewall/this-machine.js';
import { pluralize } from '../../terminal/pluralize.js';
import { fieldsFor, resourceOf } from './rule-fields.js';

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
  /** The number of logged calls that the rule matches. */
  readonly calls: number;
  readonly days: number;
}

/** Returns up to three rules as lines to print, or the section of the check that no rule overrides. */
export async function suggestRules(approval: Approval): Promise<readonly string[]> {
  const { rule: required } = approval.subject;
  const section = await sectionOf(required);
  if (section !== undefined)
    return ['', `To change which calls require this approval, edit \`[${section}]\` in the policy.`];
  const found = await findSuggestedRules(approval);
  if (found.length === 0) return [];
  const place = required === 'default' ? 'in the policy' : `before the rule \`${required}\` in the policy`;
  return [
    '',
    `To allow such calls without approval, put one of these rules ${place}:`,
    ...found.flatMap(({ name, rule, calls }) => [`# ${name}: ${coverage(calls)}`, rule, '']),
  ];
}

/** Returns the rules with the number of logged calls that each rule matches. */
export async function findSuggestedRules(approval: Approval): Promise<readonly SuggestedRule[]> {
  const candidates = await candidatesFor(approval);
  if (candidates.length === 0) return [];
  const { tool, server } = approval.subject;
  const counts = candidates.map(() => 0);
  const since = Date.now() - days * 24 * 3_600_000;
  // A pending call may or may not be in the audit log, so only earlier calls are counted.
  const filter = { server, tool, kind: 'decision', since, until: approval.createdAt };
  for await (const line of queryAudit(auditFolder(process.env), filter)) {
    const { arguments: value, decision } = JSON.parse(line) as AuditRecord;
    // Denied calls are not counted, because they are not a reason to allow more.
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
  `matches this call and ${earlier === 0 ? 'no earlier call' : pluralize(earlier, 'earlier call')} from the last ${days} days`;

const allows = (engine: CompiledPolicy, { subject }: Approval, value: unknown): boolean => {
  const { method, tool, server } = subject;
  return engine.evaluate({ method, server, params: { name: tool, arguments: value } }).action === 'allow';
};

/** Returns the section of a policy that configures a check, such as `egress`. Rules do not override checks. */
async function sectionOf(required: string): Promise<string | undefined> {
  const parsed = await parsePolicy('default = "deny"');
  const [section = ''] = required.split('.', 1);
  return parsed.ok && Object.hasOwn(parsed.policy.settings, section) ? section : undefined;
}

/** Returns the rules that would have allowed this call, before the logged calls are counted. */
async function candidatesFor(approval: Approval): Promise<readonly Candidate[]> {
  const { tool, server, arguments: text } = approval.subject;
  // In a rule, `*` and `?` would be wildcards and match more names.
  if (tool === undefined || approval.access !== undefined || /[*?]/.test(tool + server)) return [];
  if ((await sectionOf(approval.subject.rule)) !== undefined) return [];
  const shell = await loadShell();
  const made = fieldsFor(approval, await resourceOf(approval)).map(
    async ({ name, fields }): Promise<Candidate[]> => {
      const rule = [
        '[[rule]]',
        'action = "allow"',
        `server = ${quoteToml(server)}`,
        `tool = ${quoteToml(tool)}`,
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
