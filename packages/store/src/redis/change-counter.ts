// Detects whether anything in the store has changed: from the messages of the server, which arrive
// immediately, and from a count that is read at intervals, because messages can be lost without notice.

const POLL_MILLISECONDS = 250;
/** After this time without a response, the state is unknown. */
const TRUST_MILLISECONDS = 1000;

export class ChangeCounter {
  readonly #readCount: () => Promise<string | null>;
  readonly #watchers = new Set<() => void>();
  #poll: NodeJS.Timeout | undefined;
  /** The count that was seen last. */
  #seen: string | null | undefined;
  #version = 0;
  #readAt = Number.NEGATIVE_INFINITY;

  /** `readCount`: the count of changes in the store; rejects while the store is unavailable. */
  constructor(readCount: () => Promise<string | null>) {
    this.#readCount = readCount;
  }

  /**
   * Differs after any change; undefined while that cannot be determined. A change of another process takes a
   * moment.
   */
  get version(): number | undefined {
    return this.#poll !== undefined && performance.now() - this.#readAt < TRUST_MILLISECONDS
      ? this.#version
      : undefined;
  }

  watch(onChange: () => void): () => void {
    const watcher = () => onChange();
    this.#watchers.add(watcher);
    this.#poll ??= setInterval(() => void this.#look(), POLL_MILLISECONDS).unref();
    return () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size === 0) this.#stop();
    };
  }

  /** Called with the count in a message of the server, or with undefined if messages may have been lost. */
  note(count: string | undefined): void {
    if (count !== undefined && count === this.#seen) return;
    this.#seen = count;
    this.#version += 1;
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Called for a write of this process, whose message will follow. */
  noteOwn(): void {
    this.#version += 1;
  }

  close(): void {
    this.#watchers.clear();
    this.#stop();
  }

  async #look(): Promise<void> {
    try {
      const startedAt = performance.now();
      const count = await this.#readCount();
      this.#readAt = startedAt;
      if (count !== this.#seen) this.note(count ?? undefined);
      this.#seen = count;
    } catch {
      // The next operation on the store reports the error.
    }
  }

  #stop(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }
}
