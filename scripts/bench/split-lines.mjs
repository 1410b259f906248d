// Splits chunks into lines without concatenating earlier chunks repeatedly.

/** Returns a function that takes chunks and calls back with each complete line, without its line feed. */
export function splitLines(onLine) {
  let pieces = [];
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      pieces.push(chunk.subarray(start, end));
      const line = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      pieces = [];
      start = end + 1;
      onLine(line);
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  };
}
