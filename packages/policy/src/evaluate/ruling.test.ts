// Tests the reason of a rule that matched no value of the call.
import { expect, test } from 'vitest';
import { compilePolicy, loadPolicy } from '../index.js';

const call = {
  method: 'tools/call',
  params: { name: 'write_file', arguments: { path: '/a', content: 'x' } },
};
const environment = { platform: 'linux', home: '/home/user', cwd: '/home/user' } as const;

const cases = [
  { rule: 'effect = ["write", "delete"]', why: 'the call can write data' },
  { rule: 'method = "tools/*"', why: 'it names the method `tools/call`' },
  { rule: 'any = true', why: 'it matches every message' },
];
for (const { rule, why } of cases)
  test(`${rule}: ${why}`, async () => {
    const engine = compilePolicy(await loadPolicy(`[[rule]]\naction = "deny"\n${rule}\n`), { environment });
    expect(engine.evaluate(call).reason).toBe(`rule \`rule-1\`: ${why}`);
  });
test('the reason names the kind of message', async () => {
  const text = '[rules.calls]\naction = "deny"\nmatch = { event_type = "tool_call" }\n';
  const engine = compilePolicy(await loadPolicy(text), { environment });
  expect(engine.evaluate(call).reason).toBe('rule `calls`: it matches this kind of message: tool_call');
});

test('the reason names a path only once if it occurs in two arguments', async () => {
  const policy = await loadPolicy('[[rule]]\naction = "deny"\npath = "/etc/**"\n');
  const engine = compilePolicy(policy, { environment });
  const params = { name: 'move', arguments: { source: '/etc/hosts', destination: '/etc/hosts' } };
  const { reason } = engine.evaluate({ method: 'tools/call', params });
  expect(reason).toContain('path `/etc/hosts` matches `/etc/**`');
  expect(reason.split('/etc/hosts')).toHaveLength(2);
});
