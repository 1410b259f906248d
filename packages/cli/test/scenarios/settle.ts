// Waits until all messages of a scenario with a remote server have arrived, using a `ping` and a last message on every
// stream.

import { type PuppetSession, sendEvent } from '../../../../fixtures/servers/http-puppet.js';
import type { End } from './lines.js';

const LAST = JSON.stringify({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level: 'info', data: 'that is all' },
});

let pings = 0;

/** Waits until both peers have received all messages on all streams. */
export async function settleRemote(client: End, server: End, puppet: PuppetSession): Promise<void> {
  pings += 1;
  const ping = JSON.stringify({ jsonrpc: '2.0', id: `settled-${pings}`, method: 'ping' });
  client.say(ping);
  expectSame(await server.hear('a ping'), ping, 'server');
  const pong = JSON.stringify({ jsonrpc: '2.0', id: `settled-${pings}`, result: {} });
  server.say(pong);
  expectSame(await client.hear('the answer to a ping'), pong, 'client');
  for (const stream of puppet.streams) {
    sendEvent(stream, LAST);
    expectSame(await client.hear('the last word'), LAST, 'client');
  }
}

function expectSame(heard: string, said: string, who: string): void {
  if (heard !== said) throw new Error(`the ${who} has heard more than it should: ${heard}`);
}
