// Counts the records that could not be written, until a `gap` record reports them.

export class LostRecords {
  /** The number of lost records since the session began. */
  total = 0;
  /** The number of lost records since the last `gap` record. */
  unreported = 0;
  /** The system code of the last error, or its message if it has no code. */
  reason = '';
  #since = 0;

  add(count: number, error: unknown, now: number): void {
    if (this.unreported === 0) this.#since = now;
    this.unreported += count;
    this.total += count;
    const { code, message } = error as NodeJS.ErrnoException;
    this.reason = code ?? message;
  }

  get gap(): Readonly<Record<string, unknown>> {
    return { missing: this.unreported, since: new Date(this.#since).toISOString(), reason: this.reason };
  }

  /** Called when the `gap` record has been written. */
  reported(): void {
    this.unreported = 0;
  }
}
