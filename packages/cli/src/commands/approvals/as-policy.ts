// Prints standing approvals (grants) as policy rules. A grant applies to calls with exactly its arguments, a rule to
// all calls with the arguments that it names. If a rule would allow more than the grant, the grant is printed as a
// comment.

import type { Access, Grant } from '@claw/approvals';
import { quoteToml } from '../../config-formats/toml-string.js';

/** True if a text has no wildcards: `*` and `?` cannot be escaped in a pattern. */
const isLiteral = (text: string) => !/[*?]/.test(text);

/** Quotes a TOML key if necessary. */
const key = (name: string) => (/^[\w-]+$/.test(name) ? name : quoteToml(name));

/** Formats all approvals with the scope `always` as rules. */
export function grantRules(grants: readonly Grant[]): string {
  const always = grants.filter(({ scope }) => scope === 'always');
  if (always.length === 0) return '# no approvals with the scope "always"';
  return always.map(grantRule).join('\n\n');
}

function grantRule({ id, subject, access, by, createdAt }: Grant): string {
  const about = `# approved by ${quoteToml(by)} on ${new Date(createdAt).toISOString()}, required by rule ${quoteToml(subject.rule)}`;
  if (access !== undefined) return [about, ...accessRule(id, access)].join('\n');
  const values = Object.entries(JSON.parse(subject.arguments) as object);
  const names = [subject.server, subject.tool ?? '', ...values.map(([, value]) => value)];
  const writable =
    subject.tool !== undefined &&
    names.every((value) => typeof value === 'string' && isLiteral(value)) &&
    values.every(([name]) => !name.includes('.') && isLiteral(name));
  if (!writable)
    return `${about}\n# ${quoteToml(subject.server)}/${quoteToml(subject.tool ?? subject.method)} ${quoteToml(subject.arguments)}\n# no rule allows exactly this`;
  return [
    about,
    '# put it before that rule; it also allows additional arguments',
    '[[rule]]',
    `name = ${quoteToml(`granted_${id}`)}`,
    'action = "allow"',
    `server = ${quoteToml(subject.server)}`,
    `tool = ${quoteToml(subject.tool ?? '')}`,
    ...values.map(([name, value]) => `args.${key(name)} = ${quoteToml(value as string)}`),
  ].join('\n');
}

/** Formats a path as a rule. A URL or a command has no rule, because `host` and `command` would match more. */
function accessRule(id: string, { effect, resource }: Access): readonly string[] {
  const writable = !['exec', 'connect'].includes(effect) && resource.every(isLiteral);
  if (!writable)
    return [`# ${effect} ${resource.map(quoteToml).join(', ')}`, '# no rule allows exactly this'];
  return [
    '[[rule]]',
    `name = ${quoteToml(`granted_${id}`)}`,
    'action = "allow"',
    `effect = ${quoteToml(effect)}`,
    `path = [${resource.map(quoteToml).join(', ')}]`,
  ];
}
