// Filters that show which records may contain a text, without reading the records. For each range of rows, a bitmap
// contains the hashes of all sequences of three bytes in its lines. A range ends when a quarter of its bits are set.
// The filter then accepts one in four absent sequences, and one in about four thousand absent words of eight letters.
// The length of a range is limited as well, because all of a matching range is read.

import { isAscii } from 'node:buffer';
import { searchedLength } from './searched-text.js';

const bitmapSize = 1024;
const hashBits = 13;
const fullAt = 2 ** (hashBits - 2);
const maxRows = 256;

/** The first row of the range as a 32-bit number, followed by the bitmap. */
export const stretchSize = 4 + bitmapSize;

/** A range of rows; the end is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const hashOf = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> (32 - hashBits);

const lowerCase = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

export class TextFilterWriter {
  readonly #done: Buffer[] = [];
  #bitmap: Buffer | undefined;
  #set = 0;

  /** Continues after the ranges in an existing index. */
  constructor(known: Buffer) {
    if (known.length === 0) return;
    this.#done.push(known.subarray(0, known.length - stretchSize));
    this.#bitmap = Buffer.from(known.subarray(known.length - stretchSize));
    for (const byte of this.#bitmap.subarray(4))
      for (let left = byte; left > 0; left &= left - 1) this.#set++;
  }

  add(row: number, line: Buffer): void {
    const bitmap = this.#stretch(row);
    const bytes = isAscii(line) ? line : Buffer.from(line.toString().toLowerCase());
    const end = searchedLength(bytes);
    let gram = 0;
    for (let at = 0; at < end; at++) {
      gram = ((gram << 8) | (lowerCase[bytes[at] as number] as number)) & 0xff_ffff;
      if (at < 2) continue;
      const hash = hashOf(gram);
      const [place, bit] = [4 + (hash >> 3), 1 << (hash & 7)];
      const byte = bitmap[place] as number;
      if ((byte & bit) !== 0) continue;
      bitmap[place] = byte | bit;
      this.#set++;
    }
  }

  bytes(): Buffer {
    return Buffer.concat(this.#bitmap === undefined ? this.#done : [...this.#done, this.#bitmap]);
  }

  #stretch(row: number): Buffer {
    const current = this.#bitmap;
    if (current !== undefined && this.#set < fullAt && row < current.readUInt32LE() + maxRows) return current;
    if (current !== undefined) this.#done.push(current);
    const fresh = Buffer.alloc(stretchSize);
    fresh.writeUInt32LE(row);
    this.#bitmap = fresh;
    this.#set = 0;
    return fresh;
  }
}

/** Returns the ranges of rows whose lines may contain a lower-case text. Adjacent ranges are joined. */
export function spansWith(text: string, stretches: Buffer, rows: number): readonly Span[] {
  const hashes = hashesOf(text);
  const spans: { from: number; to: number }[] = [];
  for (let at = 0; at + stretchSize <= stretches.length; at += stretchSize) {
    if (!hashes.every((hash) => ((stretches[at + 4 + (hash >> 3)] ?? 0) & (1 << (hash & 7))) !== 0)) continue;
    const next = at + stretchSize;
    const from = stretches.readUInt32LE(at);
    const to = next + stretchSize <= stretches.length ? stretches.readUInt32LE(next) : rows;
    const last = spans.at(-1);
    if (last?.to === from) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

function hashesOf(text: string): readonly number[] {
  const bytes = Buffer.from(text);
  const hashes = new Set<number>();
  for (let at = 2; at < bytes.length; at++)
    hashes.add(
      hashOf(((bytes[at - 2] as number) << 16) | ((bytes[at - 1] as number) << 8) | (bytes[at] as number)),
    );
  return [...hashes];
}
