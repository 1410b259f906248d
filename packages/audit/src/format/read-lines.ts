// Reads a file line by line in constant memory, with the offset of each line. A line without a line feed is marked as
// incomplete: the writer died or has not finished it.

import { open } from 'node:fs/promises';

export interface Line {
  /** The bytes of the line without its line feed. They are valid until the next line is read. */
  readonly bytes: Buffer;
  readonly offset: number;
  /** The offset of the next line. */
  readonly next: number;
  /** False for a last line without a line feed. */
  readonly whole: boolean;
}

const chunkSize = 256 * 1024;
const lineFeed = 10;
/**
 * The maximum length of a line, which no record reaches. If a line is longer, only its beginning is read, which is
 * not a valid record.
 */
const maxLineLength = 8 * 1024 * 1024;

const nothing = Buffer.alloc(0);

/** Reads the lines that begin at an offset or after it. */
export async function* readLines(path: string, from = 0): AsyncGenerator<Line> {
  const file = await open(path, 'r');
  try {
    let rest: Buffer = nothing;
    let [offset, position] = [from, from];
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkSize);
      const { bytesRead } = await file.read(chunk, 0, chunkSize, position);
      if (bytesRead === 0) break;
      const piece = chunk.subarray(0, bytesRead);
      let start = 0;
      // The rest of the previous chunk contains no line feed, so it is not searched again; otherwise the time would
      // be quadratic.
      for (let end = piece.indexOf(lineFeed); end >= 0; end = piece.indexOf(lineFeed, start)) {
        const next = position + end + 1;
        yield { bytes: joined(rest, piece.subarray(start, end)), offset, next, whole: true };
        [rest, offset, start] = [nothing, next, end + 1];
      }
      rest = joined(rest, piece.subarray(start));
      position += bytesRead;
    }
    if (rest.length > 0) yield { bytes: rest, offset, next: position, whole: false };
  } finally {
    await file.close();
  }
}

function joined(rest: Buffer, piece: Buffer): Buffer {
  if (rest.length === 0) return piece;
  return rest.length >= maxLineLength ? rest : Buffer.concat([rest, piece]);
}
