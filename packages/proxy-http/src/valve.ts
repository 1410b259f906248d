// Stops a source while something that it fills is full. There may be several of those; it runs again when all have room.

/** What can be full, and tells once when it has room again. */
export interface Sink {
  whenRoom(callback: () => void): void;
}

export class Valve {
  readonly #source: { pause(): unknown; resume(): unknown };
  readonly #full = new Set<Sink>();

  constructor(source: { pause(): unknown; resume(): unknown }) {
    this.#source = source;
  }

  /** This is full now. */
  closeFor(sink: Sink): void {
    if (this.#full.has(sink)) return;
    this.#full.add(sink);
    this.#source.pause();
    sink.whenRoom(() => {
      this.#full.delete(sink);
      if (this.#full.size === 0) this.#source.resume();
    });
  }
}
