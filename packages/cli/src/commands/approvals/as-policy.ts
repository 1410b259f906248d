// Prints standing approvals (grants) as policy rules. A grant is bound to all arguments, a rule only to those that it names. A
// grant that a rule would widen is printed as a comment.

import type { Access, Grant } from '@claw/approvals';

/** A TOML string. */
export const quote = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

/** `*` and `?` are wildcards in a pattern and cannot be escaped. */
const isLiteral = (text: string) => !/[*?]/.test(text);

/** A TOML key. */
const key = (name: string) => (/^[\w-]+$/.test(name) ? name : quote(name));

/** Rules for all approvals with the scope `always`. */
export function grantRules(grants: readonly Grant[]): string {
  const always = grants.filter(({ scope }) => scope === 'always');
  if (always.length === 0) return '# no approvals with the scope "always"';
  return always.map(grantRule).join('\n\n');
}

function grantRule({ id, subject, access, by, createdAt }: Grant): string {
  const about = `# approved by ${quote(by)} on ${new Date(createdAt).toISOString()}, required by rule ${quote(subject.rule)}`;
  if (access !== undefined) return [about, ...accessRule(id, access)].join('\n');
  const values = Object.entries(JSON.parse(subject.arguments) as object);
  const names = [subject.server, subject.tool ?? '', ...values.map(([, value]) => value)];
  const writable =
    subject.tool !== undefined &&
    names.every((value) => typeof value === 'string' && isLiteral(value)) &&
    values.every(([name]) => !name.includes('.') && isLiteral(name));
  if (!writable)
    return `${about}\n# ${quote(subject.server)}/${quote(subject.tool ?? subject.method)} ${quote(subject.arguments)}\n# no rule allows exactly this`;
  return [
    about,
    '# put it before that rule; it also allows additional arguments',
    '[[rule]]',
    `name = ${quote(`granted_${id}`)}`,
    'action = "allow"',
    `server = ${quote(subject.server)}`,
    `tool = ${quote(subject.tool ?? '')}`,
    ...values.map(([name, value]) => `args.${key(name)} = ${quote(value as string)}`),
  ].join('\n');
}

/** Paths can be written as rules; a URL or a command cannot, since `host` and `command` match more. */
function accessRule(id: string, { effect, resource }: Access): readonly string[] {
  const writable = !['exec', 'connect'].includes(effect) && resource.every(isLiteral);
  if (!writable) return [`# ${effect} ${resource.map(quote).join(', ')}`, '# no rule allows exactly this'];
  return [
    '[[rule]]',
    `name = ${quote(`granted_${id}`)}`,
    'action = "allow"',
    `effect = ${quote(effect)}`,
    `path = [${resource.map(quote).join(', ')}]`,
  ];
}
