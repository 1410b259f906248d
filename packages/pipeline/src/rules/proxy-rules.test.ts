// Tests the rules of a gateway proxy, which run after the guards of the policy and are separate from the rules of
// other proxies.

import { type Guard, loadPolicy } from '@claw/policy';
import { expect, test } from 'vitest';
import { Bench, countOnly, errorOf, pipelineOfPolicy, use } from '../../test/test-connection.js';
import { checkRules } from './check-rules.js';

const OPEN = 'version = 1\ndefault = "allow"\n';
const few: Guard = {
  rule_type: 'rate_limit',
  name: 'few',
  tools: ['*'],
  match_key: 'consumer',
  threshold: 1,
  timespan: 60,
};
const FEW =
  '[[guard]]\nrule_type = "rate_limit"\nname = "few"\ntools = ["*"]\nmatch_key = "consumer"\nthreshold = 1\ntimespan = 60\n';

async function proxyOf(id: string, rules: readonly Guard[], policy: string, counters = countOnly()) {
  const bench = await Bench.open(policy, { counters, identity: 'ada' });
  bench.pipeline = pipelineOfPolicy(await loadPolicy(policy), { proxy: { id, rules } });
  return bench;
}

test('a limit of a proxy applies to that proxy; a limit of the policy applies to all proxies together', async () => {
  const counters = countOnly();
  for (const [policy, rules, passes] of [
    [OPEN, [few], 2],
    [OPEN + FEW, [], 1],
  ] as const) {
    const proxies = [
      await proxyOf('p1', rules, policy, counters),
      await proxyOf('p2', rules, policy, counters),
    ];
    for (const proxy of proxies) for (const id of [1, 2]) proxy.client(use(id, 'x'));
    await Promise.all(proxies.map((proxy) => proxy.idle()));
    expect(proxies.flatMap(({ atServer }) => atServer)).toHaveLength(passes);
  }
});

test('the guards of the policy come first, then the rules in their order', async () => {
  const refuse = (name: string): Guard => ({
    rule_type: 'lambda',
    name,
    tools: ['*'],
    phase: 'access',
    code: `function handle() { return { note: "${name}" }; }`,
  });
  const policy = `${OPEN}[[guard]]\nrule_type = "lambda"\nname = "a"\ntools = ["*"]\nphase = "access"\ncode = 'function handle() { return { note: "a" }; }'\n`;
  const proxy = await proxyOf('p', [refuse('b'), { ...refuse('off'), enabled: false }, refuse('c')], policy);
  proxy.client(use(1, 'x'));
  await proxy.idle();
  const notes = proxy.entries[0]?.trail.filter(({ stage }) => stage === 'guard');
  expect(notes?.map(({ reason }) => reason)).toEqual(['a', 'b', 'c']);
});

test('a rule without a name is named by its position', async () => {
  const deny: Guard = {
    rule_type: 'lambda',
    tools: ['*'],
    phase: 'access',
    code: 'function handle() { return { deny: "no" }; }',
  };
  const proxy = await proxyOf('p', [{ ...deny, enabled: false }, deny], OPEN);
  proxy.client(use(1, 'x'));
  await proxy.idle();
  expect(errorOf(proxy.atClient[0]).rule).toBe('lambda-2');
});

test('an error that only the engine can find names its field', async () => {
  const engines = {
    loadPatterns: async () => (patterns: readonly { pattern: string }[]) => {
      if (patterns.some(({ pattern }) => pattern === 'huge')) throw new Error('too large');
      return [];
    },
    loadSandbox: async () => ({
      load: async (code: string) => {
        new Function(code);
        return { call: async () => undefined };
      },
    }),
  };
  const lambda = { rule_type: 'lambda', tools: ['*'], phase: 'access', code: 'function (' };
  const replace = { rule_type: 'response_replace', tools: ['*'], pattern: 'huge' };
  const file = { rule_type: 'mcp_resource', tools: ['*'], uri: 'a://b', file: '/etc/passwd' };
  const problems = await checkRules([few, lambda, replace, file], engines);
  expect(problems.map(({ field }) => field).sort()).toEqual([
    'rules[1].code',
    'rules[2].pattern',
    'rules[3].file',
  ]);
  expect(await checkRules([few], engines)).toEqual([]);
});
