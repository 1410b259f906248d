// Limits the number of connections. Every user of this machine can connect. If there are too many connections, those
// without a session are closed first, so that other users cannot lock out the user of the dashboard.

import type { Socket } from 'node:net';

export class Connections {
  readonly #most: number;
  #count = 0;
  /** The connections without a session, oldest first. */
  readonly #strangers = new Set<Socket>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Adds a connection. If there are too many, closes the oldest one without a session. */
  accept(socket: Socket): void {
    this.#count++;
    this.#strangers.add(socket);
    socket.once('close', () => {
      this.#count--;
      this.#strangers.delete(socket);
    });
    if (this.#count <= this.#most) return;
    const [oldest] = this.#strangers;
    oldest?.destroy();
  }

  /** Call when a request on this connection has a valid session. */
  signedIn(socket: Socket): void {
    this.#strangers.delete(socket);
  }
}
