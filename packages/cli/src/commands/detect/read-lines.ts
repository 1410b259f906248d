// Splits bytes into lines and holds only one line in memory. Only a line feed ends a line; Node's `readline` would also
// split at U+2028, which may occur in JSON strings.

/** A line, or a note that it was too long to store. */
export interface Line {
  readonly number: number;
  readonly bytes: Uint8Array | undefined;
}

const lineFeed = 10;

/** Returns the lines of a stream. A line of more than `limit` bytes is reported without its text. */
export async function* readLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Line> {
  let kept: Uint8Array[] = [];
  let length = 0;
  let number = 1;
  const take = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length > limit) kept = [];
    else kept.push(bytes);
  };
  const finish = (): Line => {
    const line = { number, bytes: length > limit ? undefined : Buffer.concat(kept) };
    kept = [];
    length = 0;
    number += 1;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      take(chunk.subarray(start, end));
      yield finish();
      start = end + 1;
    }
    if (start < chunk.length) take(chunk.subarray(start));
  }
  if (length > 0) yield finish();
}
