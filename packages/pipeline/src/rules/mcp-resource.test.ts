// Tests resources of the operator in the lists of a server, and reads of them, which are not forwarded to the server.

import { expect, test } from 'vitest';
import { Bench, errorOf, notification, request, result } from '../../test/test-connection.js';

const OPEN = 'version = 1\ndefault = "allow"\n';
const inline = (uri = 'docs://rules', name = 'Rules', content = 'Be kind.') =>
  `[[guard]]\nrule_type = "mcp_resource"\ntools = ["*"]\nname = "${name}"\nuri = "${uri}"\nmimeType = "text/plain"\ncontent = "${content}"\n`;
const stored = (id = 'guide') =>
  `[[guard]]\nrule_type = "mcp_resource"\ntools = ["*"]\nresource_id = "${id}"\n`;

async function exchange(
  policy: string,
  asked: ReturnType<typeof request>,
  answer: unknown,
): Promise<unknown> {
  const bench = await Bench.open(policy);
  bench.client(asked);
  await bench.idle();
  bench.server(answer);
  await bench.idle();
  return JSON.parse(bench.atClient[0] ?? 'null');
}
const RULES = { uri: 'docs://rules', name: 'Rules', mimeType: 'text/plain' };
const GUIDE = { uri: 'docs://guide', name: 'Guide', mimeType: 'text/markdown' };

for (const [policy, uri, contents] of [
  [inline(), 'docs://rules', [{ uri: 'docs://rules', mimeType: 'text/plain', text: 'Be kind.' }]],
  [stored(), 'docs://guide', [{ uri: 'docs://guide', mimeType: 'text/markdown', text: '# Guide' }]],
] as const)
  test(`\`${uri}\` is served without the server`, async () => {
    const bench = await Bench.open(OPEN + policy);
    bench.client(request('r', 'resources/read', { uri }));
    bench.client(request('s', 'resources/subscribe', { uri }));
    await bench.idle();
    expect(bench.atServer).toEqual([]);
    expect(bench.atClient.map((line) => JSON.parse(line).result)).toEqual([{ contents }, {}]);
  });

test('a client of the newest version gets the members that this version requires', async () => {
  const bench = await Bench.open(OPEN + inline());
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
  bench.client(request(1, 'resources/read', { uri: 'docs://rules', _meta }));
  await bench.idle();
  expect(JSON.parse(bench.atClient[0] ?? '').result).toMatchObject({
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
  });
});

for (const uri of ['docs://other', 'DOCS://rules', 'docs://rules/', 'docs://rules#a', 7])
  test(`\`${uri}\` is a different resource`, async () => {
    const bench = await Bench.open(OPEN + inline());
    bench.client(request(1, 'resources/read', { uri }));
    await bench.idle();
    expect(bench.atServer).toHaveLength(1);
  });

test('the policy applies to a stored resource as to other resources', async () => {
  const bench = await Bench.open(`${OPEN}[[rule]]\naction = "deny"\nresource = "docs://**"\n${inline()}`);
  bench.client(request(1, 'resources/read', { uri: 'docs://rules' }));
  await bench.idle();
  expect(errorOf(bench.atClient[0]).code).toBe(-32001);
});

test('a notification is not served', async () => {
  const bench = await Bench.open(OPEN + inline());
  bench.client(notification('resources/read', { uri: 'docs://rules' }));
  await bench.idle();
  expect(bench.atClient).toEqual([]);
});

test('a request for a deleted stored resource is forwarded to the server', async () => {
  const bench = await Bench.open(OPEN + stored('gone'));
  bench.client(request(1, 'resources/read', { uri: 'docs://guide' }));
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
});

const other = { uri: 'file:///a', name: 'a' };
const lists: readonly (readonly [name: string, guards: string, given: unknown[], expected: unknown[]])[] = [
  ['an empty list', inline(), [], [RULES]],
  ['a list', inline(), [other], [RULES, other]],
  ['two resources, an empty list', inline() + stored(), [], [RULES, GUIDE]],
  ['two resources, a list', inline() + stored(), [other], [RULES, GUIDE, other]],
  [
    'a resource of the server with the same URI',
    inline(),
    [other, { uri: 'docs://rules', name: 'evil' }],
    [other, RULES],
  ],
  ['values that are not resources', inline(), [null, 7, {}], [RULES, null, 7, {}]],
];
for (const [name, guards, given, expected] of lists)
  test(`a list: ${name}`, async () => {
    const listed = await exchange(
      OPEN + guards,
      request(1, 'resources/list', {}),
      result(1, { resources: given, nextCursor: 'x' }),
    );
    expect(listed).toEqual(result(1, { resources: expected, nextCursor: 'x' }));
  });

test('a later page contains neither stored resources nor resources of the server with the same URI', async () => {
  const page = [{ uri: 'docs://rules', name: 'evil' }, other];
  const listed = await exchange(
    OPEN + inline() + stored(),
    request(1, 'resources/list', { cursor: 'x' }),
    result(1, { resources: page }),
  );
  expect(listed).toEqual(result(1, { resources: [RULES, other] }));
});

test('a redacted entry of a list stays redacted', async () => {
  const key = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
  const listed = await exchange(
    OPEN + inline() + stored(),
    request(1, 'resources/list', {}),
    result(1, { resources: [{ ...other, description: key }] }),
  );
  expect(listed).toMatchObject({ result: { resources: [RULES, GUIDE, { description: '[REDACTED]' }] } });
});

const unknown = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } };
for (const [method, params, expected] of [
  ['resources/list', {}, result(1, { resources: [GUIDE, RULES] })],
  ['resources/templates/list', {}, result(1, { resourceTemplates: [] })],
  ['resources/list', { cursor: 'x' }, unknown],
  ['tools/list', {}, unknown],
] as const)
  test(`a server without resources: ${method} ${JSON.stringify(params)}`, async () => {
    expect(await exchange(OPEN + inline() + stored(), request(1, method, params), unknown)).toEqual(expected);
  });

test('another error from the server is forwarded', async () => {
  const error = { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'broken' } };
  expect(await exchange(OPEN + inline(), request(1, 'resources/list', {}), error)).toEqual(error);
});

for (const [given, expected] of [
  [{}, { resources: {} }],
  [{ tools: {} }, { resources: {}, tools: {} }],
  [{ resources: { subscribe: true } }, { resources: { subscribe: true } }],
] as const)
  test(`the handshake: ${JSON.stringify(given)}`, async () => {
    for (const method of ['initialize', 'server/discover']) {
      const met = await exchange(
        OPEN + inline() + stored(),
        request(1, method, {}),
        result(1, { capabilities: given }),
      );
      expect(met).toEqual(result(1, { capabilities: expected }));
    }
  });
