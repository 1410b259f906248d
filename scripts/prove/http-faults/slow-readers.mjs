// Clients that request large responses and do not read them. The server must wait, and the proxy must not buffer the
// responses.
import { once } from 'node:events';
import { connect } from 'node:net';
import { call } from './callers.mjs';

const READERS = 50;
const LOOKS = 100;
/** The number of responses after which every buffer is full; from then on, memory must not grow. */
const SETTLED = 30;
const GROWTH = 1.05;

export async function standStill(endpoint, say) {
  await call(endpoint.url, 1);
  const before = endpoint.sockets();
  const readers = await Promise.all(Array.from({ length: READERS }, () => ask(endpoint.url)));
  const sizes = [];
  for (let look = 0; look < LOOKS; look++) {
    const answer = await call(endpoint.url, 2 + look);
    if (!answer.includes('public answer')) throw new Error(`another client is told: ${answer}`);
    sizes.push(Math.round(endpoint.megabytes()));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [settled, last] = [sizes[SETTLED], sizes.at(-1)];
  say(`${READERS} readers that stand still: ${settled} MB, later ${last} MB, and others are answered`);
  if (last > settled * GROWTH) throw new Error(`the memory grew: ${sizes.join(' ')} MB`);
  for (const reader of readers) reader.resetAndDestroy();
  await endpoint.until(() => endpoint.sockets() <= before, 'the connections of the readers end');
  return { 'slow readers': READERS, 'MB beside them': last };
}

/** Starts a client that reads the beginning of its response and then stops. */
async function ask(url) {
  const { port } = new URL(url);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'flood' } });
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await once(socket, 'readable');
  socket.on('error', () => {});
  return socket;
}
