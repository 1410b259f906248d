import { expect, test } from 'vitest';
import { Bench, result } from '../../test/test-connection.js';
import type { Handshake } from './handshake.js';

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: { sampling: {}, roots: { listChanged: true } },
    clientInfo: { name: 'probe', version: '1.2' },
  },
};

test('names, versions and capabilities of both peers are reported after the handshake', async () => {
  const told: Handshake[] = [];
  const bench = await Bench.open('version = 1\ndefault = "allow"', { onHandshake: (one) => told.push(one) });
  bench.client(hello);
  bench.server(
    result(1, {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'notes', version: 7 },
    }),
  );
  await bench.idle();
  expect(told).toEqual([
    {
      protocol: '2025-06-18',
      client: { name: 'probe', version: '1.2', capabilities: ['sampling', 'roots'] },
      server: { name: 'notes', capabilities: ['tools'] },
    },
  ]);
});

test('an invalid response, or one to another request, reports nothing', async () => {
  const told: Handshake[] = [];
  const bench = await Bench.open('version = 1\ndefault = "allow"', { onHandshake: (one) => told.push(one) });
  bench.client(hello);
  bench.client({ ...hello, id: 2, method: 'ping' });
  bench.server({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } });
  bench.server(result(2, { serverInfo: { name: 'notes' } }));
  await bench.idle();
  expect(told).toEqual([]);
});
