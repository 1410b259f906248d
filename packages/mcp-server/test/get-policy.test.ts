import { expect, test } from 'vitest';
import { Bench } from './bench.js';

const policy = `
default = "log"
[[rule]]
name = "no_ssh"
action = "block"
path = "~/.ssh/**"
message = "SSH key access is not allowed"
description = "Keys stay here"
[[rule]]
name = "off"
action = "deny"
any = true
enabled = false
[[rule]]
name = "ask_writes"
action = "prompt"
effect = ["write", "delete"]
[[rule]]
name = "no_curl"
action = "deny"
command = "curl"
[[rule]]
name = "web"
action = "allow"
host = "example.com"
[[rule]]
name = "notes"
action = "allow"
tool = "notes_*"
[[rule]]
name = "elsewhere"
action = "deny"
server = "github"
tool = "*"
[[rule]]
name = "docs"
action = "allow"
resource = "docs://**"
`;

const cases = [
  {
    name: 'nothing',
    query: {},
    rules: ['no_ssh', 'ask_writes', 'no_curl', 'web', 'notes', 'elsewhere', 'docs'],
  },
  {
    name: 'reading a key',
    query: { resource: '/home/user/.ssh/id_rsa', action_type: 'file_read' },
    rules: ['no_ssh'],
  },
  {
    name: 'another notation of the path of a key',
    query: { resource: '~/.SSH/../.ssh/x', action_type: 'file_read' },
    rules: ['no_ssh'],
  },
  {
    name: 'writing a key',
    query: { resource: '~/.ssh/x', action_type: 'file_write' },
    rules: ['no_ssh', 'ask_writes'],
  },
  { name: 'any action on a key', query: { resource: '~/.ssh/x' }, rules: ['no_ssh', 'ask_writes'] },
  { name: 'another file', query: { resource: '/project/a', action_type: 'file_read' }, rules: [] },
  { name: 'a web page', query: { resource: 'https://example.com/' }, rules: ['web'] },
  {
    name: 'a command',
    query: { resource: 'curl https://example.com', action_type: 'shell_execute' },
    rules: ['no_curl', 'web'],
  },
  {
    name: 'a host that no rule mentions',
    query: { resource: 'http://127.0.0.1/', action_type: 'network_request' },
    rules: ['egress'],
  },
  {
    name: 'an MCP resource',
    query: { resource: 'docs://a', action_type: 'resource_access' },
    rules: ['docs'],
  },
  { name: 'a kind of action', query: { action_type: 'file_delete' }, rules: ['no_ssh', 'ask_writes'] },
  { name: 'all network requests', query: { action_type: 'network_request' }, rules: ['no_ssh', 'web'] },
  {
    name: 'all MCP resources',
    query: { action_type: 'resource_access' },
    rules: ['no_ssh', 'ask_writes', 'web', 'docs'],
  },
  {
    name: 'a tool',
    query: { tool_name: 'notes_read' },
    rules: ['no_ssh', 'ask_writes', 'no_curl', 'web', 'notes', 'elsewhere'],
  },
  {
    name: 'a tool and a file',
    query: { tool_name: 'notes_read', resource: '/project/a', action_type: 'file_read' },
    rules: ['notes'],
  },
];
for (const { name, query, rules } of cases)
  test(`the rules for ${name}`, async () => {
    const bench = await Bench.open(policy);
    const answer = await bench.answer('getPolicy', query);
    expect((answer['rules'] as { name: string }[]).map((rule) => rule.name)).toEqual(rules);
    expect(answer['default_action']).toBe('log');
  });

test('a rule is returned in the documented format, without its patterns', async () => {
  const bench = await Bench.open(policy);
  const { rules } = await bench.answer('getPolicy', { resource: '~/.ssh/x', action_type: 'file_read' });
  expect(rules).toEqual([
    {
      name: 'no_ssh',
      description: 'Keys stay here',
      action: 'block',
      message: 'SSH key access is not allowed',
      priority: 0,
    },
  ]);
});

test('a secret in a rule is not returned', async () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const bench = await Bench.open(
    `[[rule]]\nname = "leaky"\naction = "deny"\nargs.token = "${secret}"\nmessage = "not with ${secret}"\ndescription = "d"\n`,
  );
  const answer = JSON.stringify(await bench.answer('getPolicy', {}));
  expect(answer).toContain('leaky');
  expect(answer).not.toContain(secret);
});

test('long texts of a rule are truncated between characters', async () => {
  const bench = await Bench.open(
    `[[rule]]\nname = "long"\naction = "deny"\npath = "/x"\nmessage = "${'x'.repeat(499)}🦞🦞"\n`,
  );
  const { rules } = await bench.answer('getPolicy', {});
  expect(rules).toMatchObject([{ message: `${'x'.repeat(499)}…` }]);
});

test('the first returned rule is the rule in the result of checkIntent', async () => {
  const bench = await Bench.open(policy);
  for (const [action, target] of [
    ['file_write', '~/.ssh/x'],
    ['file_delete', '/project/a'],
    ['shell_execute', 'curl https://example.com'],
    ['network_request', 'http://10.0.0.1/'],
  ] as const) {
    const { rule } = await bench.check(action, target);
    const { rules } = await bench.answer('getPolicy', { resource: target, action_type: action });
    expect((rules as { name: string }[])[0]?.name).toBe(rule);
  }
});

test('a policy with very many rules is returned partially', async () => {
  const many = Array.from(
    { length: 450 },
    (_, index) => `[[rule]]\nname = "r${index}"\naction = "deny"\npath = "/x${index}"\n`,
  );
  const bench = await Bench.open(many.join(''));
  const { rules, left_out } = await bench.answer('getPolicy', {});
  expect(rules).toHaveLength(200);
  expect(left_out).toBe(250);
});
