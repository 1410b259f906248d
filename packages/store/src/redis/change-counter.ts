// Detects whether any entry in the store has changed. It uses messages from the server, which arrive immediately, and
// a count that is read at intervals, because messages can be lost without notice.

const POLL_MILLISECONDS = 250;
/** The time after which the state is unknown if the server does not respond. */
const TRUST_MILLISECONDS = 1000;

export class ChangeCounter {
  readonly #readCount: () => Promise<string | null>;
  readonly #watchers = new Set<() => void>();
  #poll: NodeJS.Timeout | undefined;
  /** The last known count. */
  #seen: string | null | undefined;
  #version = 0;
  #readAt = Number.NEGATIVE_INFINITY;

  /** `readCount` returns the count of changes in the store, and rejects while the store is unavailable. */
  constructor(readCount: () => Promise<string | null>) {
    this.#readCount = readCount;
  }

  /**
   * A number that differs after any change; undefined while changes cannot be detected. A change by another process
   * is detected with a short delay.
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

  /** Called with the count in a message from the server, or with undefined if messages may have been lost. */
  note(count: string | undefined): void {
    if (count !== undefined && count === this.#seen) return;
    this.#seen = count;
    this.#version += 1;
    for (const watcher of [...this.#watchers]) watcher();
  }

  /** Called for a write by this process; the server sends its message later. */
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
      // The error is ignored here, because the next operation on the store reports it.
    }
  }

  #stop(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }
}
