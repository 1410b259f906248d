import { expect, test } from 'vitest';
import { compilePolicy, loadPolicy } from '../index.js';
import { loadShell } from '../shell.js';

const environment = {
  platform: 'linux',
  home: '/home/user',
  cwd: '/home/user/project',
  protectedPaths: ['/home/user/.config/clawdefender'],
};
const engine = compilePolicy(
  await loadPolicy('default = "log"\n[[rule]]\nname = "keys"\naction = "deny"\npath = "~/.ssh/**"'),
  { environment, shell: await loadShell() },
);
const call = (name: unknown, args: unknown) => ({ method: 'tools/call', params: { name, arguments: args } });
const nested = (depth: number): unknown => (depth === 0 ? '~/.ssh/id_rsa' : [nested(depth - 1)]);

const cases = [
  { name: 'a call without a tool', event: call(5, { path: '~/.ssh/id_rsa' }), rule: 'invalid_call' },
  { name: 'arguments that are nested too deeply', event: call('x', nested(300)), rule: 'invalid_call' },
  { name: 'arguments that are deeply nested', event: call('x', nested(100)), rule: 'keys' },
  { name: 'arguments that are an array', event: call('x', ['~/.ssh/id_rsa']), rule: 'keys' },
  { name: 'arguments that are a string', event: call('x', '{"path":"~/.ssh/id_rsa"}'), rule: 'keys' },
  {
    name: 'a prototype key',
    event: call('x', JSON.parse('{"__proto__":{"path":"~/.ssh/id_rsa"}}')),
    rule: 'keys',
  },
  {
    name: 'padding before a command',
    event: call('x', { command: `${'a '.repeat(40_000)}; cat ~/.ssh/id_rsa` }),
    rule: 'keys',
  },
  {
    name: 'thousands of commands',
    event: call('x', { command: `${'a;'.repeat(3000)} cat ~/.ssh/id_rsa` }),
    rule: 'keys',
  },
  {
    name: 'a file of the firewall, written by a shell command',
    event: call('x', { command: 'rm -rf ~/.config/clawdefender' }),
    rule: 'self_protection',
  },
  {
    name: 'files of the firewall, matched by a wildcard',
    event: call('x', { command: 'rm -rf ~/.config/claw*' }),
    rule: 'self_protection',
  },
  {
    name: 'a folder that contains files of the firewall',
    event: call('x', { command: 'rm -rf ~/.config' }),
    rule: 'self_protection',
  },
  {
    name: 'a file of the firewall, written by a tool',
    event: call('write_file', { path: '../.config/clawdefender/policy.toml', content: '' }),
    rule: 'self_protection',
  },
  {
    name: 'reading a file of the firewall',
    event: call('read_file', { path: '~/.config/clawdefender/policy.toml' }),
    rule: 'default',
  },
  {
    name: 'writing a file next to those of the firewall',
    event: call('x', { command: 'cd ~ && echo hi > notes.txt' }),
    rule: 'default',
  },
  {
    name: 'a command that turns off the kill switch',
    event: call('x', { command: 'FOO=1 npx -y clawdefender@latest kill off' }),
    rule: 'self_protection',
  },
  {
    name: 'a command that only queries the firewall',
    event: call('x', { command: 'claw policy explain --tool x' }),
    rule: 'default',
  },
];
for (const { name, event, rule } of cases) test(name, () => expect(engine.evaluate(event).rule).toBe(rule));

test('evaluate counts calls through the caller, and explain does not count', async () => {
  const limited = compilePolicy(
    await loadPolicy(
      '[[rule]]\nname = "few"\naction = "allow"\ntool = "x"\nrate_limit = { max = 1, window = "60s" }',
    ),
    { environment },
  );
  let counted = 0;
  const countCall = () => (++counted > 1 ? 42 : undefined);
  expect(limited.evaluate(call('x', {}), { countCall })).toMatchObject({ action: 'allow' });
  expect(limited.evaluate(call('x', {}), { countCall })).toMatchObject({
    action: 'deny',
    rule: 'few',
    retryAfter: 42,
  });
  limited.explain(call('x', {}), { countCall });
  expect(counted).toBe(2);
});

test('a prompt lists the values that the rule does not name', async () => {
  const asking = compilePolicy(await loadPolicy('[[rule]]\naction = "prompt"\npath = "/etc/**"'), {
    environment,
  });
  const ruling = asking.evaluate(call('x', { paths: ['/etc/hosts', '/srv/x'] }));
  expect(ruling.matched).toEqual([
    { field: 'path', pattern: '/etc/**', value: '/etc/hosts', where: 'arguments.paths[0]' },
  ]);
  expect(ruling.unmatched).toEqual(['/srv/x']);
  expect(JSON.parse(JSON.stringify(ruling))).toMatchObject({
    action: 'prompt',
    reason: expect.stringContaining('/etc/hosts'),
  });
});

test('without a clock, a rule with an expiry still denies and no longer allows', async () => {
  const policy = await loadPolicy(
    '[[rule]]\nname = "a"\naction = "allow"\ntool = "x"\nexpires = 2099-01-01\n[[rule]]\nname = "d"\naction = "deny"\ntool = "x"\nexpires = 2099-01-01',
  );
  const ending = compilePolicy(policy, { environment });
  expect(ending.evaluate(call('x', {})).rule).toBe('d');
  expect(ending.evaluate(call('x', {}), { now: 0 }).rule).toBe('a');
  expect(ending.evaluate(call('x', {}), { now: 1e13 }).rule).toBe('default');
});

const guesses = [
  {
    name: 'a guessed path outside the arguments does not prevent a rule from allowing the call',
    rule: 'action = "allow"\npath = "/home/user/project/**"',
    event: {
      method: 'tools/call',
      params: { name: 'x', arguments: { path: 'a.ts' }, _meta: { progressToken: '/1' } },
    },
    action: 'allow',
  },
  {
    name: 'an allow rule does not match a guessed path alone',
    rule: 'action = "allow"\npath = "/**"',
    event: { method: 'tools/call', params: { name: 'x', arguments: {}, _meta: { progressToken: '/1' } } },
    action: 'deny',
  },
  {
    name: 'a path that SQL reads is not a guess',
    rule: 'action = "allow"\npath = "/data/**"',
    event: call('query', { path: '/data/x', sql: "SELECT readfile('/etc/hosts')" }),
    action: 'deny',
  },
  {
    name: 'an allow rule does not match an unknown method',
    rule: 'action = "allow"\npath = "/data/**"\n[wire]\nunknown_methods = "deny"',
    event: { method: 'vendor/read', params: { path: '/data/x' } },
    action: 'deny',
  },
  {
    name: 'an allow rule for a program matches the program without arguments',
    rule: 'action = "allow"\ncommand = "env"',
    event: call('bash', { command: 'env' }),
    action: 'allow',
  },
  {
    name: 'parameters in an array are evaluated',
    rule: 'action = "prompt"\npath = "/data/**"',
    event: { method: 'vendor/read', params: [['/data/x']] },
    action: 'prompt',
  },
  {
    name: 'a request from the server to the client does not match the rules for calls',
    rule: 'action = "deny"\npath = "/data/**"',
    event: { method: 'vendor/show', params: { path: '/data/x' }, direction: 'server-to-client' as const },
    action: 'log',
  },
];
for (const { name, rule, event, action } of guesses)
  test(name, async () => {
    const shell = await loadShell();
    const one = compilePolicy(await loadPolicy(`default = "deny"\n[[rule]]\n${rule}`), {
      environment,
      shell,
    });
    expect(one.evaluate(event).action).toBe(action);
  });

// Evaluating each of these texts once took seconds and delayed all other calls.
const hostile = [
  { name: 'thousands of assignments', piece: 'a=b ' },
  { name: 'assignments that double a value', piece: 'a=$a$a ' },
  { name: 'braces that are never closed', piece: '{"a":' },
  { name: 'variables that are never closed', piece: '${a' },
];
for (const { name, piece } of hostile)
  test(`${name} do not block other calls or hide a command`, () => {
    const command = `f=~/.ssh/id_rsa; ${piece.repeat(60_000 / piece.length)}; cat $f`;
    expect(engine.evaluate(call('bash', { command })).rule).toBe('keys');
  });
