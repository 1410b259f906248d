// Reads lines by offset. A synchronous read of a few kilobytes takes microseconds; an asynchronous read takes fifty
// times as long. Adjacent lines are often read one after the other, so a range of the file is cached.

import { closeSync, openSync, readSync } from 'node:fs';
import { ignoreRemoved } from '../sessions/list-sessions.js';
import type { Row } from './rows.js';
import { searchText, type TextSearch } from './searched-text.js';

const shortStretch = 8 * 1024;
const longStretch = 256 * 1024;
const maxOpen = 64;

export class LineReader {
  readonly #search: TextSearch | undefined;
  readonly #files = new Map<string, number>();
  #log = '';
  #start = 0;
  #bytes = Buffer.alloc(0);

  /** Lines without the text of `grep`, ignoring case, are skipped. */
  constructor(grep: string | undefined) {
    this.#search = grep === undefined ? undefined : searchText(grep);
  }

  /** Returns the line, or undefined if it does not match or no longer exists. */
  read({ index: { log }, offset, length }: Row): string | undefined {
    if (!this.#covers(log, offset, length)) this.#load(log, offset, length);
    const line = this.#bytes.toString('utf8', offset - this.#start, offset - this.#start + length);
    if (line.length === 0) return undefined;
    return this.#search === undefined || this.#search.matches(line) ? line : undefined;
  }

  close(): void {
    for (const file of this.#files.values()) closeSync(file);
  }

  #covers(log: string, offset: number, length: number): boolean {
    const end = this.#start + this.#bytes.length;
    return log === this.#log && offset >= this.#start && offset + length <= end;
  }

  #load(log: string, offset: number, length: number): void {
    const end = this.#start + this.#bytes.length;
    const isNear = log === this.#log && this.#bytes.length > 0;
    const isForward = isNear && offset >= this.#start && offset < end + longStretch;
    // Pages are read from the newest line to the oldest.
    const isBackward = isNear && offset < this.#start && offset + length + longStretch > this.#start;
    const from = isBackward ? Math.max(0, offset + length - longStretch) : offset;
    const size = isBackward
      ? offset + length - from
      : Math.max(length, isForward ? longStretch : shortStretch);
    const bytes = Buffer.allocUnsafe(Math.max(length, size));
    const start = Math.min(from, offset);
    const file = this.#open(log);
    this.#bytes = bytes.subarray(0, file === undefined ? 0 : readSync(file, bytes, 0, bytes.length, start));
    this.#log = log;
    this.#start = start;
  }

  /** Returns undefined if retention has removed the log since its rows were read. */
  #open(log: string): number | undefined {
    const known = this.#files.get(log);
    if (known !== undefined) return known;
    // The number of open files is limited, because there may be thousands of sessions.
    const [first] = this.#files;
    if (first !== undefined && this.#files.size >= maxOpen) {
      closeSync(first[1]);
      this.#files.delete(first[0]);
    }
    const file = openIfThere(log);
    if (file !== undefined) this.#files.set(log, file);
    return file;
  }
}

function openIfThere(log: string): number | undefined {
  try {
    return openSync(log, 'r');
  } catch (error) {
    return ignoreRemoved(error as NodeJS.ErrnoException);
  }
}
