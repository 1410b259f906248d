// Runs the public conformance suite against a server, directly and through a gateway. The results must be the same in
// both protocol eras.

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, type TestContext, test } from 'vitest';
import { runSuite, startConformanceServer } from '../../conformance/run-suite.js';
import { installSuite } from '../../conformance/suite.js';
import { type Served, serve, watchfulNodes } from './served.js';

const missing = await installSuite();

/** Starts a relay that adds the key, because the suite has no option for a key. Returns the URL of the relay. */
async function addKey({ url, key }: Served, onTestFinished: TestContext['onTestFinished']): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const sent = request(
      url,
      { method, headers: { ...headers, authorization: `Bearer ${key}` } },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        outgoing.flushHeaders();
        response.on('error', () => outgoing.destroy()).pipe(outgoing);
      },
    );
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    incoming.pipe(sent);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/**
 * Returns the lines that can be compared. For an unknown task, the gateway returns the error code of MCP, but this
 * server has no tasks and returns another code.
 */
const comparable = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replace(/^(. tasks-dispatch-and-envelope): .*/, '$1'));

describe.skipIf(missing !== undefined)('conformance through a gateway', () => {
  for (const revision of ['2025-11-25', '2026-07-28']) {
    test.concurrent(`${revision}: the results are the same as without a gateway`, {
      timeout: 240_000,
    }, async (context) => {
      const start = () => startConformanceServer(context.onTestFinished);
      const nodes = watchfulNodes();
      context.onTestFinished(() => nodes.stop());
      const throughGateway = async () =>
        runSuite(await addKey(await serve(nodes, await start()), context.onTestFinished), revision);
      const [direct, there] = await Promise.all([
        start().then((url) => runSuite(url, revision)),
        throughGateway(),
      ]);
      expect(direct.lines.length).toBeGreaterThan(30);
      expect(comparable(there.lines)).toEqual(comparable(direct.lines));
      expect(there.code).toBe(direct.code);
    });
  }
});
