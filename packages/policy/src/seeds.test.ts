// Tests that the literal examples in the source documents of the policy language have the decisions that these
// documents state.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Action, compilePolicy, createFixtureRunner, loadPolicy, readFixture } from './index.js';
import { loadShell } from './shell.js';

const folder = new URL('../../../fixtures/policies/seeds/', import.meta.url);
const environment = { platform: 'linux', home: '/home/user', cwd: '/home/user/projects' };
const shell = await loadShell();

const call = (name: string, args: object = {}) => ({
  method: 'tools/call',
  params: { name, arguments: args },
});
const read = (uri: string) => ({ method: 'resources/read', params: { uri } });

const cases: { file: string; event: { method: string; params?: unknown }; expected: Action }[] = [
  { file: 'rule-structure', event: call('shell_execute', { command: 'ls' }), expected: 'deny' },
  { file: 'rule-structure', event: call('filesystem_read', { path: '/etc/passwd' }), expected: 'prompt' },
  {
    file: 'rule-structure',
    event: call('filesystem_read', { path: '/home/user/projects/a.ts' }),
    expected: 'allow',
  },
  {
    file: 'rule-structure',
    event: call('filesystem_read', { path: '/home/user/.ssh/id_rsa' }),
    expected: 'deny',
  },
  { file: 'rule-structure', event: call('anything'), expected: 'deny' },
  { file: 'rule-structure', event: read('file:///x'), expected: 'deny' },
  { file: 'block-network', event: call('fetch', { url: 'https://example.com' }), expected: 'deny' },
  { file: 'block-network', event: call('shell', { command: 'curl example.com' }), expected: 'deny' },
  { file: 'block-network', event: call('read_file', { path: '/x' }), expected: 'log' },
  { file: 'project-only', event: read('file:///home/user/myproject/a'), expected: 'allow' },
  { file: 'project-only', event: call('read_file', { path: '/home/user/myproject/a' }), expected: 'allow' },
  { file: 'project-only', event: read('file:///etc/passwd'), expected: 'deny' },
  { file: 'project-only', event: read('file:///home/user/myproject/../.ssh/id_rsa'), expected: 'deny' },
  { file: 'project-only', event: read('notes://x'), expected: 'deny' },
  { file: 'prompt-shell', event: call('shell_execute'), expected: 'prompt' },
  { file: 'prompt-shell', event: call('execute'), expected: 'prompt' },
  { file: 'prompt-shell', event: call('run_tests'), expected: 'prompt' },
  { file: 'prompt-shell', event: call('read_file'), expected: 'log' },
  { file: 'audit-only', event: call('anything', { path: '/etc/shadow' }), expected: 'log' },
  { file: 'audit-only', event: { method: 'sampling/createMessage' }, expected: 'log' },
  { file: 'audit-only', event: { method: 'tools/list' }, expected: 'log' },
];
for (const { file, event, expected } of cases)
  test(`${file}: ${JSON.stringify(event)}`, async () => {
    const policy = await loadPolicy(readFileSync(new URL(`${file}.toml`, folder), 'utf8'), `${file}.toml`);
    expect(compilePolicy(policy, { environment, shell }).evaluate(event).action).toBe(expected);
  });

test('the fixture in the documentation is valid', async () => {
  const policy = await loadPolicy(readFileSync(new URL('rule-structure.toml', folder), 'utf8'));
  const fixture = readFixture(
    JSON.parse(readFileSync(new URL('../../calls/read-ssh-key.json', folder), 'utf8')),
  );
  if (typeof fixture === 'string') throw new Error(fixture);
  const runner = createFixtureRunner(policy, { environment, shell });
  expect(await runner.run(fixture)).toMatchObject({ decision: 'deny', expected: 'deny', ok: true });
  expect(await runner.run({ ...fixture, expected: 'allow' })).toMatchObject({
    decision: 'deny',
    expected: 'allow',
    ok: false,
  });
  const { expected: _, ...open } = fixture;
  expect(await runner.run(open)).toMatchObject({ ok: true });
  expect(await runner.run(open, 'prompt')).toMatchObject({ ok: false, expected: 'prompt' });
});

const wrong = [
  { name: 'a value that is not an object', value: 3, says: 'JSON object' },
  { name: 'a missing method', value: {}, says: '`method`' },
  { name: 'a missing tool', value: { method: 'tools/call', params: {} }, says: '`params.name`' },
  { name: 'a misspelt decision', value: { method: 'x', expected: 'dney' }, says: 'did you mean `deny`' },
  { name: 'a misspelt key', value: { method: 'x', expcted: 'deny' }, says: 'did you mean `expected`' },
];
for (const { name, value, says } of wrong)
  test(`a fixture with ${name}`, () => expect(readFixture(value)).toContain(says));
test('the decision `block` means `deny`', () =>
  expect(readFixture({ method: 'x', expected: 'block' })).toMatchObject({ expected: 'deny' }));
