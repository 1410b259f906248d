// Connects the official SDKs to real servers through a gateway with an API key, over Streamable HTTP and the legacy
// HTTP+SSE transport. The responses must equal those without the gateway.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clients, type Way } from '../../../../proxy-http/test/compatibility/http-clients.js';
import { directly, servers, useServer } from '../../../../proxy-http/test/compatibility/http-servers.js';
import type { Step } from '../../compatibility/conversation.js';
import { startConformanceServer } from '../../conformance/run-suite.js';
import { type Served, serve, watchfulNodes } from './served.js';

/**
 * False for messages that depend on timers of the server. They are compared in the tests of `proxy-http`, where
 * start-up takes no time.
 */
const isTimely = (step: Step): boolean =>
  'until' in step || 'notify' in step || ('ask' in step && step.cancelOn !== undefined);

test('SDK 2.4 uses the newest protocol through a gateway, and SDK 1.32 the older one', async ({
  onTestFinished,
}) => {
  const upstream = await startConformanceServer(onTestFinished);
  const nodes = watchfulNodes();
  onTestFinished(() => nodes.stop());
  const { url, key: token } = await serve(nodes, upstream);
  for (const client of clients) {
    const call = async (way: Way) => {
      const { modern, greeting, close, request } = await client
        .by(way)
        .connect({ command: '', args: [] }, {}, () => {});
      const tools = await request('tools/list', {}, {});
      const result = await request('tools/call', { name: 'test_simple_text', arguments: {} }, {});
      await close();
      return { modern, greeting, tools, result };
    };
    const there = await call({ http: url, token });
    expect(there).toEqual(await call({ http: upstream }));
    expect(there.modern).toBe(client.name === 'SDK 2.4');
  }
}, 60_000);

for (const kind of servers) {
  describe(`${kind.name} at ${kind.path}`, () => {
    const { url, talk } = useServer(kind, isTimely);
    const nodes = watchfulNodes();
    let served: Served;
    beforeAll(async () => {
      served = await serve(nodes, url());
    }, 60_000);
    afterAll(() => nodes.stop());

    for (const client of clients) {
      test.concurrent(`${client.name} gets the same responses through a gateway`, {
        timeout: 120_000,
      }, async () => {
        const answered = async (way: Way) => {
          const { greeting, outcomes } = await talk(client, way);
          return { greeting, outcomes };
        };
        const { key: token } = served;
        const throughGateway: Way =
          kind.path === '/sse' ? { sse: `${served.url}/sse`, token } : { http: served.url, token };
        const [direct, there] = await Promise.all([answered(directly(url())), answered(throughGateway)]);
        // Otherwise the comparison would also succeed for two empty conversations.
        expect(direct.outcomes.length).toBeGreaterThan(8);
        expect(there).toEqual(direct);
      });
    }
  });
}
