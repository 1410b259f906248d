// Rejects a WebSocket request. The HTTP server and its time limits no longer control the connection, so it must be
// closed here.

import type { Duplex } from 'node:stream';

export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
