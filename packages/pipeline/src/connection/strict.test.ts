// Tests the preset `strict`, which denies every message that no rule allows, whatever its direction and form.

import { presetText } from '@claw/policy';
import { describe, expect, test } from 'vitest';
import {
  Bench,
  errorOf,
  MemoryPins,
  notification,
  request,
  result,
  text,
  use,
} from '../../test/test-connection.js';

const LIST = [
  {
    name: 'read_file',
    description: 'Reads',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
];

/** Opens a connection on which the server has listed one tool. */
async function strict(): Promise<Bench> {
  const bench = await Bench.open(presetText('strict'), {
    wire: { strict: true, unmatched: 'drop' },
    pins: new MemoryPins(),
  });
  bench.client(request('list', 'tools/list'));
  bench.server(result('list', { tools: LIST }));
  await bench.idle();
  bench.atClient.length = 0;
  bench.atServer.length = 0;
  return bench;
}

test('a listed call is allowed, and so is its response', async () => {
  const bench = await strict();
  bench.client(use(1, 'read_file', { path: './src/a.ts' }));
  bench.server(result(1, text('export {};')));
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
  expect(bench.atClient).toEqual([JSON.stringify(result(1, text('export {};')))]);
});

const good = JSON.stringify(use(1, 'read_file', { path: './a' }));
const refused: readonly (readonly [string, unknown])[] = [
  ['a vendor method', request(1, 'vendor/thing', {})],
  ['a method in capitals', request(1, 'Tools/Call', { name: 'read_file', arguments: { path: './a' } })],
  ['a method with a space', request(1, 'tools/call ', { name: 'read_file', arguments: { path: './a' } })],
  [
    'a method with a look-alike slash',
    request(1, 'tools\u2215call', { name: 'read_file', arguments: { path: './a' } }),
  ],
  ['a reserved method', request(1, 'rpc.discover')],
  ['a tool that is not listed', use(1, 'write_file', { path: './a' })],
  ['a listed tool in upper case', use(1, 'READ_FILE', { path: './a' })],
  ['a listed tool with an invisible letter', use(1, 'read\u200b_file', { path: './a' })],
  ['a path outside the folder', use(1, 'read_file', { path: '/etc/hosts' })],
  ['a path that leaves the folder with `..`', use(1, 'read_file', { path: './../../etc/hosts' })],
  ['an allowed path and another path', use(1, 'read_file', { path: './a', also: '/etc/hosts' })],
  ['arguments that do not match the schema', use(1, 'read_file', { path: 7 })],
  ['no arguments', request(1, 'tools/call', { name: 'read_file' })],
  ['no tool', request(1, 'tools/call', {})],
  ['a tool that is no text', request(1, 'tools/call', { name: ['read_file'], arguments: { path: './a' } })],
  ['no params', request(1, 'tools/call')],
  ['params that are a list', request(1, 'tools/call', ['read_file', { path: './a' }])],
  ['a resource outside the folder', request(1, 'resources/read', { uri: 'file:///etc/hosts' })],
  ['a prompt', request(1, 'prompts/get', { name: 'x' })],
  [
    'a completion',
    request(1, 'completion/complete', {
      ref: { type: 'ref/prompt', name: 'x' },
      argument: { name: 'a', value: 'b' },
    }),
  ],
  ['a list of all tasks', request(1, 'tasks/list')],
  [
    'a call as a notification',
    notification('tools/call', { name: 'read_file', arguments: { path: '/etc/hosts' } }),
  ],
  ['a vendor notification', notification('notifications/vendor/x', {})],
  ['a vendor method as a notification', notification('vendor/x', {})],
  ['a batch with one denied entry', `[${good},${JSON.stringify(request(2, 'vendor/x'))}]`],
  ['a batch in a batch', `[[${good}]]`],
  ['an empty batch', '[]'],
  ['a duplicate key', good.replace('"path":"./a"', '"path":"./a","path":"/etc/hosts"')],
  ['a key in another case', good.replace('"params"', '"Params"')],
  ['no version', good.replace('"jsonrpc":"2.0",', '')],
  ['text that is not JSON', 'hello'],
  ['half a message', good.slice(0, 40)],
];
describe('messages from the client', () => {
  for (const [name, message] of refused)
    test(`${name} is denied`, async () => {
      const bench = await strict();
      bench.client(message);
      await bench.idle();
      expect(bench.atServer).toEqual([]);
    });
});

const fromServer: readonly (readonly [string, unknown])[] = [
  ['sampling', request('q', 'sampling/createMessage', { messages: [], maxTokens: 1 })],
  [
    'a form',
    request('q', 'elicitation/create', { message: 'm', requestedSchema: { type: 'object', properties: {} } }),
  ],
  ['roots', request('q', 'roots/list')],
  ['a vendor request', request('q', 'vendor/ask')],
  ['a vendor notification', notification('notifications/vendor/mood', { mood: 'good' })],
  ['a vendor method as a notification', notification('vendor/mood', {})],
  ['sampling as a notification', notification('sampling/createMessage', { messages: [], maxTokens: 1 })],
  ['a response that matches no request', result('nobody', text('hi'))],
  [
    'a duplicate key',
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1,"data":2}}',
  ],
];
describe('messages from the server', () => {
  for (const [name, message] of fromServer)
    test(`${name} is denied`, async () => {
      const bench = await strict();
      bench.server(message);
      await bench.idle();
      expect(bench.atClient).toEqual([]);
    });
});

const passing: readonly unknown[] = [
  notification('notifications/initialized'),
  notification('notifications/roots/list_changed'),
  request(1, 'ping'),
  request(2, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'c', version: '1' },
  }),
  request(3, 'resources/list'),
];
test('messages required by the protocol are allowed', async () => {
  const bench = await strict();
  for (const message of passing) bench.client(message);
  await bench.idle();
  expect(bench.atServer).toHaveLength(passing.length);
});

test('a tool whose definition has changed is denied', async () => {
  const bench = await strict();
  bench.client(request('again', 'tools/list'));
  bench.server(result('again', { tools: [{ ...LIST[0], description: 'Reads, and more' }] }));
  await bench.idle();
  bench.client(use(1, 'read_file', { path: './a' }));
  await bench.idle();
  expect(errorOf(bench.atClient.at(-1)).rule).toBe('tools.pin');
});
