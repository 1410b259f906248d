// Limits the number of connections. Every user of this machine can connect, so connections that have not signed in make
// room for new ones: they could otherwise lock out the user.

import type { Socket } from 'node:net';

export class Connections {
  readonly #most: number;
  #count = 0;
  /** Connections that have not signed in, oldest first. */
  readonly #strangers = new Set<Socket>();

  constructor(most: number) {
    this.#most = most;
  }

  /** If there are too many, closes the oldest one that has not signed in. */
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

  /** A request on this connection has a valid session. */
  signedIn(socket: Socket): void {
    this.#strangers.delete(socket);
  }
}
