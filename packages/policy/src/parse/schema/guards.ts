// The gateway's rules (`[[guard]]`): one shape per `rule_type`, spelt as the gateway's REST API spells them.
import * as z from 'zod';
import { suggest } from '../suggestion.js';
import { count, flag, openTable, patterns, regex, report, text, word } from './value-types.js';

const shared = { tools: patterns('name'), enabled: flag.optional(), name: text.optional() };

const CATALOGUE = [
  'emails',
  'iban',
  'credit_cards',
  'ips',
  'urls',
  'api_keys',
  'pii',
  'high_entropy',
] as const;

const shapes = {
  ip_acl: { action: word('action', ['allow', 'deny'], { block: 'deny' }), cidrs: z.array(text) },
  rate_limit: {
    name: text,
    match_key: word('match key', ['consumer', 'api_key', 'ip']),
    threshold: count,
    timespan: count,
    reset_expire_on_hit: flag.optional(),
    ban_after_n_exceeded: count.optional(),
    ban_timespan: count.optional(),
    dryrun: flag.optional(),
  },
  tool_description_inject: {
    inject_text: text,
    inject_position: word('position', ['append', 'prepend']).optional(),
  },
  response_replace: {
    pattern: regex.optional(),
    replacement: text.optional(),
    dlp_rule_id: word('entry of the catalogue', CATALOGUE).optional(),
  },
  static_cache: { cache_ttl: count, max_entries: count.optional(), shared: flag.optional() },
  mcp_resource: { resource_id: text },
  lambda: {
    phase: word('phase', ['access', 'response']),
    code: text,
    timeout_ms: count.optional(),
    memory_mb: count.optional(),
  },
};

type GuardType = keyof typeof shapes;
/** One `[[guard]]`, validated for its `rule_type`. */
export type Guard = { readonly rule_type: GuardType } & Readonly<Record<string, unknown>>;

const GUARD_TYPES = Object.keys(shapes) as GuardType[];

/** The keys that a guard of this type takes. */
export function guardShape(type: unknown): z.core.$ZodLooseShape | undefined {
  const shape = GUARD_TYPES.find((known) => known === type);
  return shape === undefined ? undefined : { rule_type: text, ...shared, ...shapes[shape] };
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
  if (parsed.success) return parsed.data as Guard;
  for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: value } as never);
  return z.NEVER;
});

export const guards = z.array(guard).default([]);
