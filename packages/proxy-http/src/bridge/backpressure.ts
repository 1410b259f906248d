// Pauses a source while one of its destinations is full, and resumes the source when all destinations have drained.

/** A destination that can be full and that notifies a listener once when it has drained. */
export interface Drainable {
  onceDrained(callback: () => void): void;
}

export class Backpressure {
  readonly #source: { pause(): unknown; resume(): unknown };
  readonly #full = new Set<Drainable>();

  constructor(source: { pause(): unknown; resume(): unknown }) {
    this.#source = source;
  }

  /** Pauses the source until this destination has drained. */
  pauseUntilDrained(sink: Drainable): void {
    if (this.#full.has(sink)) return;
    this.#full.add(sink);
    this.#source.pause();
    sink.onceDrained(() => {
      this.#full.delete(sink);
      if (this.#full.size === 0) this.#source.resume();
    });
  }
}
