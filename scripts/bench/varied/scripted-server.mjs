// A server that responds to call number n with the n-th result in a file. After the last result it starts again with
// the first.
//
//   node scripted-server.mjs RESULTS.json     a JSON array of results, each as the text of a JSON value

import { readFileSync } from 'node:fs';
import { splitLines } from '../split-lines.mjs';

const results = JSON.parse(readFileSync(process.argv[2], 'utf8')).map((text) => Buffer.from(`${text}}\n`));

const handshake = (params) =>
  `{"protocolVersion":${JSON.stringify(params.protocolVersion)},"capabilities":{"tools":{}},"serverInfo":{"name":"bench","version":"1.0.0"},"_meta":{"pid":${process.pid}}}`;

let pieces = [];
const push = splitLines((line) => {
  const { id, method, params } = JSON.parse(line.toString());
  if (id === undefined) return;
  pieces.push(Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":`));
  pieces.push(
    method === 'initialize' ? Buffer.from(`${handshake(params)}}\n`) : results[(id - 1) % results.length],
  );
});

process.stdin.on('data', (chunk) => {
  push(chunk);
  if (pieces.length > 0) process.stdout.write(Buffer.concat(pieces));
  pieces = [];
});
process.stdin.on('end', () => process.exit(0));
