// A file line by line, in constant memory, with the place of each line. A line without its line feed is marked: the
// writer died in it, or has not finished it.

import { open } from 'node:fs/promises';

export interface Line {
  /** The bytes of the line without its line feed. Valid until the next one is asked for. */
  readonly bytes: Buffer;
  readonly offset: number;
  /** Where the next line begins. */
  readonly next: number;
  /** False for a last line without its line feed. */
  readonly whole: boolean;
}

const chunkSize = 256 * 1024;
const lineFeed = 10;
/** No record is as long as this. Of what is longer only the beginning is read, which is no record either. */
const longestLine = 8 * 1024 * 1024;

const nothing = Buffer.alloc(0);

/** The lines from an offset on. */
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
      // What is left over from before holds no line feed: looking there again would be quadratic.
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
  return rest.length >= longestLine ? rest : Buffer.concat([rest, piece]);
}
