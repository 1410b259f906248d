// A file line by line, in constant memory, with the place of each line. A line without its line feed is marked: the
// writer died in it, or has not finished it.

import { open } from 'node:fs/promises';

export interface Line {
  /** The bytes of the line without its line feed. Valid until the next one is asked for. */
  readonly bytes: Buffer;
  readonly offset: number;
  /** False for a last line without its line feed. */
  readonly whole: boolean;
}

const chunkSize = 256 * 1024;
const lineFeed = 10;

/** The lines from an offset on. */
export async function* readLines(path: string, from = 0): AsyncGenerator<Line> {
  const file = await open(path, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    let offset = from;
    for (;;) {
      const { bytesRead, buffer } = await file.read(
        Buffer.allocUnsafe(chunkSize),
        0,
        chunkSize,
        offset + rest.length,
      );
      if (bytesRead === 0) break;
      const piece = buffer.subarray(0, bytesRead);
      const text = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      // What is left over from before holds no line feed: looking there again would be quadratic.
      let end = text.indexOf(lineFeed, rest.length);
      let start = 0;
      for (; end >= 0; end = text.indexOf(lineFeed, start)) {
        yield { bytes: text.subarray(start, end), offset, whole: true };
        offset += end + 1 - start;
        start = end + 1;
      }
      rest = text.subarray(start);
    }
    if (rest.length > 0) yield { bytes: rest, offset, whole: false };
  } finally {
    await file.close();
  }
}
