// Counts the messages in the stdout of an MCP server, which also contains a line of debug output. The chunks have
// seven bytes, so they split words, escapes and characters.

import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { NdjsonReader } from '@claw/jsonrpc-stream';

const counts = { request: 0, notification: 0, response: 0, batch: 0, refused: 0 };
const reader = new NdjsonReader({ sender: 'server' });
const stream = createReadStream(new URL('./sample.ndjson', import.meta.url), { highWaterMark: 7 });
for await (const chunk of stream) {
  for (const { kind } of reader.push(chunk)) counts[kind]++;
}
if (reader.end() !== undefined) counts.refused++; // The last line has no newline.

console.log(counts);
assert.deepEqual(counts, { request: 1, notification: 2, response: 3, batch: 1, refused: 2 });
