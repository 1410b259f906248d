// Splits a stream only at line feeds. `readline` would also split at U+2028, which is valid inside a message.
export function onLine(stream, receive) {
  let pieces = [];
  stream.on('data', (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      pieces.push(chunk.subarray(start, end));
      start = end + 1;
      const line = Buffer.concat(pieces).toString();
      pieces = [];
      receive(line);
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  });
}
