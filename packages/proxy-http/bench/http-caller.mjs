// A client with minimal cost, so that the measurement shows the cost of the relay: the request is built once, and
// only the length of a response is checked.

import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)\r\n/i;

const requestBytes = (port, body) =>
  Buffer.from(
    [
      'POST /mcp HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );

/** Calls on one connection, one after the other, until `isOver` returns true; returns their number. */
export function callInTurn(port, body, isOver) {
  const request = requestBytes(port, body);
  return new Promise((resolve, reject) => {
    let calls = 0;
    let missing = 0;
    let head = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => socket.write(request)).setNoDelay();
    const answered = () => {
      calls++;
      if (!isOver()) return void socket.write(request);
      resolve(calls);
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      if (missing === 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(HEAD_END);
        if (end === -1) return;
        const text = head.toString('latin1', 0, end + 2);
        const length = text.startsWith('HTTP/1.1 200 ') ? LENGTH.exec(text)?.[1] : undefined;
        if (length === undefined) return void socket.destroy(new Error(`an answer begins with ${text}`));
        missing = Number(length) - (head.length - end - HEAD_END.length);
        head = head.subarray(0, 0);
      } else missing -= chunk.length;
      if (missing === 0) answered();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed before the answer')));
  });
}
