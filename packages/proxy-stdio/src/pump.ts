// Reads a stream in chunks and stops while an output that it fills is full, so that a slow reader slows down the
// writer and memory use stays limited.

import type { Readable, Writable } from 'node:stream';

/**
 * The amount of pending output at which reading stops, and at which it continues. With Node's own limit of 16 KB, the
 * next message would be read only after a large message was written; with these limits, both happen at the same time.
 */
const PAUSE_AT = 4 * 1024 * 1024;
const RESUME_AT = 1024 * 1024;
/** The maximum amount that is read although the output is full, one chunk each second; see `pump`. */
const MAX_BUFFERED = 2 * PAUSE_AT;
const CHECK_INTERVAL = 1000;

/** The maximum time for which a client that has closed its input may leave our last output unread. */
const UNREAD_TIMEOUT = 10_000;

/** An output to which a pump may write. */
export class Sink {
  readonly #stream: Writable;
  #touched = false;
  #waiting: (() => void)[] = [];

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.once('close', () => this.#release());
  }

  readonly write = (pieces: readonly Uint8Array[]): void => {
    const stream = this.#stream;
    if (stream.destroyed || stream.writableEnded) return;
    this.#touched = true;
    if (pieces.length === 1) {
      stream.write(pieces[0], this.#written);
      return;
    }
    stream.cork();
    for (const piece of pieces) stream.write(piece, this.#written);
    stream.uncork();
  };

  /** Returns true if the output was written to since the last call and is full. */
  takeFull(): boolean {
    const full = this.#touched && this.#stream.writableLength >= PAUSE_AT && !this.#stream.destroyed;
    this.#touched = false;
    return full;
  }

  /** Calls back once, when the output has space again or the reader has closed the stream. */
  whenFree(callback: () => void): void {
    this.#waiting.push(callback);
  }

  /** True if the buffer has reached its maximum size. */
  get overflows(): boolean {
    return this.#stream.writableLength >= MAX_BUFFERED;
  }

  /** Resolves when all written data has left this process, or cannot be written any more. */
  async flushed(readerHasEnded: () => boolean): Promise<void> {
    const stream = this.#stream;
    if (stream.destroyed || stream.writableEnded || stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      let before = stream.writableLength;
      const timer = setInterval(() => {
        if (readerHasEnded() && stream.writableLength === before) done();
        before = stream.writableLength;
      }, UNREAD_TIMEOUT);
      const done = () => {
        clearInterval(timer);
        resolve();
      };
      stream.once('close', done);
      stream.once('error', done);
      stream.write(new Uint8Array(0), done);
    });
  }

  readonly #written = (): void => {
    if (this.#waiting.length > 0 && this.#stream.writableLength <= RESUME_AT) this.#release();
  };

  #release(): void {
    for (const callback of this.#waiting.splice(0)) callback();
  }
}

/** Reads `source` and passes its chunks to `push`; `sinks` are the outputs to which `push` may write. */
export function pump(source: Readable, push: (chunk: Uint8Array) => void, sinks: readonly Sink[]): void {
  let full = 0;
  // The end of a stream comes after its last data, so without reading it is impossible to notice that the writer has
  // exited. Therefore one chunk is read from time to time, up to a limit.
  const checkAgain = () => {
    if (full === 0) return;
    if (sinks.some((sink) => sink.overflows)) setTimeout(checkAgain, CHECK_INTERVAL).unref();
    else source.resume();
  };
  source.on('data', (chunk: Uint8Array) => {
    push(chunk);
    for (const sink of sinks) {
      if (!sink.takeFull()) continue;
      full++;
      source.pause();
      sink.whenFree(() => {
        if (--full === 0) source.resume();
      });
      setTimeout(checkAgain, CHECK_INTERVAL).unref();
    }
  });
}
