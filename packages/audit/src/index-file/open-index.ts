// Opens an index for reading. Another query may have extended the index since its header was read; the existing rows
// then have the same order but another offset.

import { fstatSync, readSync } from 'node:fs';
import { type IndexHeader, type LogIndex, rowSize } from './index-file.js';
import { searchText } from './searched-text.js';
import { type Span, spansWith, stretchSize } from './text-filter.js';

export interface OpenIndex {
  /** The offset at which the rows begin. */
  readonly start: number;
  /** The ranges of rows that can match, in order. */
  readonly spans: readonly Span[];
}

/** Opens the index; with `grep`, only the rows whose lines may contain the text are selected. */
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
