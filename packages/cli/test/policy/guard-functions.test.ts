// Tests functions and resources of `[[guard]]` tables in the built program over stdio, with the real sandbox and the
// real store.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { content, request, result } from '../../../../fixtures/scenarios/scenario.js';
import { proxyOf } from '../compatibility/command.js';
import { Session } from '../scenarios/session.js';

const use = (id: string, name: string, args: object = {}) =>
  request(id, 'tools/call', { name, arguments: args });
const lambda = (phase: string, tools: string, body: string, more = 'timeout_ms = 1000\n') =>
  `[[guard]]\nrule_type = "lambda"\nname = "${tools}"\ntools = ["${tools}"]\nphase = "${phase}"\n${more}code = '''\nfunction handle(event) { ${body} }\n'''\n`;
const resource =
  '[[guard]]\nrule_type = "mcp_resource"\ntools = ["*"]\nuri = "docs://rules"\nname = "Rules"\ncontent = "Be kind."\n';

const policy = [
  'version = 1\ndefault = "allow"\n[[rule]]\nname = "keys"\naction = "deny"\npath = "**/.ssh/**"\n',
  lambda('access', 'send', 'if (!event.arguments.to.endsWith("@acme.test")) return { deny: "outside" };'),
  lambda('access', 'read', 'return { arguments: { path: event.arguments.path.replace("work", ".ssh") } };'),
  lambda(
    'access',
    'count',
    'const n = (event.state ?? 0) + 1; return n > 2 ? { deny: String(n) } : { state: n };',
  ),
  lambda('response', 'query', 'return { result: { content: [{ type: "text", text: "rewritten" }] } };'),
  lambda('access', 'loop', 'for (;;);', 'timeout_ms = 20\n'),
  lambda('access', 'grow', 'const all = []; for (;;) all.push("x".repeat(1000) + all.length);'),
  lambda('access', 'deep', 'const f = (n) => f(n + 1) + 1; f(0);'),
  lambda('access', 'later', 'return Promise.resolve({});'),
  lambda('access', 'trap', 'return { toJSON() { for (;;); } };', 'timeout_ms = 20\n'),
  lambda('access', 'proto', 'Object.prototype.deny = "all"; return {};'),
  resource,
].join('');

test('functions deny calls, rewrite calls and keep state; hostile functions are stopped; resources are served', async () => {
  const session = await Session.start(policy);
  onTestFinished(() => session.end());
  const { client, server } = session;
  const refusal = async (line: string): Promise<string> => {
    client.say(line);
    return JSON.parse(await client.hear('a refusal')).error.message;
  };
  const passes = async (line: string, sent = line) => {
    client.say(line);
    expect(await server.hear('a call')).toBe(sent);
  };
  expect(await refusal(use('a', 'send', { to: 'eve@evil.test' }))).toContain('outside');
  expect(await refusal(use('b', 'SEND', { to: 'eve@evil.test' }))).toContain('outside');
  await passes(use('c', 'send', { to: 'ada@acme.test' }));

  expect(await refusal(use('d', 'read', { path: '/work/key' }))).toContain('keys');
  await passes(use('e', 'read', { path: '/a' }));

  await passes(use('f', 'count'));
  await passes(use('g', 'count'));
  expect(await refusal(use('h', 'count'))).toContain('3');

  await passes(use('i', 'query'));
  server.say(result('i', content('original')));
  expect(await client.hear('its answer')).toBe(result('i', content('rewritten')));

  expect(await refusal(use('j', 'loop'))).toContain('20 ms');
  expect(await refusal(use('k', 'grow'))).toMatch(/memory|longer than/);
  expect(await refusal(use('l', 'deep'))).toContain('failed');
  expect(await refusal(use('m', 'later'))).toContain('promise');
  expect(await refusal(use('n', 'trap'))).toContain('20 ms');
  await passes(use('o', 'proto'));
  await passes(use('p', 'other'));

  client.say(request('q', 'resources/read', { uri: 'docs://rules' }));
  expect(JSON.parse(await client.hear('the resource')).result.contents).toEqual([
    { uri: 'docs://rules', text: 'Be kind.' },
  ]);
  client.say(request('r', 'resources/list', {}));
  await server.hear('a list');
  server.say('{"jsonrpc":"2.0","id":"r","error":{"code":-32601,"message":"no"}}');
  expect(JSON.parse(await client.hear('our list')).result.resources).toEqual([
    { uri: 'docs://rules', name: 'Rules' },
  ]);
});

const refused: readonly (readonly [name: string, guard: string, says: string])[] = [
  ['invalid code', lambda('access', 'x', '').replace('function', 'functio'), 'policy.toml:9:8 the function'],
  [
    'code without the required function',
    lambda('access', 'x', '').replace('handle', 'handel'),
    '`handle(event)`',
  ],
  [
    'a pattern with lookaround',
    '[[guard]]\nrule_type = "response_replace"\ntools = ["*"]\npattern = "(?<=a)b"\n',
    'look',
  ],
  [
    'a stored resource',
    '[[guard]]\nrule_type = "mcp_resource"\ntools = ["*"]\nresource_id = "a"\n',
    'names a stored resource, which only a gateway has',
  ],
  ['a missing file', resource.replace('content = "Be kind."', 'file = "none.md"'), 'none.md'],
];
for (const [name, guard, says] of refused)
  test(`${name} prevents the start, and the message contains the position`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'claw-guards-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'policy.toml');
    writeFileSync(file, `version = 1\ndefault = "allow"\n${guard}`);
    const { command, args } = proxyOf(['--policy', file, '--', process.execPath, '-e', '0']);
    const { status, stderr } = spawnSync(command, args, {
      encoding: 'utf8',
      env: { ...process.env, CLAWDEFENDER_HOME: folder },
    });
    expect(status).toBe(2);
    expect(stderr).toContain(says);
  });
