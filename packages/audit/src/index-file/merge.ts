// Merges the rows of several logs by time, because sessions overlap. A log is opened when the merge reaches its first
// record. While only one log is open, its rows are returned in whole pieces.

import type { AuditFilter } from '../query/filter.js';
import type { LogIndex } from './index-file.js';
import { type Row, selectRows } from './rows.js';

/** Yields the matching rows of all logs. The logs must be sorted by the time of their first record. */
export async function* inOrder(
  indexes: readonly LogIndex[],
  filter: AuditFilter,
): AsyncGenerator<readonly Row[]> {
  const waiting = [...indexes].reverse();
  const open: Cursor[] = [];
  const nextBegins = () => waiting.at(-1)?.header.earliest ?? Number.POSITIVE_INFINITY;
  try {
    while (open.length > 0 || waiting.length > 0) {
      const first = earliestOf(open);
      if (first === undefined || nextBegins() <= first.time) {
        const cursor = new Cursor(selectRows(waiting.pop() as LogIndex, filter));
        if (await cursor.advance()) open.push(cursor);
        continue;
      }
      yield open.length === 1 ? first.takeBefore(nextBegins()) : first.takeOne();
      if (first.isEmpty && !(await first.advance())) open.splice(open.indexOf(first), 1);
    }
  } finally {
    for (const cursor of open) await cursor.close();
  }
}

function earliestOf(cursors: readonly Cursor[]): Cursor | undefined {
  let first: Cursor | undefined;
  for (const cursor of cursors) if (first === undefined || cursor.time < first.time) first = cursor;
  return first;
}

/** A position in the rows of one log. */
class Cursor {
  readonly #pieces: AsyncGenerator<readonly Row[]>;
  #piece: readonly Row[] = [];
  #at = 0;

  constructor(pieces: AsyncGenerator<readonly Row[]>) {
    this.#pieces = pieces;
  }

  get time(): number {
    return (this.#piece[this.#at] as Row).time;
  }

  get isEmpty(): boolean {
    return this.#at >= this.#piece.length;
  }

  takeOne(): readonly Row[] {
    return [this.#piece[this.#at++] as Row];
  }

  /** Takes the loaded rows before a time. */
  takeBefore(instant: number): readonly Row[] {
    const start = this.#at;
    while (!this.isEmpty && this.time < instant) this.#at++;
    return this.#piece.slice(start, this.#at);
  }

  async advance(): Promise<boolean> {
    const { done, value } = await this.#pieces.next();
    this.#piece = done ? [] : value;
    this.#at = 0;
    return !done;
  }

  async close(): Promise<void> {
    await this.#pieces.return(undefined);
  }
}
