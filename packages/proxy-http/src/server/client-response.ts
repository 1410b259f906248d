// The response to one HTTP request of a client: a single body or an event stream. Messages must be inspected before
// they are written here.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderList } from '../headers/header-list.js';

export interface ResponseHead {
  readonly status: number;
  readonly headers: HeaderList;
}

const EVENT_STREAM_HEAD: ResponseHead = {
  status: 200,
  headers: ['Content-Type', 'text/event-stream', 'Cache-Control', 'no-cache'],
};

/**
 * The maximum size of a body that is passed to Node as text. Node sends such a body in one write with the headers,
 * which is faster than two buffers.
 */
const MAX_TEXT_BODY = 16 * 1024;

/** Returns true if the client's `Accept` header allows an event stream. */
export const acceptsEventStream = ({ headers }: IncomingMessage): boolean =>
  /text\/event-stream|\*\/\*/.test(headers.accept ?? '');

const ignore = () => {};

export class ClientResponse {
  readonly #response: ServerResponse;
  /** True if the client accepts an event stream. */
  readonly acceptsEvents: boolean;
  #state: 'unsent' | 'streaming' | 'ended' = 'unsent';
  #disconnectListeners: (() => void)[] = [];
  #drainListeners: (() => void)[] = [];

  constructor(response: ServerResponse, acceptsEvents: boolean) {
    this.#response = response;
    this.acceptsEvents = acceptsEvents;
    // The response contains the `Date` header of the upstream.
    response.sendDate = false;
    response.on('error', ignore);
    response.on('close', () => {
      const early = this.#state !== 'ended' || !response.writableFinished;
      this.#state = 'ended';
      this.#notifyDrained();
      if (early) for (const listener of this.#disconnectListeners.splice(0)) listener();
    });
  }

  /** True if the response has not started or an event stream is open. */
  get isOpen(): boolean {
    return this.#state !== 'ended';
  }

  get isUnsent(): boolean {
    return this.#state === 'unsent';
  }

  get isEventStream(): boolean {
    return this.#state === 'streaming';
  }

  /** Calls back if the client disconnects before the response is complete. */
  onDisconnect(listener: () => void): void {
    if (this.#response.destroyed) queueMicrotask(listener);
    else this.#disconnectListeners.push(listener);
  }

  /** Sends a complete response. */
  send(head: ResponseHead, body?: Uint8Array): void {
    this.sendChunks(head, body === undefined ? [] : [body]);
  }

  /** Like `send`, for a body in several chunks. */
  sendChunks({ status, headers }: ResponseHead, pieces: readonly Uint8Array[]): void {
    if (this.#state !== 'unsent') return;
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    // Without a length, the client would wait for a body.
    const hasLength = size > 0 || (status !== 204 && status !== 304);
    const response = this.#response;
    response.writeHead(status, hasLength ? [...headers, 'Content-Length', String(size)] : [...headers]);
    this.#state = 'ended';
    const [last] = pieces.slice(-1);
    if (pieces.length === 1 && size <= MAX_TEXT_BODY) {
      response.end(bufferOf(last as Uint8Array).toString('latin1'), 'latin1');
      return;
    }
    if (pieces.length > 1) response.cork();
    for (const piece of pieces.slice(0, -1)) response.write(piece);
    response.end(last);
  }

  /** Starts an event stream and sends its headers immediately. */
  startEventStream(head: ResponseHead = EVENT_STREAM_HEAD): void {
    if (this.#state !== 'unsent') return;
    this.#response.writeHead(head.status, head.headers as string[]);
    this.#state = 'streaming';
    this.#response.flushHeaders();
  }

  /** Writes encoded events. Returns false if the client reads too slowly; see `canWrite`. */
  write(pieces: readonly Uint8Array[]): boolean {
    if (this.#state !== 'streaming') return true;
    let room = true;
    for (const piece of pieces) if (piece.length > 0) room = this.#response.write(piece);
    return room;
  }

  /** False while the client reads too slowly. A disconnected client never slows down the upstream. */
  get canWrite(): boolean {
    return this.#state === 'ended' || !this.#response.writableNeedDrain;
  }

  /** The number of bytes that the client has not read yet. */
  get bufferedBytes(): number {
    return this.#response.writableLength;
  }

  /** Calls back once, as soon as the buffer has drained or the client has disconnected. */
  onceDrained(callback: () => void): void {
    if (this.#drainListeners.length === 0) this.#response.once('drain', () => this.#notifyDrained());
    this.#drainListeners.push(callback);
  }

  #notifyDrained(): void {
    for (const callback of this.#drainListeners.splice(0)) callback();
  }

  /** Ends a complete event stream. */
  end(): void {
    if (this.#state !== 'streaming') return;
    this.#state = 'ended';
    this.#response.end();
  }

  /** Breaks the connection, so that the client does not treat the response as complete. */
  abort(): void {
    this.#state = 'ended';
    this.#response.destroy();
  }
}

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
