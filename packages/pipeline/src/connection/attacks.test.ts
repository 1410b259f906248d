// Tests attacks that an earlier version did not stop.

import { describe, expect, test } from 'vitest';
import { Bench, errorOf, Person, request, result, text, use } from '../../test/test-connection.js';

const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const open = 'version = 1\ndefault = "allow"\n[sampling]\naction = "allow"\n';

test('each host in a text is checked once, and private hosts in prose are allowed', async () => {
  const bench = await Bench.open(open);
  const content = 'see http://localhost:3000/a now\n'.repeat(5000);
  bench.client(use(1, 'write_file', { path: '/srv/project/a.md', content }));
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
});

test.each(['9007199254740993', '1e400', '0.12345678901234567'])(
  'the number %s needs no approval',
  async (number) => {
    const policy = `${open}[[rule]]\nname = "ask"\naction = "prompt"\ntool = "pay"\n`;
    const bench = await Bench.open(policy, { person: new Person() });
    bench.client(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay","arguments":{"amount":${number}}}}`,
    );
    await bench.idle();
    expect(bench.atServer).toEqual([]);
    expect(errorOf(bench.atClient[0]).rule).toBe('ask');
  },
);

describe('a secret in a request from the server', () => {
  for (const method of ['elicitation/create', 'vendor/show', 'ping', 'roots/list']) {
    test(`${method} is forwarded without the secret`, async () => {
      const bench = await Bench.open(open);
      bench.server(request('s', method, { message: `it is ${KEY}` }));
      await bench.idle();
      expect(bench.atClient.join('')).not.toContain(KEY);
      expect(bench.atClient).toHaveLength(1);
    });
  }
});

test('a response with requests under a duplicate key is withheld', async () => {
  const bench = await Bench.open(open);
  bench.client(use(1, 'x'));
  await bench.idle();
  const form =
    '{"method":"elicitation/create","params":{"message":"Hi","requestedSchema":{"type":"object","properties":{"password":{"type":"string"}}}}}';
  bench.server(
    `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"a":${form}},"inputRequests":{}}}`,
  );
  await bench.idle();
  expect(errorOf(bench.atClient[0]).rule).toBe('embedded_requests');
});

test('a task id in the responses to two calls belongs to neither call, even after a status request', async () => {
  const bench = await Bench.open(`${open}[responses]\nexclude_tools = ["vault_*"]\n`);
  for (const [id, tool] of [
    [1, 'read'],
    [2, 'vault_get'],
  ] as const) {
    bench.client(use(id, tool));
    await bench.idle();
    bench.server(result(id, { task: { taskId: 't', status: 'working' } }));
  }
  bench.client(request(3, 'tasks/get', { taskId: 't' }));
  await bench.idle();
  bench.server(result(3, { taskId: 't', status: 'completed' }));
  bench.client(request(4, 'tasks/result', { taskId: 't' }));
  await bench.idle();
  bench.server(result(4, text(`it is ${KEY}`)));
  await bench.idle();
  expect(bench.atClient.join('')).not.toContain(KEY);
});

test('both kinds of findings are removed from one blob', async () => {
  const bench = await Bench.open(`${open}[responses]\npersonal = "redact"\n`);
  bench.client(request(1, 'resources/read', { uri: 'db://a/b' }));
  await bench.idle();
  const blob = Buffer.from(`key ${KEY}, mail ada@example-industries.com, card 4111 1111 1111 1111`).toString(
    'base64',
  );
  bench.server(result(1, { contents: [{ uri: 'db://a/b', mimeType: 'text/plain', blob }] }));
  await bench.idle();
  const [line = '{}'] = bench.atClient;
  const sent = JSON.parse(line).result?.contents?.[0]?.blob ?? '';
  expect(Buffer.from(sent, 'base64').toString()).not.toMatch(/AKIA|4111|ada@/);
});

test('a tool with unrestricted egress is still denied access to metadata services', async () => {
  const bench = await Bench.open(`${open}[egress]\nexclude_tools = ["browser_*"]\n`);
  for (const [id, url] of [
    'http://[::ffff:a9fe:a9fe]/',
    'http://169.254.169.254/',
    'http://127.0.0.1:3000/',
  ].entries())
    bench.client(use(id, 'browser_navigate', { url }));
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
  expect(bench.atServer[0]).toContain('127.0.0.1');
});

test('members next to `params` are checked like members inside `params`', async () => {
  const bench = await Bench.open(
    `${open}[[rule]]\nname = "keys"\naction = "deny"\npath = "**/.ssh/**"\n[[rule]]\nname = "rest"\naction = "allow"\nany = true\n`,
  );
  bench.client({ ...use(1, 'read_file'), arguments: { path: '~/.ssh/id_rsa' } });
  bench.client({ jsonrpc: '2.0', id: 2, method: 'vendor/read', path: '~/.ssh/id_rsa' });
  bench.client({ ...request(3, 'resources/list'), _extra: { deep: ['/root/.ssh/config'] } });
  bench.client({ ...use(4, 'read_file', { path: 'a.txt' }), traceparent: '00-4bf92f35' });
  await bench.idle();
  expect(bench.atClient.map((line) => errorOf(line).rule)).toEqual(['keys', 'keys', 'keys']);
  expect(bench.atServer).toHaveLength(1);
});
