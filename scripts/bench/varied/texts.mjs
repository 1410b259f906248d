// Generates typical results of tools: documentation, source code, JSON and logs. Documentation and code are parts of
// this repository at random positions; JSON and logs consist of words from it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';

const sources = ['packages/jsonrpc-stream/src', 'packages/store/src', 'packages/proxy-stdio/src', 'scripts'];
const documents = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'packages/jsonrpc-stream/README.md',
  'packages/store/README.md',
];

const codeFiles = sources.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/test/.test(file))
    .sort()
    .map((file) => join(folder, file)),
);

const read = (file) => readFileSync(join(root, file), 'utf8');

/** Creates texts by kind; `size` is the maximum number of characters. */
export function createTexts({ between, below, pick }) {
  const prose = documents.map(read);
  const code = codeFiles.map(read);
  const words = [...new Set(prose.join(' ').match(/\b[a-z]{4,11}\b/g))];
  const cut = (text, size) => {
    const length = between(50, size);
    const from = below(Math.max(1, text.length - length));
    return text.slice(from, from + length);
  };
  const time = () => new Date(1.7e12 + below(3e10)).toISOString();
  const word = () => pick(words);
  const until = (size, next) => {
    const lines = [next()];
    for (let length = 0, end = between(50, size); length < end; length += lines.at(-1).length)
      lines.push(next());
    return lines;
  };
  const row = () => ({
    id: below(1e6),
    [word()]: `${word()} ${word()}`,
    total: below(1e5) / 100,
    updated_at: time(),
    tags: [word(), word()],
  });
  const logLine = () =>
    `${time()} ${pick(['INFO', 'WARN', 'DEBUG', 'ERROR'])} [${word()}-${below(9)}] ${word()}.${word()}: ${word()} took ${below(5000)} ms ${word()}=${below(400)}`;
  return {
    word,
    prose: (size) => cut(pick(prose), size),
    code: (size) => cut(pick(code), size),
    json: (size) => `[${until(size, () => JSON.stringify(row())).join(',')}]`,
    logs: (size) => until(size, logLine).join('\n'),
    /** Random bytes, as in images and archives. */
    base64: (size) =>
      Buffer.from(Array.from({ length: Math.ceil((size * 3) / 4) }, () => below(256))).toString('base64'),
  };
}

/** Concatenates texts from `make`, up to `size` characters. */
export function fillText(make, size) {
  const pieces = [];
  for (let length = 0; length < size; length += pieces.at(-1).length) pieces.push(make(Math.min(size, 4000)));
  return pieces.join('\n').slice(0, size);
}
