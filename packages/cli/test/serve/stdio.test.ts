// Tests invalid lines: the server continues with the next line.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Agent } from './agent.js';

let home = '';
let agent: Agent;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-serve-'));
  writeFileSync(
    join(home, 'policy.toml'),
    'default = "allow"\n[[rule]]\nname = "ask"\naction = "prompt"\npath = "/etc/**"\n',
  );
  agent = new Agent(home);
});
afterEach(async () => {
  await agent.end();
  rmSync(home, { recursive: true, force: true });
});

const intent = { description: 'a', action_type: 'file_read', target: '/project/a' };

const lines = [
  { name: 'invalid JSON', line: 'hello' },
  { name: 'an incomplete message', line: '{"jsonrpc":"2.0","id":99,"method":"tools/' },
  { name: 'a nested array', line: '[[]]' },
  {
    name: 'a message that is too long',
    line: `{"jsonrpc":"2.0","id":99,"method":"ping","params":{"x":"${'x'.repeat(5 * 1024 * 1024)}"}}`,
  },
  { name: 'a response without a request', line: '{"jsonrpc":"2.0","id":99,"result":{}}' },
  {
    name: 'a call as a notification',
    line: '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"reportAction"}}',
  },
  {
    name: 'parameters as a list',
    line: '{"jsonrpc":"2.0","id":99,"method":"tools/call","params":[1]}',
  },
  {
    name: 'a name that is not a string',
    line: '{"jsonrpc":"2.0","id":99,"method":"tools/call","params":{"name":{},"arguments":{}}}',
  },
  {
    name: 'a revision that is not a string',
    line: '{"jsonrpc":"2.0","id":99,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":{"toString":1}}}}',
  },
  {
    name: 'a cancellation without a request',
    line: '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":{}}}',
  },
];
for (const { name, line } of lines)
  test(`${name} affects only this line`, async () => {
    agent.write(`${line}\n`);
    expect((await agent.call('checkIntent', intent)).result?.structuredContent).toMatchObject({
      allowed: true,
    });
  });

test('a batch gets a batch of responses', async () => {
  const entry = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'checkIntent', arguments: intent },
  });
  const line = new Promise<string>((resolve) =>
    agent.child.stdout?.once('data', (data) => resolve(String(data))),
  );
  agent.write(
    `${JSON.stringify([entry(7), { jsonrpc: '2.0', method: 'notifications/initialized' }, entry(8)])}\n`,
  );
  expect(JSON.parse(await line)).toMatchObject([
    { id: 7, result: {} },
    { id: 8, result: {} },
  ]);
});

test('a pending permission request does not block other calls and can be cancelled', async () => {
  const wish = { resource: '/etc/hosts', operation: 'read', justification: 'a test', timeout_seconds: 60 };
  let answered = false;
  void agent.call('requestPermission', wish).then(() => {
    answered = true;
  });
  await expect.poll(() => agent.stderr, { timeout: 20_000 }).toContain('An agent requests permission');
  expect((await agent.call('checkIntent', intent)).result?.structuredContent).toMatchObject({
    allowed: true,
  });
  agent.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}\n');
  expect((await agent.request('ping', {})).result).toEqual({});
  expect(answered).toBe(false);
});

test('a second request with the id of a pending request is rejected', async () => {
  const wish = { resource: '/etc/hosts', operation: 'read', justification: 'a test', timeout_seconds: 60 };
  void agent.call('requestPermission', wish);
  const answer = new Promise<string>((resolve) =>
    agent.child.stdout?.once('data', (data) => resolve(String(data))),
  );
  agent.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  expect(JSON.parse(await answer)).toMatchObject({ id: 1, error: { code: -32600 } });
});

test('when the client disconnects, pending requests get responses and the server exits', async () => {
  const waiting = agent.call('requestPermission', {
    resource: '/etc/hosts',
    operation: 'read',
    justification: 'a test',
    timeout_seconds: 300,
  });
  await expect.poll(() => agent.stderr, { timeout: 20_000 }).toContain('An agent requests permission');
  const checked = agent.call('checkIntent', intent);
  expect(await agent.end()).toBe(0);
  expect((await checked).result?.structuredContent).toMatchObject({ allowed: true });
  expect((await waiting).result?.structuredContent).toMatchObject({ granted: false });
});

test('SIGTERM ends the server', async () => {
  expect((await agent.request('ping', {})).result).toEqual({});
  agent.child.kill('SIGTERM');
  expect(await agent.end()).toBe(0);
});
