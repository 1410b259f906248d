import { expect, test } from 'vitest';
import { parseGuards } from './parse-guards.js';

const cache = { rule_type: 'static_cache', tools: ['list_dir'], cache_ttl: 600 };
const acl = (cidrs: unknown) => ({ rule_type: 'ip_acl', tools: ['*'], action: 'deny', cidrs });
const limit = {
  rule_type: 'rate_limit',
  name: 'n',
  tools: ['*'],
  match_key: 'ip',
  threshold: 1,
  timespan: 60,
};
const lambda = { rule_type: 'lambda', tools: ['*'], phase: 'access', code: 'function handle() {}' };
const resource = { rule_type: 'mcp_resource', tools: ['*'] };

const wrong: readonly (readonly [name: string, rule: unknown, field: string, message: string])[] = [
  ['a missing list of tools', { ...cache, tools: undefined }, 'rules[0].tools', 'required'],
  ['tools that are not a list of names', { ...cache, tools: [1] }, 'rules[0].tools[0]', 'expected a string'],
  ['an empty list of tools', { ...cache, tools: [] }, 'rules[0].tools', 'empty'],
  ['a limit without a name', { ...limit, name: undefined }, 'rules[0].name', 'required'],
  ['an unknown match key', { ...limit, match_key: 'user' }, 'rules[0].match_key', 'consumer'],
  ['a limit of 0', { ...limit, threshold: 0 }, 'rules[0].threshold', 'above 0'],
  ['a window that is too long', { ...limit, timespan: 1e12 }, 'rules[0].timespan', '31536000'],
  ['an invalid range', acl(['10.0.0.0/8', '10.0.0.0/99']), 'rules[0].cidrs[1]', '10.0.0.0/99'],
  ['a host name instead of a range', acl(['localhost']), 'rules[0].cidrs[0]', 'not an IP address'],
  ['an empty list of addresses', acl([]), 'rules[0].cidrs', 'no address'],
  ['a misspelled field', { ...cache, cache_tll: 1 }, 'rules[0].cache_tll', 'cache_ttl'],
  ['a misspelled type', { ...cache, rule_type: 'static_cach' }, 'rules[0].rule_type', 'static_cache'],
  ['a missing type', { tools: ['*'] }, 'rules[0]', 'rule_type'],
  ['a rule that is not a table', 'static_cache', 'rules[0]', 'table'],
  ['null', null, 'rules[0]', 'table'],
  ['a missing replacement', { rule_type: 'response_replace', tools: ['*'] }, 'rules[0]', 'dlp_rule_id'],
  [
    'an unknown entry of the catalogue',
    { rule_type: 'response_replace', tools: ['*'], dlp_rule_id: 'email' },
    'rules[0].dlp_rule_id',
    'emails',
  ],
  ['an unknown phase', { ...lambda, phase: 'request' }, 'rules[0].phase', 'access'],
  ['a timeout above the maximum', { ...lambda, timeout_ms: 5000 }, 'rules[0].timeout_ms', '1000'],
  ['memory above the maximum', { ...lambda, memory_mb: 4096 }, 'rules[0].memory_mb', '128'],
  ['a resource without content', resource, 'rules[0]', 'resource_id'],
  ['content without a URI', { ...resource, content: 'x' }, 'rules[0]', 'uri'],
  ['content and a file', { ...resource, uri: 'a://b', content: 'x', file: 'y' }, 'rules[0]', 'more than one'],
  ['a URI and an id', { ...resource, resource_id: 'r', uri: 'a://b' }, 'rules[0]', 'stored resource'],
];
for (const [name, rule, field, message] of wrong)
  test(`${name}: the problem names \`${field}\``, async () => {
    const parsed = await parseGuards([JSON.parse(JSON.stringify(rule))]);
    const problems = parsed.ok ? [] : parsed.problems;
    expect(problems).toHaveLength(1);
    expect(problems[0]?.field).toBe(field);
    expect(problems[0]?.message).toContain(message);
  });

test('lists every invalid rule', async () => {
  const parsed = await parseGuards([cache, acl(['x']), { ...lambda, code: 1 }]);
  expect(parsed.ok ? [] : parsed.problems.map(({ field }) => field)).toEqual([
    'rules[1].cidrs[0]',
    'rules[2].code',
  ]);
});

test('returns valid rules in their final form', async () => {
  const rules = [cache, acl(['::1']), limit, lambda, { ...resource, resource_id: 'r' }];
  expect(await parseGuards(rules)).toEqual({ ok: true, guards: rules });
});

test('a key called `__proto__` is an unknown field', async () => {
  const parsed = await parseGuards([
    JSON.parse(`{"__proto__":{"tools":["*"]},"rule_type":"static_cache","cache_ttl":1,"tools":["*"]}`),
  ]);
  expect(parsed.ok).toBe(false);
});
