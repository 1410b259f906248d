// Reads the matching rows of one index in pieces, starting at its end.

import { closeSync, openSync, readSync } from 'node:fs';
import { type AuditFilter, canBeWanted, wantedStrings } from '../query/filter.js';
import { type LogIndex, rowSize } from './index-file.js';
import { openIndex } from './open-index.js';
import { isWanted, type Row, readRow } from './rows.js';
import type { Span } from './text-filter.js';

const firstPiece = 256;
const maxPieceSize = 16_384;

/** Limits the rows to those before an offset or a time; optionally excludes responses without findings. */
interface Limit {
  readonly exceptPlainReplies: boolean;
  readonly offset?: number;
  readonly time?: number;
}

export class BackwardRows {
  readonly #index: LogIndex;
  readonly #since: number;
  readonly #until: number;
  readonly #before: number;
  readonly #isPlain: (row: Row) => boolean;
  readonly #wanted: ReturnType<typeof wantedStrings>;
  readonly #grep: string | undefined;
  #file: number | undefined;
  /** The offset at which the rows begin in the file. */
  #start = 0;
  /** The ranges of rows that are not read yet, oldest first; undefined before the file is opened. */
  #left: Span[] | undefined;
  #pieceSize = firstPiece;
  /** The rows that were read, oldest first. `take` removes them from the end. */
  #rows: Row[] = [];

  constructor(index: LogIndex, filter: AuditFilter, { offset, time, exceptPlainReplies }: Limit) {
    this.#index = index;
    this.#since = filter.since ?? Number.NEGATIVE_INFINITY;
    this.#until = Math.min(filter.until ?? Number.POSITIVE_INFINITY, time ?? Number.POSITIVE_INFINITY);
    this.#before = offset ?? Number.POSITIVE_INFINITY;
    this.#wanted = wantedStrings(filter, index.header);
    const { strings } = index.header;
    const [reply, unruled] = [strings.indexOf('reply'), strings.indexOf('default')];
    this.#isPlain = ({ kind, rule, findings }) =>
      exceptPlainReplies && kind === reply && rule === unruled && findings === 0;
    this.#grep = filter.grep;
    if (!canBeWanted(this.#wanted)) this.#left = [];
  }

  get log(): string {
    return this.#index.log;
  }

  /** No row is newer than this. */
  get latest(): number {
    return this.#index.header.latest;
  }

  /** Returns the time of the next row, or undefined if there is none. */
  time(): number | undefined {
    while (this.#rows.length === 0 && this.#load());
    return this.#rows.at(-1)?.time;
  }

  /** Returns the next row. INVARIANT: `time()` has returned a time. */
  take(): Row {
    return this.#rows.pop() as Row;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** Returns false if there are no more rows. */
  #load(): boolean {
    const span = this.#nextSpan();
    if (span === undefined) {
      this.close();
      return false;
    }
    const count = Math.min(this.#pieceSize, span.to - span.from);
    this.#pieceSize = Math.min(maxPieceSize, this.#pieceSize * 8);
    const from = span.to - count;
    if (from > span.from) this.#left?.push({ from: span.from, to: from });
    const bytes = Buffer.allocUnsafe(count * rowSize);
    const read = readSync(this.#file as number, bytes, 0, bytes.length, this.#start + from * rowSize);
    for (let at = 0; at + rowSize <= read; at += rowSize) {
      const time = bytes.readDoubleLE(at);
      if (time < this.#since || time >= this.#until || bytes.readDoubleLE(at + 8) >= this.#before) continue;
      if (!isWanted(bytes, at, this.#wanted)) continue;
      const row = readRow(this.#index, bytes, at);
      if (!this.#isPlain(row)) this.#rows.push(row);
    }
    return true;
  }

  #nextSpan(): Span | undefined {
    if (this.#left === undefined) {
      this.#file = openSync(this.#index.path, 'r');
      const { start, spans } = openIndex(this.#index, this.#file, this.#grep);
      this.#start = start;
      this.#left = [...spans];
    }
    return this.#left.pop();
  }
}
