// Tests that a body is read completely, whatever its chunks, and needs no more memory than its size.

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { readBody } from './read-body.js';

const limits = { maxBytes: 1_000_000, timeout: 60_000 };

/** Returns a request whose head has been received, and its connection. */
async function begin() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
  const [request] = (await once(server, 'request')) as [IncomingMessage];
  return { client, request };
}

/** Returns the memory in use after a garbage collection. */
function inUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}

test('a body that arrives byte by byte', { timeout: 30_000 }, async () => {
  const { client, request } = await begin();
  const length = 200_000;
  const text = 'abcdefghij'.repeat(length / 10);
  const body = readBody(request, limits);
  let seen = 0;
  const all = new Promise<void>((resolve) => {
    request.on('data', (chunk: Buffer) => {
      seen += chunk.length;
      if (seen === length) resolve();
    });
  });
  const before = inUse();
  client.write(text.replaceAll(/./g, '1\r\n$&\r\n'));
  await all;
  // If each chunk were stored as an object, it would need more than a hundred bytes.
  expect(inUse() - before).toBeLessThan(20 * length);
  client.write('0\r\n\r\n');
  const read = await body;
  expect(read.kind === 'read' && Buffer.from(read.bytes).toString() === text).toBe(true);
});

const bodies = [
  { name: 'no chunks', chunks: [], text: '' },
  { name: 'one chunk', chunks: ['{"a":1}'], text: '{"a":1}' },
  { name: 'two chunks', chunks: ['{"a"', ':1}'], text: '{"a":1}' },
  { name: 'a small, a large and a small chunk', chunks: ['a', 'b'.repeat(5000), 'c'] },
];
for (const { name, chunks, text = chunks.join('') } of bodies) {
  test(name, async () => {
    const { client, request } = await begin();
    const body = readBody(request, limits);
    for (const chunk of chunks) client.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
    client.write('0\r\n\r\n');
    const read = await body;
    expect(read.kind === 'read' && Buffer.from(read.bytes).toString()).toBe(text);
  });
}
