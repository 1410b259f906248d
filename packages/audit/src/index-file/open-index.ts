// An index that is opened for reading. Another question may have extended it since its header was read: rows that were there keep
// their order, and begin at another place.

import { fstatSync, readSync } from 'node:fs';
import { type IndexHeader, type LogIndex, rowSize } from './index-file.js';
import { searchText } from './searched-text.js';
import { type Span, spansWith, stretchSize } from './text-filter.js';

export interface OpenIndex {
  /** Where the rows begin. */
  readonly start: number;
  /** The rows that can be wanted, in order. */
  readonly spans: readonly Span[];
}

/** With `grep`, only rows whose lines may hold that text. */
export function openIndex({ start, header }: LogIndex, file: number, grep: string | undefined): OpenIndex {
  const now = headerOf(file, start, header);
  const all = [{ from: 0, to: header.rows }];
  const text = grep === undefined ? undefined : searchText(grep).text;
  if (text === undefined) return { start: now.start, spans: all };
  const stretches = read(file, now.start + now.header.rows * rowSize, now.header.stretches * stretchSize);
  const spans = spansWith(text, stretches, now.header.rows)
    .map(({ from, to }) => ({ from, to: Math.min(to, header.rows) }))
    .filter(({ from, to }) => from < to);
  return { start: now.start, spans };
}

function headerOf(file: number, start: number, header: IndexHeader): Pick<LogIndex, 'start' | 'header'> {
  const length = read(file, 0, 4).readUInt32LE();
  const expected = start + header.rows * rowSize + header.stretches * stretchSize;
  if (start === 4 + length && fstatSync(file).size === expected) return { start, header };
  return { start: 4 + length, header: JSON.parse(read(file, 4, length).toString()) };
}

function read(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}
