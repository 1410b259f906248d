// Determines the fields of rules that match an approved call: its exact arguments, its folder or host, or only its
// tool.

import { posix } from 'node:path';
import type { Approval } from '@claw/approvals';
import { compilePolicy, parsePolicy } from '@claw/policy';
import { quoteToml } from '../../config-formats/toml-string.js';
import { thisMachine } from '../../firewall/this-machine.js';

interface Fields {
  readonly name: string;
  readonly fields: readonly string[];
}

interface Resource {
  readonly field: string;
  readonly value: string;
}

/** Returns the path or host that the rule matched; otherwise the path in the arguments of the call. */
export async function resourceOf({ subject, question }: Approval): Promise<Resource | undefined> {
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

/**
 * True for a path that can be used in a rule. A relative path would match in any folder, and `*` would be a wildcard.
 */
const isLiteralResource = ({ field, value }: Resource): boolean =>
  !/[*?]/.test(value) && (field === 'host' || /^(?:~?\/|[A-Za-z]:[\\/])/.test(value));

export function fieldsFor(
  { subject, question }: Approval,
  resource: Resource | undefined,
): readonly Fields[] {
  const exact = exactFields(subject.arguments);
  // A tool that runs commands can do anything. A rule for a folder or host would allow every command that mentions it.
  if (question.effects.includes('exec'))
    return exact === undefined ? [] : [{ name: 'this exact call', fields: exact }];
  return [
    ...(exact === undefined ? [] : [{ name: 'this exact call', fields: exact }]),
    ...(resource === undefined ? [] : [resourceFields(resource)]),
    { name: 'this tool with any arguments', fields: [] },
  ];
}

function resourceFields({ field, value }: Resource): Fields {
  if (field === 'host') return { name: 'this host', fields: [`host = ${quoteToml(value)}`] };
  const folder = posix.dirname(value);
  return { name: 'this folder', fields: [`path = ${quoteToml(`${folder === '/' ? '' : folder}/**`)}`] };
}

/** Returns the arguments as fields of a rule if all of them are plain strings. */
function exactFields(text: string): readonly string[] | undefined {
  const members = Object.entries(JSON.parse(text) as object);
  const plain = members.every(
    ([name, value]) => /^[\w-]+$/.test(name) && typeof value === 'string' && !/[*?]/.test(value),
  );
  return plain && members.length > 0
    ? members.map(([name, value]) => `args.${name} = ${quoteToml(value as string)}`)
    : undefined;
}
