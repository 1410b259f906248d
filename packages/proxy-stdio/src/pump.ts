// Moves chunks from a stream into a function and stops reading while a sink that it filled is full, so that a
// slow reader slows the writer instead of filling our memory.

import type { Readable, Writable } from 'node:stream';

/**
 * How much may wait in front of a reader before its writer is stopped, and when that goes on. Node's own mark of
 * 16 KB would stop reading the next message until all of a large one has left; with these the two overlap.
 */
const FULL = 4 * 1024 * 1024;
const FREE = 1024 * 1024;

/** One end to write to. */
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

  /** True when it was written to since the last time and has more than enough for now. */
  takeFull(): boolean {
    const full = this.#touched && this.#stream.writableLength >= FULL && !this.#stream.destroyed;
    this.#touched = false;
    return full;
  }

  /** Calls back once, when there is room again or nobody will ever read. */
  whenFree(callback: () => void): void {
    this.#waiting.push(callback);
  }

  /** Resolves when everything written has left this process, or never will. */
  async flushed(): Promise<void> {
    const stream = this.#stream;
    if (stream.destroyed || stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      stream.once('close', resolve);
      stream.once('error', () => resolve());
      stream.write(new Uint8Array(0), () => resolve());
    });
  }

  readonly #written = (): void => {
    if (this.#waiting.length > 0 && this.#stream.writableLength <= FREE) this.#release();
  };

  #release(): void {
    for (const callback of this.#waiting.splice(0)) callback();
  }
}

/** Reads `source` into `push`; `sinks` are those that `push` may write to. */
export function pump(source: Readable, push: (chunk: Uint8Array) => void, sinks: readonly Sink[]): void {
  let full = 0;
  source.on('data', (chunk: Uint8Array) => {
    push(chunk);
    for (const sink of sinks) {
      if (!sink.takeFull()) continue;
      full++;
      source.pause();
      sink.whenFree(() => {
        if (--full === 0) source.resume();
      });
    }
  });
}
