// The answer to one request of a client while it is being given: whole, or as a stream of events. Whatever is written
// here has been judged.

import type { ServerResponse } from 'node:http';
import type { HeaderList } from './headers.js';

export interface Head {
  readonly status: number;
  readonly headers: HeaderList;
}

const EVENTS: Head = {
  status: 200,
  headers: ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-cache'],
};

/** Bodies up to this length leave as one text together with their head, which costs less than two buffers do. */
const AS_TEXT = 16 * 1024;

const ignore = () => {};

export class Channel {
  readonly #response: ServerResponse;
  /** True when the client reads event streams. */
  readonly acceptsEvents: boolean;
  #state: 'silent' | 'events' | 'over' = 'silent';
  #goneListeners: (() => void)[] = [];
  #roomListeners: (() => void)[] = [];

  constructor(response: ServerResponse, acceptsEvents: boolean) {
    this.#response = response;
    this.acceptsEvents = acceptsEvents;
    // What the other side sends has a date of its own.
    response.sendDate = false;
    response.on('error', ignore);
    response.on('close', () => {
      const early = this.#state !== 'over' || !response.writableFinished;
      this.#state = 'over';
      this.#tellRoom();
      if (early) for (const listener of this.#goneListeners.splice(0)) listener();
    });
  }

  /** Nothing has been said yet, or a stream is open. */
  get isOpen(): boolean {
    return this.#state !== 'over';
  }

  get isSilent(): boolean {
    return this.#state === 'silent';
  }

  get hasEvents(): boolean {
    return this.#state === 'events';
  }

  /** Calls back when the client hangs up before everything was said. */
  whenGone(listener: () => void): void {
    if (this.#response.destroyed) queueMicrotask(listener);
    else this.#goneListeners.push(listener);
  }

  /** The whole answer at once. */
  whole(head: Head, body?: Uint8Array): void {
    this.wholeInPieces(head, body === undefined ? [] : [body]);
  }

  /** The same for a body that was not joined. */
  wholeInPieces({ status, headers }: Head, pieces: readonly Uint8Array[]): void {
    if (this.#state !== 'silent') return;
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    // A length belongs to every answer that may have a body, or the client waits for more.
    const hasLength = size > 0 || (status !== 204 && status !== 304);
    const response = this.#response;
    response.writeHead(status, hasLength ? [...headers, 'Content-Length', String(size)] : [...headers]);
    this.#state = 'over';
    const [last] = pieces.slice(-1);
    if (pieces.length === 1 && size <= AS_TEXT) {
      response.end(bufferOf(last as Uint8Array).toString('latin1'), 'latin1');
      return;
    }
    if (pieces.length > 1) response.cork();
    for (const piece of pieces.slice(0, -1)) response.write(piece);
    response.end(last);
  }

  /** Begins a stream and says so at once. */
  openEvents(head: Head = EVENTS): void {
    if (this.#state !== 'silent') return;
    this.#response.writeHead(head.status, head.headers as string[]);
    this.#state = 'events';
    this.#response.flushHeaders();
  }

  /** Writes bytes of events. False when the client is slow: see `hasRoom`. */
  write(pieces: readonly Uint8Array[]): boolean {
    if (this.#state !== 'events') return true;
    let room = true;
    for (const piece of pieces) if (piece.length > 0) room = this.#response.write(piece);
    return room;
  }

  /** False while the client is slow; somebody who is gone slows nobody. */
  get hasRoom(): boolean {
    return this.#state === 'over' || !this.#response.writableNeedDrain;
  }

  /** Bytes that wait for the client to read. */
  get unread(): number {
    return this.#response.writableLength;
  }

  /** Calls back once: when the client has read what was written, or never will. */
  whenRoom(callback: () => void): void {
    if (this.#roomListeners.length === 0) this.#response.once('drain', () => this.#tellRoom());
    this.#roomListeners.push(callback);
  }

  #tellRoom(): void {
    for (const callback of this.#roomListeners.splice(0)) callback();
  }

  /** Everything was said. */
  end(): void {
    if (this.#state !== 'events') return;
    this.#state = 'over';
    this.#response.end();
  }

  /** Something is missing: the client must not take this for the end. */
  abort(): void {
    this.#state = 'over';
    this.#response.destroy();
  }
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
