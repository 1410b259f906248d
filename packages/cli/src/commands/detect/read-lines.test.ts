import { expect, test } from 'vitest';
import { readLines } from './read-lines.js';

async function collect(pieces: readonly string[], limit = 100) {
  async function* chunks() {
    for (const piece of pieces) yield Buffer.from(piece);
  }
  const lines: [number, string | undefined][] = [];
  for await (const { number, bytes } of readLines(chunks(), limit))
    lines.push([number, bytes === undefined ? undefined : Buffer.from(bytes).toString()]);
  return lines;
}

const text = 'one\n\nthree\u2028still three\nfour';
const lines = [
  [1, 'one'],
  [2, ''],
  [3, 'three\u2028still three'],
  [4, 'four'],
];

test('only line feeds end a line', async () => expect(await collect([text])).toEqual(lines));
test('lines may arrive in chunks of any size', async () => expect(await collect([...text])).toEqual(lines));
test('a line above the limit is reported without its text', async () =>
  expect(await collect(['ab', 'cdef\ng', 'h\n'], 5)).toEqual([
    [1, undefined],
    [2, 'gh'],
  ]));
