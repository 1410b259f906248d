// Events as they happen, over a WebSocket: new records of every running proxy, and a word when the questions or the kill
// switch have changed. One look at the files serves all who listen; nobody listening, nobody looks.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { tailAudit } from '@claw/audit';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AdminPorts } from './ports.js';
import { refuseUpgrade } from './refuse-upgrade.js';

/** Whoever reads more slowly than this is told to come again. */
const mostWaiting = 4 * 1024 * 1024;
const mostListeners = 32;
const switchMilliseconds = 500;
/** A code of our own: the page does not try again. */
const signedOut = 4401;

export class Live {
  readonly #ports: AdminPorts;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024, clientTracking: true });
  #stop: (() => void) | undefined;
  /** What the listeners were told last. */
  #enabled: boolean | undefined;

  constructor(ports: AdminPorts) {
    this.#ports = ports;
  }

  /** Takes a connection that was let in, until the session that it belongs to is over. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer, over: AbortSignal): void {
    if (this.#server.clients.size >= mostListeners) {
      refuseUpgrade(socket, 503);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => {});
      const end = () => client.close(signedOut, 'signed out');
      over.addEventListener('abort', end, { once: true });
      client.on('close', () => {
        over.removeEventListener('abort', end);
        this.#rest();
      });
      this.#stop ??= this.#begin();
      send(client, '{"type":"ready"}');
    });
  }

  /** The switch stands like this now. Whoever changes it here says so: back and forth between two looks is not seen. */
  switched(enabled: boolean): void {
    if (enabled !== this.#enabled) this.#tell({ type: 'kill', enabled });
    this.#enabled = enabled;
  }

  close(): void {
    for (const client of this.#server.clients) client.terminate();
    this.#rest();
    this.#server.close();
  }

  #rest(): void {
    const open = [...this.#server.clients].some(({ readyState, OPEN }) => readyState === OPEN);
    if (open) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #begin(): () => void {
    const over = new AbortController();
    const stopWatching = this.#ports.approvals.watch(() => this.#tell({ type: 'approvals' }));
    this.#enabled = undefined;
    const look = async () => {
      const now = (await this.#ports.killSwitch.status()).enabled;
      if (this.#enabled === undefined) this.#enabled = now;
      else this.switched(now);
    };
    const timer = setInterval(() => void look().catch(() => {}), switchMilliseconds);
    void this.#follow(over.signal);
    return () => {
      over.abort();
      clearInterval(timer);
      stopWatching();
    };
  }

  /** A folder that cannot be read now may be readable later. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        // What is told is a line of the log as it stands there: it is JSON.
        for await (const line of tailAudit(this.#ports.auditFolder, {}, { lines: 0, signal }))
          this.#tell(`{"type":"record","record":${line}}`);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, switchMilliseconds));
      }
    }
  }

  #tell(event: object | string): void {
    const text = typeof event === 'string' ? event : JSON.stringify(event);
    for (const client of this.#server.clients) send(client, text);
  }
}

function send(client: WebSocket, text: string): void {
  if (client.readyState !== client.OPEN) return;
  if (client.bufferedAmount > mostWaiting) client.close(1013, 'too slow');
  else client.send(text);
}
