// The schema of gateway rules (`[[guard]]`): one shape for each `rule_type`, with the spelling of the gateway's
// REST API.
import * as z from 'zod';
import { parseRange } from '../../match/address-range.js';
import { suggest } from '../suggestion.js';
import { count, flag, openTable, patterns, regex, report, text, upTo, word } from './value-types.js';

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

/** Addresses and ranges. An empty list would allow or deny all clients. */
const cidrs = z.array(text).superRefine((ranges, context) => {
  const help = 'write addresses and ranges such as `"192.0.2.7"`, `"10.0.0.0/8"` or `"2001:db8::/32"`';
  if (ranges.length === 0)
    report(context, { code: 'no-addresses', message: '`cidrs` contains no address', help });
  for (const [index, range] of ranges.entries())
    if (parseRange(range) === undefined)
      report(
        context,
        { code: 'bad-address', message: `\`${range}\` is not an IP address or a CIDR range`, help },
        [index],
      );
});

const YEAR = 365 * 24 * 60 * 60;

const shapes = {
  ip_acl: { action: word('action', ['allow', 'deny'], { block: 'deny' }), cidrs },
  rate_limit: {
    name: text,
    match_key: word('match key', ['consumer', 'api_key', 'ip']),
    threshold: count,
    timespan: upTo(YEAR),
    reset_expire_on_hit: flag.optional(),
    ban_after_n_exceeded: count.optional(),
    ban_timespan: upTo(YEAR).optional(),
    dryrun: flag.optional(),
  },
  tool_description_inject: {
    inject_text: text,
    inject_position: word('position', ['append', 'prepend']).optional(),
  },
  response_replace: {
    pattern: regex.optional(),
    replacement: text.optional(),
    dlp_rule_id: word('DLP rule', CATALOGUE).optional(),
  },
  static_cache: {
    cache_ttl: upTo(YEAR),
    max_entries: upTo(100_000).optional(),
    shared: flag.optional(),
  },
  mcp_resource: {
    resource_id: text.optional(),
    uri: text.optional(),
    mimeType: text.optional(),
    content: text.optional(),
    file: text.optional(),
  },
  lambda: {
    phase: word('phase', ['access', 'response']),
    code: text,
    timeout_ms: upTo(1000).optional(),
    memory_mb: upTo(128).optional(),
  },
};

type GuardType = keyof typeof shapes;
/** A `[[guard]]` that is validated for its `rule_type`. */
export type Guard = { readonly rule_type: GuardType } & Readonly<Record<string, unknown>>;

const GUARD_TYPES = Object.keys(shapes) as GuardType[];

interface GuardProblem {
  readonly code: string;
  readonly message: string;
  readonly help: string;
}

/** Checks that involve several keys. */
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

/** The keys of a guard of this type. */
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

/** The rules of one proxy, under the name that errors show. */
export const guardList = z.strictObject({ rules: guards });
