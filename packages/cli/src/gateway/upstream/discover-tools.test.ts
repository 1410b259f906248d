// Tests the limits of the tool list that the gateway requests from a server.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discoverTools } from './discover-tools.js';

/** Returns the cursor after the given one; the name of the list is its path. */
const nextCursor: Readonly<Record<string, (cursor: string) => string | undefined>> = {
  '/one': () => undefined,
  '/same': () => 'same',
  '/circle': (cursor) => (cursor === 'a' ? 'b' : 'a'),
  '/endless': (cursor) => `${cursor}x`,
};
let requests = 0;
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const { id, method, params } = body === '' ? { id: undefined, method: '', params: {} } : JSON.parse(body);
    if (id === undefined) {
      response.writeHead(request.method === 'GET' ? 405 : 202).end();
      return;
    }
    const listed = { tools: [], nextCursor: nextCursor[request.url ?? '']?.(params.cursor ?? '') };
    const handshake = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      serverInfo: { name: 's', version: '1' },
    };
    if (method === 'tools/list') requests++;
    const result = method === 'tools/list' ? listed : handshake;
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const cases: readonly (readonly [string, number, string | undefined])[] = [
  ['/one', 1, undefined],
  ['/same', 2, 'the server lists the same page twice'],
  ['/circle', 3, 'the server lists the same page twice'],
  ['/endless', 200, 'the tool list of the server has more than 200 pages'],
];
for (const [path, pages, problem] of cases)
  test(`${path}: ${problem ?? 'the list is read'}`, async () => {
    requests = 0;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const found = await discoverTools({ url, bearer: undefined, upstream: {} });
    expect(found).toEqual(problem === undefined ? { ok: true, value: [] } : { ok: false, problem });
    expect(requests).toBe(pages);
  });
