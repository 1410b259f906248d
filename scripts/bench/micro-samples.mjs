// Generates the streams of the micro-benchmarks. Each stream is a list of lines without their line feeds.

import { callOfSize } from './stdio-workloads.mjs';

const words = 'a small boat drifts past the mill while two herons watch the slow brown water ';
// Many characters in this text have to be escaped, as in a source file or in JSON inside JSON.
const escapes = 'if (a["b"]) {\n\treturn "\\d";\n}\n';
const foreign = 'Ein Boot fährt vorbei; две цапли смотрят на реку; 静かな川の水が流れる 🛶 ';

/** Returns the content of a JSON string of about `size` bytes. */
function fill(text, size) {
  const piece = JSON.stringify(text).slice(1, -1);
  return piece.repeat(Math.ceil(size / Buffer.byteLength(piece)));
}

/** Returns a response that repeats `text` until it has about `size` bytes. */
const answer = (id, size, text = words) =>
  `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"${fill(text, size)}"}]}}`;

/** Returns a response that consists mostly of structure: thousands of small objects. */
const structured = (id, size) => {
  const row = (index) =>
    `{"name":"row ${index}","size":${index * 37},"tags":["a","b"],"open":true,"note":null}`;
  const rows = Array.from({ length: Math.ceil(size / 80) }, (_, index) => row(index));
  return `{"jsonrpc":"2.0","id":${id},"result":{"structuredContent":{"rows":[${rows.join(',')}]}}}`;
};

/** Returns a call with many different argument keys, which is the worst case for finding a duplicate key. */
const manyKeys = (id, size) => {
  const members = Array.from(
    { length: Math.ceil(size / 24) },
    (_, index) => `"key number ${index}":${index}`,
  );
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"t","arguments":{${members.join(',')}}}}`;
};

const list = (length, line) => Array.from({ length }, (_, index) => line(index + 1));

export const kibi = 1024;
export const mebi = 1024 * 1024;

export const calls = list(2048, (id) => callOfSize(id, kibi).slice(0, -1));
export const answers = list(2048, (id) => answer(id, kibi - 80));

/** The samples: name, sender and lines. They are created on demand, because some are large. */
export const framingSamples = [
  { name: '1 KiB calls, rules for clients', sender: 'client', lines: () => calls },
  { name: '1 KiB answers, rules for servers', sender: 'server', lines: () => answers },
  { name: '1 MB answers', sender: 'server', lines: () => list(4, (id) => answer(id, mebi)) },
  { name: '10 MB answer', sender: 'server', lines: () => [answer(1, 10 * mebi - 200)] },
  { name: '1 MB of escapes', sender: 'server', lines: () => [answer(1, mebi, escapes)] },
  { name: '1 MB that is not ASCII', sender: 'server', lines: () => [answer(1, mebi, foreign)] },
  { name: '1 MB of small objects', sender: 'server', lines: () => [structured(1, mebi)] },
  { name: '1 MB of small objects, strict', sender: 'client', lines: () => [structured(1, mebi)] },
  { name: '1 MB of different keys, strict', sender: 'client', lines: () => [manyKeys(1, mebi)] },
];

/** Returns invalid JSON with unterminated strings. Searching an id in it must not take long. */
const broken = (size) => `{${'\\"'.repeat(size / 2)}`;

/**
 * The kinds of lines whose cost must grow linearly with their size. `unit` is the smallest size, `chunk` the size of a
 * read.
 */
export const growthSamples = [
  { name: 'plain text', sender: 'server', line: (size) => answer(1, size) },
  { name: 'plain text in chunks of 1 KiB', sender: 'server', chunk: kibi, line: (size) => answer(1, size) },
  { name: 'escapes', sender: 'server', line: (size) => answer(1, size, escapes) },
  { name: 'small objects', sender: 'client', line: (size) => structured(1, size) },
  { name: 'different keys', sender: 'client', line: (size) => manyKeys(1, size) },
  { name: 'a broken line, from 16 KiB', sender: 'client', unit: 16 * kibi, line: broken },
];
