// Defines the schema of guard rules (`[[guard]]`): selects the shape for the `rule_type`, and checks combinations
// of keys.
import * as z from 'zod';
import { suggest } from '../suggestion.js';
import { GUARD_TYPES, type GuardType, guardShape } from './guard-shapes.js';
import { openTable, report } from './value-types.js';

/** A `[[guard]]` table that was validated for its `rule_type`. */
export type Guard = { readonly rule_type: GuardType } & Readonly<Record<string, unknown>>;

interface GuardProblem {
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

/** Checks that involve several keys of a guard. */
const whole: Partial<Record<GuardType, (guard: Guard) => GuardProblem | undefined>> = {
  response_replace: ({ pattern, dlp_rule_id: entry }) =>
    pattern === undefined && entry === undefined
      ? {
          code: 'empty-condition',
          message: 'the guard has no text to replace',
          help: 'set `pattern` or `dlp_rule_id`',
        }
      : undefined,
  mcp_resource: resourceProblem,
};

function resourceProblem({ resource_id: id, ...given }: Guard): GuardProblem | undefined {
  const sources = [id, given['content'], given['file']].filter((source) => source !== undefined);
  const help = 'write `resource_id`, or `uri` with `content` or `file`';
  if (sources.length !== 1) {
    const message =
      sources.length === 0 ? 'the guard has no content to serve' : 'the guard has more than one content';
    return { code: 'resource-content', message, help };
  }
  if (id !== undefined && (given['uri'] ?? given['mimeType']) !== undefined)
    return {
      code: 'resource-content',
      message: '`uri` and `mimeType` belong to the stored resource',
      help: 'remove them if `resource_id` is set',
    };
  if (id === undefined && !URL.canParse(String(given['uri'])))
    return {
      code: 'bad-uri',
      message: '`uri` must be an absolute URI',
      help: 'write `uri = "docs://guide"`',
    };
  return undefined;
}

const guard = openTable('it as `[[guard]]` with keys below').transform((value, context): Guard => {
  const type = value['rule_type'];
  const shape = guardShape(type);
  if (shape === undefined) {
    const shown =
      type === undefined ? 'the guard has no `rule_type`' : `unknown rule type \`${String(type)}\``;
    const help = suggest(String(type), GUARD_TYPES);
    report(
      context,
      { code: 'unknown-rule-type', message: shown, help },
      type === undefined ? [] : ['rule_type'],
    );
    return z.NEVER;
  }
  const parsed = z.strictObject(shape).safeParse(value);
  if (parsed.success) {
    const valid = parsed.data as Guard;
    const problem = whole[valid.rule_type]?.(valid);
    if (problem === undefined) return valid;
    report(context, problem);
    return z.NEVER;
  }
  for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: value } as never);
  return z.NEVER;
});

export const guards = z.array(guard).default([]);

/** The rules of one proxy, under the name that errors contain. */
export const guardList = z.strictObject({ rules: guards });
