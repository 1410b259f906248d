// The answer to somebody who wants a WebSocket and gets none. The connection is out of the hands of the server by then, with
// all its time limits: who does not hang up would keep it.

import type { Duplex } from 'node:stream';

export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
