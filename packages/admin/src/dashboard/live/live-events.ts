// Sends live events over a WebSocket: groups of records from all running proxies, statistics every two seconds, and a
// notice when approvals or the kill switch have changed. Files are read once for all pages, and only while a page is
// connected or may reconnect.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { tailRecords } from '@claw/audit';
import type { EventSummary } from '@claw/dashboard/types';
import { type WebSocket, WebSocketServer } from 'ws';
import { refuseUpgrade } from '../access/refuse-upgrade.js';
import type { AdminPorts } from '../ports.js';
import { isPlainReply, summarize } from './event-summary.js';
import { RecentDecisions } from './live-statistics.js';
import { ReplayBuffer } from './replay-buffer.js';

/**
 * The maximum amount of unsent data. A page that exceeds this limit gets no records until it has caught up; then it
 * fetches the records that it missed.
 */
const maxBuffered = 1024 * 1024;
const maxPages = 32;
const groupMilliseconds = 100;
/** The maximum number of records in a group. Only the newest are sent; `skipped` is the number of the others. */
const maxGroup = 200;
const switchMilliseconds = 500;
const statisticsMilliseconds = 2000;
/** The time within which a page can reconnect and continue after its last event. */
const restMilliseconds = 30_000;
/** A custom close code after which the page does not reconnect. */
const signedOut = 4401;

interface Entry {
  /** Aborted when the session of the page has ended. */
  readonly signal: AbortSignal;
  /** The last event that the page has received, if it was connected before. */
  readonly after: string | undefined;
}

export class LiveEvents {
  readonly #ports: AdminPorts;
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: 1024, clientTracking: true });
  readonly #replay = new ReplayBuffer();
  readonly #recent = new RecentDecisions();
  /** Pages that read too slowly and have to fetch the events that they missed. */
  readonly #behind = new WeakSet<WebSocket>();
  #group: EventSummary[] = [];
  #grouped = 0;
  /** Pages that have received their start position. */
  readonly #greeted = new WeakSet<WebSocket>();
  #following: { readonly begun: Promise<void>; stop(): void } | undefined;
  #resting: NodeJS.Timeout | undefined;
  /** The last state of the kill switch that was sent to the pages. */
  #enabled: boolean | undefined;

  constructor(ports: AdminPorts) {
    this.#ports = ports;
  }

  /** Accepts an authenticated connection. */
  take(request: IncomingMessage, socket: Duplex, head: Buffer, { signal, after }: Entry): void {
    if (this.#server.clients.size >= maxPages) {
      refuseUpgrade(socket, 503);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (page) => {
      page.on('error', () => {});
      const end = () => page.close(signedOut, 'signed out');
      signal.addEventListener('abort', end, { once: true });
      page.on('close', () => {
        signal.removeEventListener('abort', end);
        this.#rest();
      });
      clearTimeout(this.#resting);
      this.#following ??= this.#begin();
      void this.#following.begun.then(() => this.#greet(page, after));
    });
  }

  /**
   * INVARIANT: records that are written after `ready` are sent, so a page that then fetches the earlier records
   * misses none.
   */
  #greet(page: WebSocket, after: string | undefined): void {
    const missed = after === undefined ? undefined : this.#replay.after(after);
    // Without `resumed`, the page fetches all data again.
    page.send(this.#ready(missed !== undefined));
    for (const event of missed ?? []) page.send(event);
    page.send(this.#statistics());
    this.#greeted.add(page);
  }

  #ready(resumed: boolean): string {
    return JSON.stringify({ type: 'ready', resumed, cursor: this.#replay.cursor });
  }

  /**
   * Reports the state of the kill switch. A change that is undone between two polls would be missed, so changes by
   * this process are reported directly.
   */
  switched(enabled: boolean): void {
    if (enabled !== this.#enabled) this.#broadcast({ type: 'kill', enabled });
    this.#enabled = enabled;
  }

  close(): void {
    for (const page of this.#server.clients) page.terminate();
    clearTimeout(this.#resting);
    this.#following?.stop();
    this.#server.close();
  }

  #rest(): void {
    const isOpen = [...this.#server.clients].some(({ readyState, OPEN }) => readyState === OPEN);
    if (isOpen) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#following?.stop();
      this.#following = undefined;
      // From now on, no events are read, so a page cannot resume.
      this.#replay.restart();
    }, restMilliseconds).unref();
  }

  #begin(): { readonly begun: Promise<void>; stop(): void } {
    const ended = new AbortController();
    const stopWatching = this.#ports.approvals.watch(() => this.#broadcast({ type: 'approvals' }));
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
    const begun = new Promise<void>((resolve) => void this.#follow(ended.signal, resolve));
    const stop = () => {
      ended.abort();
      for (const timer of timers) clearInterval(timer);
      stopWatching();
    };
    return { begun, stop };
  }

  /** Follows the log. Tries again after errors, because a folder that cannot be read may become readable later. */
  async #follow(signal: AbortSignal, onBegin: () => void): Promise<void> {
    const { auditFolder } = this.#ports;
    const options = { lines: 0, signal, onBegin };
    while (!signal.aborted) {
      try {
        for await (const { record } of tailRecords(auditFolder, { exceptKinds: ['checkpoint'] }, options))
          if (!isPlainReply(record)) this.#add(summarize(record));
      } catch {
        onBegin();
        await new Promise((resolve) => setTimeout(resolve, switchMilliseconds));
        this.#replay.restart();
        this.#sendAll(this.#ready(false));
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
    this.#broadcast({ type: 'events', items, skipped: this.#grouped - items.length });
    this.#group = [];
    this.#grouped = 0;
  }

  #statistics(): string {
    return JSON.stringify({ type: 'statistics', ...this.#recent.read(Date.now()) });
  }

  #broadcast(event: object): void {
    this.#sendAll(this.#replay.add(event));
  }

  #sendAll(text: string): void {
    for (const page of this.#server.clients) this.#send(page, text);
  }

  #send(page: WebSocket, text: string): void {
    if (page.readyState !== page.OPEN || !this.#greeted.has(page)) return;
    if (page.bufferedAmount > maxBuffered) {
      this.#behind.add(page);
      return;
    }
    if (this.#behind.delete(page)) page.send(this.#ready(false));
    page.send(text);
  }
}
