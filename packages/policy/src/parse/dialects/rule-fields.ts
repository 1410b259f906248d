// Converts validated keys to a `Match` for both syntaxes, and reports invalid combinations of keys.

import { isPathPattern, patternProblem } from '../../match/pattern-syntax.js';
import type { Action, ArgumentMatch, Match, Rule } from '../../model.js';
import type { Problem } from '../diagnostics.js';
import type { Fields, NamedRule, OrderedRule } from '../schema/rules.js';

type Key = string | number;

const FIELD_NAMES = [
  'tool',
  'server',
  'client',
  'identity',
  'method',
  'prompt',
  'resource',
  'path',
  'host',
  'command',
  'effect',
] as const;

/** Collects the match fields of a rule. Tables in `args` become dotted names. */
export function toMatch(fields: Fields, path: readonly Key[], problems: Problem[]): Match {
  const match: Record<string, unknown> = {};
  if (fields.any === true) match['any'] = true;
  for (const name of FIELD_NAMES) if (fields[name] !== undefined) match[name] = fields[name];
  if (fields.tool_name !== undefined) match['tool'] = fields.tool_name;
  if (fields.resource_path !== undefined) match['path'] = fields.resource_path;
  if (fields.event_type !== undefined) match['event'] = fields.event_type;
  if (fields.args !== undefined) {
    const args = toArguments(fields.args, [], [...path, 'args'], problems);
    match['args'] = args;
    reportTwice(args, [...path, 'args'], problems);
  }
  for (const [ours, theirs] of [
    ['tool', 'tool_name'],
    ['path', 'resource_path'],
  ] as const)
    if (fields[ours] !== undefined && fields[theirs] !== undefined)
      problems.push({
        code: 'duplicate-field',
        message: `\`${theirs}\` and \`${ours}\` are two names for the same field`,
        help: `keep one of them, with all patterns in an array`,
        path: [...path, theirs],
        atKey: true,
      });
  return match as Match;
}

function toArguments(
  table: Record<string, unknown>,
  name: readonly string[],
  path: readonly Key[],
  problems: Problem[],
): ArgumentMatch[] {
  const entries = Object.entries(table);
  // INVARIANT: every table contains a pattern, because an empty condition would match every call.
  if (entries.length === 0)
    problems.push({
      code: 'empty-condition',
      message: `the table \`${['args', ...name].join('.')}\` is empty`,
      help: 'add an argument with a pattern, as in `args.path = "/etc/**"`, or use `tool = "*"` to match all calls',
      path,
    });
  return entries.flatMap(([key, value]): ArgumentMatch[] => {
    const here = [...path, key];
    const names = [...name, key];
    if (value !== null && typeof value === 'object' && !Array.isArray(value) && !('toISOString' in value))
      return toArguments(value as Record<string, unknown>, names, here, problems);
    const list = Array.isArray(value) ? value : [value];
    const patterns = list.flatMap((pattern, index) => {
      const at = Array.isArray(value) ? [...here, index] : here;
      const text = typeof pattern === 'number' || typeof pattern === 'boolean' ? String(pattern) : pattern;
      if (typeof text !== 'string') {
        problems.push({
          code: 'wrong-type',
          message: `expected a pattern for \`args.${names.join('.')}\``,
          help: 'write `"/etc/**"` or an array of patterns',
          path: at,
        });
        return [];
      }
      const problem = patternProblem(text, isPathPattern(text));
      if (problem !== undefined) problems.push({ ...problem, path: at });
      return [text];
    });
    if (list.length === 0)
      problems.push({
        code: 'wrong-type',
        message: `\`args.${names.join('.')}\` has no pattern`,
        help: 'write `"/etc/**"` or an array of patterns',
        path: here,
      });
    // A quoted name with dots is a path in nested tables, like the unquoted form.
    return [
      {
        name: names.join('.'),
        path: names.flatMap((part) => (part === '**' ? [part] : part.split('.'))),
        patterns,
      },
    ];
  });
}

// Reports an argument with two conditions. `args."a.b"` and `args.a.b` are the same argument. Of several patterns in
// an array one has to match, whereas two conditions would both have to match.
function reportTwice(args: readonly ArgumentMatch[], path: readonly Key[], problems: Problem[]): void {
  const names = args.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    problems.push({
      code: 'duplicate-field',
      message: `\`args.${twice}\` appears twice, with and without quotes`,
      help: 'keep one of them, with all patterns in an array',
      path,
      atKey: true,
    });
}

/** Converts the keys of a rule other than match fields, and reports invalid combinations. */
export function toRule(
  given: OrderedRule | NamedRule,
  name: string,
  match: Match,
  source: readonly Key[],
  problems: Problem[],
): Rule | undefined {
  if (given.action === undefined) {
    problems.push({
      code: 'missing-action',
      message: `rule \`${name}\` has no \`action\``,
      help: 'add an action such as `action = "deny"`; use one of: allow, deny, prompt, log, block',
      path: source,
    });
    return undefined;
  }
  const action: Action = given.action === 'block' ? 'deny' : given.action;
  if (given.rate_limit !== undefined && (action === 'deny' || action === 'prompt'))
    problems.push({
      code: 'rate-limit-on-refusal',
      message: `rule \`${name}\` combines \`rate_limit\` with the action \`${given.action}\``,
      help: 'a rate limit counts allowed calls; use it with `allow` or `log`',
      path: [...source, 'rate_limit'],
      atKey: true,
    });
  if ((given.description ?? '').length > 4096 || (given.message ?? '').length > 4096)
    problems.push({
      code: 'text-too-long',
      message: `the text of rule \`${name}\` is too long`,
      help: 'use at most 4096 characters',
      path: source,
    });
  return {
    name,
    action,
    ...(given.action === 'block' ? { block: true as const } : {}),
    ...(given.description === undefined ? {} : { description: given.description }),
    ...(given.message === undefined ? {} : { message: given.message }),
    enabled: given.enabled ?? true,
    ...(given.expires === undefined ? {} : { expires: given.expires }),
    ...(given.rate_limit === undefined
      ? {}
      : { rateLimit: { max: given.rate_limit.max, windowMs: given.rate_limit.window } }),
    ...('priority' in given && given.priority !== undefined ? { priority: given.priority } : {}),
    match,
    source,
  };
}

/** No rule can have this name, because JavaScript objects do not store this key reliably. */
export const UNIQUE_NAME_HELP =
  'names must be unique, because errors, limits and the audit log refer to rules by name; rename one of the rules';
export const EMPTY_NAME_HELP =
  'errors, limits and the audit log refer to rules by name; give the rule a name';

export const RESERVED_NAME = '__proto__';

export const reservedName = (path: readonly Key[]): Problem => ({
  code: 'reserved-name',
  message: `\`${RESERVED_NAME}\` cannot be used as the name of a rule`,
  help: 'choose another name',
  path,
});

/** Tests for a rule without conditions. Such a rule is an error and does not match every call. */
export function isEmpty(match: Match): boolean {
  return Object.keys(match).length === 0;
}
