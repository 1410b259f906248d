// Grants as rules of a policy. A grant is narrower than a rule can say: it is bound to all arguments, a rule to those that
// it names. What cannot be written without growing is left as a comment.

import type { Access, Grant } from '@claw/approvals';

/** A TOML string. */
export const quote = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');

/** `*` and `?` are wildcards in a pattern, and there is no way to write them as themselves. */
const isLiteral = (text: string) => !/[*?]/.test(text);

/** A key as TOML takes it. */
const key = (name: string) => (/^[\w-]+$/.test(name) ? name : quote(name));

/** The text of rules for everything that was granted for always. */
export function grantRules(grants: readonly Grant[]): string {
  const always = grants.filter(({ scope }) => scope === 'always');
  if (always.length === 0) return '# nothing was granted for always';
  return always.map(grantRule).join('\n\n');
}

function grantRule({ id, subject, access, by, createdAt }: Grant): string {
  const about = `# granted by ${quote(by)} on ${new Date(createdAt).toISOString()}, asked by rule ${quote(subject.rule)}`;
  if (access !== undefined) return [about, ...accessRule(id, access)].join('\n');
  const values = Object.entries(JSON.parse(subject.arguments) as object);
  const names = [subject.server, subject.tool ?? '', ...values.map(([, value]) => value)];
  const writable =
    subject.tool !== undefined &&
    names.every((value) => typeof value === 'string' && isLiteral(value)) &&
    values.every(([name]) => !name.includes('.') && isLiteral(name));
  if (!writable)
    return `${about}\n# ${quote(subject.server)}/${quote(subject.tool ?? subject.method)} ${quote(subject.arguments)}\n# cannot be written as a rule without allowing more than was granted`;
  return [
    about,
    '# put it before that rule; other arguments beside these are allowed, too',
    '[[rule]]',
    `name = ${quote(`granted_${id}`)}`,
    'action = "allow"',
    `server = ${quote(subject.server)}`,
    `tool = ${quote(subject.tool ?? '')}`,
    ...values.map(([name, value]) => `args.${key(name)} = ${quote(value as string)}`),
  ].join('\n');
}

/** Paths can be written as rules; a whole address or command cannot: `host` and `command` allow more. */
function accessRule(id: string, { effect, resource }: Access): readonly string[] {
  const writable = !['exec', 'connect'].includes(effect) && resource.every(isLiteral);
  if (!writable)
    return [
      `# ${effect} ${resource.map(quote).join(', ')}`,
      '# cannot be written as a rule without allowing more than was granted',
    ];
  return [
    '[[rule]]',
    `name = ${quote(`granted_${id}`)}`,
    'action = "allow"',
    `effect = ${quote(effect)}`,
    `path = [${resource.map(quote).join(', ')}]`,
  ];
}
