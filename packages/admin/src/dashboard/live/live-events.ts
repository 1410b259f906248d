// Events as they happen, over a WebSocket: records of every running proxy in groups, statistics every two seconds, and a notice
// when approvals or the kill switch have changed. The files are read once for all pages, and only while a page is open.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { tailAudit } from '@claw/audit';
import { type WebSocket, WebSocketServer } from 'ws';
import { refuseUpgrade } from '../access/refuse-upgrade.js';
import type { AdminPorts } from '../ports.js';
import { type EventSummary, summarize } from './event-summary.js';
import { RecentDecisions } from './live-statistics.js';
import { ReplayBuffer } from './replay-buffer.js';

/** A page that reads more slowly gets no records until it has caught up; it fetches what it missed. */
const maxBuffered = 1024 * 1024;
const maxPages = 32;
const groupMilliseconds = 100;
/** A group with more is cut to its newest records; the count tells how many there were. */
const maxGroup = 100;
const switchMilliseconds = 500;
const statisticsMilliseconds = 2000;
/** A code of our own: the page does not connect again. */
const signedOut = 4401;

interface Entry {
  /** Aborted when the session of the page has ended. */
  readonly over: AbortSignal;
  /** The last event that the page has seen, if it was connected before. */
  readonly after: string | undefined;
}

export class LiveEvents {
  readonly #ports: AdminPorts;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024, clientTracking: true });
  readonly #replay = new ReplayBuffer();
  readonly #recent = new RecentDecisions();
  /** Pages that were too slow and have to fetch what they missed. */
  readonly #behind = new WeakSet<WebSocket>();
  #group: EventSummary[] = [];
  #grouped = 0;
  #stop: (() => void) | undefined;
  /** The state that the pages know. */
  #enabled: boolean | undefined;

  constructor(ports: AdminPorts) {
    this.#ports = ports;
  }

  /** Takes a connection that was let in. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer, { over, after }: Entry): void {
    if (this.#server.clients.size >= maxPages) {
      refuseUpgrade(socket, 503);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (page) => {
      page.on('error', () => {});
      const end = () => page.close(signedOut, 'signed out');
      over.addEventListener('abort', end, { once: true });
      page.on('close', () => {
        over.removeEventListener('abort', end);
        this.#rest();
      });
      this.#stop ??= this.#begin();
      const missed = after === undefined ? undefined : this.#replay.after(after);
      // Without `resumed`, the page fetches everything anew.
      page.send(
        JSON.stringify({ type: 'ready', resumed: missed !== undefined, cursor: this.#replay.cursor }),
      );
      for (const event of missed ?? []) page.send(event);
      page.send(this.#statistics());
    });
  }

  /** The state of the kill switch. A change that is undone between two polls would be missed, so those made here are told. */
  switched(enabled: boolean): void {
    if (enabled !== this.#enabled) this.#tell({ type: 'kill', enabled });
    this.#enabled = enabled;
  }

  close(): void {
    for (const page of this.#server.clients) page.terminate();
    this.#rest();
    this.#server.close();
  }

  #rest(): void {
    const isOpen = [...this.#server.clients].some(({ readyState, OPEN }) => readyState === OPEN);
    if (isOpen) return;
    this.#stop?.();
    this.#stop = undefined;
  }

  #begin(): () => void {
    const over = new AbortController();
    const stopWatching = this.#ports.approvals.watch(() => this.#tell({ type: 'approvals' }));
    this.#enabled = undefined;
    const poll = async () => {
      const { enabled } = await this.#ports.killSwitch.status();
      if (this.#enabled === undefined) this.#enabled = enabled;
      else this.switched(enabled);
    };
    const timers = [
      setInterval(() => void poll().catch(() => {}), switchMilliseconds),
      setInterval(() => this.#sendGroup(), groupMilliseconds),
      setInterval(() => this.#sendAll(this.#statistics()), statisticsMilliseconds),
    ];
    void this.#follow(over.signal);
    return () => {
      over.abort();
      for (const timer of timers) clearInterval(timer);
      stopWatching();
    };
  }

  /** A folder that cannot be read now may be readable later. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        for await (const line of tailAudit(
          this.#ports.auditFolder,
          { exceptKinds: ['checkpoint'] },
          { lines: 0, signal },
        ))
          this.#add(summarize(JSON.parse(line)));
      } catch {
        await new Promise((resolve) => setTimeout(resolve, switchMilliseconds));
      }
    }
  }

  #add(event: EventSummary): void {
    this.#recent.add(event);
    this.#grouped++;
    this.#group.push(event);
    if (this.#group.length > 2 * maxGroup) this.#group.splice(0, maxGroup);
  }

  #sendGroup(): void {
    if (this.#grouped === 0) return;
    const items = this.#group.slice(-maxGroup);
    this.#tell({ type: 'events', items, skipped: this.#grouped - items.length });
    this.#group = [];
    this.#grouped = 0;
  }

  #statistics(): string {
    return JSON.stringify({ type: 'statistics', ...this.#recent.read(Date.now()) });
  }

  #tell(event: object): void {
    this.#sendAll(this.#replay.add(event));
  }

  #sendAll(text: string): void {
    for (const page of this.#server.clients) this.#send(page, text);
  }

  #send(page: WebSocket, text: string): void {
    if (page.readyState !== page.OPEN) return;
    if (page.bufferedAmount > maxBuffered) {
      this.#behind.add(page);
      return;
    }
    if (this.#behind.delete(page))
      page.send(JSON.stringify({ type: 'ready', resumed: false, cursor: this.#replay.cursor }));
    page.send(text);
  }
}
