// Tests `[egress] resolve` in the built program with its DNS resolver.

import { expect, onTestFinished, test } from 'vitest';
import { request } from '../../../../fixtures/scenarios/scenario.js';
import { Session } from '../scenarios/session.js';

const fetching = (id: string, url: string) =>
  request(id, 'tools/call', { name: 'fetch', arguments: { url } });

test('with DNS resolution, a public address is allowed and a private one is denied', async () => {
  const { client, server, end } = await start();
  onTestFinished(end);
  client.say(fetching('a', 'http://8.8.8.8/'));
  expect(await server.hear('the call')).toBe(fetching('a', 'http://8.8.8.8/'));
  client.say(fetching('b', 'http://10.0.0.1/'));
  const { error } = JSON.parse(await client.hear('a refusal'));
  expect(error.data).toMatchObject({
    rule: 'egress',
    reason: expect.stringContaining('is a private address'),
  });
});

async function start() {
  const session = await Session.start('version = 1\ndefault = "allow"\n[egress]\nresolve = true\n');
  return { client: session.client, server: session.server, end: () => session.end() };
}
