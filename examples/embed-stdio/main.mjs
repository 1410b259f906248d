// Inserts the firewall between an existing Node MCP host and its server. The host keeps its SDK; only its transport
// changes, from the pipes of a child process to two in-memory streams.

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startStdioProxy } from '@claw/proxy-stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { createTransport } from './transport.mjs';

const toProxy = new PassThrough();
const fromProxy = new PassThrough();
const methods = [];

const proxy = startStdioProxy({
  command: process.execPath,
  args: [fileURLToPath(new URL('./server.mjs', import.meta.url))],
  client: { input: toProxy, output: fromProxy },
  connect: () => ({
    fromClient(message) {
      if (message.method !== undefined) methods.push(message.method);
      return { kind: 'forward' };
    },
    fromServer: () => ({ kind: 'forward' }),
  }),
  onDiagnostic: ({ from, reason }) => console.error(`${from}: ${reason}`),
});

const client = new Client({ name: 'embedding-host', version: '1.0.0' });
await client.connect(createTransport(toProxy, fromProxy));
const { tools } = await client.listTools();
const greeting = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
await client.close();
const { code, reason } = await proxy.finished;

console.log({ methods, greeting: greeting.content[0].text, reason });
assert.deepEqual(
  tools.map(({ name }) => name),
  ['greet'],
);
assert.equal(greeting.content[0].text, 'Hello, Ada');
assert.deepEqual(methods, ['initialize', 'notifications/initialized', 'tools/list', 'tools/call']);
assert.equal(code, 0);
assert.throws(() => process.kill(proxy.pid, 0), 'the server is still running');
