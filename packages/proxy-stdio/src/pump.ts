// Moves chunks from a stream into a function and stops reading while a sink that it filled is full, so that a
// slow reader slows the writer instead of filling our memory.

import type { Readable, Writable } from 'node:stream';

/** A sink that remembers whether it was written to since it was last asked. */
export class Sink {
  readonly stream: Writable;
  #touched = false;

  constructor(stream: Writable) {
    this.stream = stream;
  }

  readonly write = (pieces: readonly Uint8Array[]): void => {
    const { stream } = this;
    if (stream.destroyed || stream.writableEnded) return;
    this.#touched = true;
    if (pieces.length === 1) {
      stream.write(pieces[0]);
      return;
    }
    stream.cork();
    for (const piece of pieces) stream.write(piece);
    stream.uncork();
  };

  /** True when it was written to and wants no more for now. */
  takeFull(): boolean {
    const full = this.#touched && this.stream.writableNeedDrain;
    this.#touched = false;
    return full;
  }

  /** Calls back once, when there is room again or nobody will ever read. */
  whenFree(callback: () => void): void {
    const done = () => {
      this.stream.off('drain', done);
      this.stream.off('close', done);
      callback();
    };
    this.stream.on('drain', done);
    this.stream.on('close', done);
  }

  /** Resolves when everything written has left this process, or never will. */
  async flushed(): Promise<void> {
    const { stream } = this;
    if (stream.destroyed || stream.writableLength === 0) return;
    await new Promise<void>((resolve) => {
      stream.once('close', resolve);
      stream.once('error', () => resolve());
      stream.write(new Uint8Array(0), () => resolve());
    });
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
