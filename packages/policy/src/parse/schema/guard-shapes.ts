// Defines the keys of guard rules (`[[guard]]`): one shape for each `rule_type`. The keys have the same names as in
// the REST API of the gateway.
import * as z from 'zod';
import { parseRange } from '../../match/address-range.js';
import { count, flag, patterns, regex, report, text, upTo, word } from './value-types.js';

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

/** Addresses and ranges. An empty list is an error, because it would allow or deny all clients. */
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

export type GuardType = keyof typeof shapes;

export const GUARD_TYPES = Object.keys(shapes) as GuardType[];

/** Returns the keys of a guard of this type. */
export function guardShape(type: unknown): z.core.$ZodLooseShape | undefined {
  const shape = GUARD_TYPES.find((known) => known === type);
  return shape === undefined ? undefined : { rule_type: text, ...shared, ...shapes[shape] };
}
