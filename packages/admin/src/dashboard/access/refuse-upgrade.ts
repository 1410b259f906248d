// Rejects a WebSocket request and closes its connection, because the HTTP server and its time limits no longer
// control that connection.

import type { Duplex } from 'node:stream';

export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
