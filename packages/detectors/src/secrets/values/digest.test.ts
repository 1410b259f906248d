// Tests the output of package managers, git and build tools, which contains digests, ids and embedded files but no
// secrets.

import { expect, test } from 'vitest';
import { createEngine } from '../../index.js';

const engine = createEngine({ kinds: ['secrets'] });

/** Bytes generated from a seed (SplitMix32). */
function* bytes(seed: number): Generator<number, never> {
  for (let state = seed | 0; ; ) {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    yield (mixed ^ (mixed >>> 15)) & 255;
  }
}
const source = bytes(7);
const take = (count: number) => Buffer.from(Array.from({ length: count }, () => source.next().value));
const hex = (count: number) => take(count).toString('hex');
const base64 = (count: number) => take(count).toString('base64');
const base64url = (count: number) => take(count).toString('base64url');
const uuid = () => [4, 2, 2, 2, 6].map(hex).join('-');

const lines: Record<string, () => string> = {
  'package-lock.json': () => `      "integrity": "sha512-${base64(64)}",`,
  'yarn.lock': () => `  resolved "https://registry.example.org/x/-/x-1.2.3.tgz#${hex(20)}"`,
  'Cargo.lock': () => `checksum = "${hex(32)}"`,
  'go.sum': () => `golang.org/x/auth v0.3.0 h1:${base64(32)}`,
  'poetry.lock': () => `    {file = "token-1.0.tar.gz", hash = "sha256:${hex(32)}"},`,
  RECORD: () => `httplib2/auth.py,sha256=${base64url(32)},68417`,
  'git log': () => `commit ${hex(20)}\nAuthor: Ada <ada@shop.example>\n\n    Rotate the session secret\n`,
  'git diff': () => `index ${hex(20).slice(0, 7)}..${hex(20).slice(0, 7)} 100644`,
  sha256sum: () => `${hex(32)}  dist/auth-token.js`,
  'test data': () => `    chunk: "${hex(20)}",\n    expected: "${hex(20)}",`,
  'a script tag': () => `<script src="/auth.js" integrity="sha384-${base64(48)}" crossorigin="anonymous">`,
  'a container image': () => `image: ghcr.io/shop/auth@sha256:${hex(32)}`,
  'a row with ids': () => `{"id":"${uuid()}","session":"${uuid()}","etag":"${hex(16)}"}`,
  'a file name of a build': () => `assets/token-${base64url(6)}.js  12.31 kB`,
  'an embedded image': () => `<img src="data:image/png;base64,${base64(300)}">`,
  'a source map': () => `//# sourceMappingURL=data:application/json;base64,${base64(600)}`,
};

for (const [name, line] of Object.entries(lines))
  test(`${name}: nothing is found in 400 lines`, () => {
    const found = Array.from({ length: 400 }, line).filter((text) => engine.detect(text).length > 0);
    expect(found).toEqual([]);
  });

test('a key directly after the name of a digest is still found', () => {
  const key = `ghp_${'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU2pY5'}`;
  for (const text of [`checksum: ${key}`, `sha256=${key}`, `digest=a-${key}`])
    expect(engine.detect(text), text).not.toEqual([]);
});

const words = [
  'particle',
  'sentry',
  'cloudflare',
  'travis',
  'codacy',
  'heroku',
  'wandb',
  'datadog',
  'cohere',
  'azure',
];
const tables: Record<string, (word: string) => string> = {
  'a pinned commit': (word) => `"${word}": "${hex(20)}"`,
  'a test table': (word) => `{ name: '${word}', chunk: \`${hex(20)}\`, expected: \`${hex(20)}\` },`,
  'a call of a test': (word) => `check('${word}', '${hex(20)}');`,
  'a named commit': (word) => `${word}_commit = "${hex(20)}"`,
  'a commit in camel case': (word) => `"${word}Sha": "${hex(20)}"`,
  'an image digest': (word) => `image: ${word}@sha256:${hex(32)}`,
  'a checksum': (word) => `${word}_md5: ${hex(16)}`,
  'a hash of a key': () => `api_key_hash = "${hex(32)}"`,
};

for (const [name, line] of Object.entries(tables))
  test(`${name}: a hash next to the name of a vendor is not a key`, () => {
    const found = words.map(line).filter((text) => engine.detect(text).length > 0);
    expect(found).toEqual([]);
  });

test('a key of hexadecimal digits next to a word for credentials is still found', () => {
  for (const name of [
    'PARTICLE_ACCESS_TOKEN',
    'wandb_api_key',
    'codacy-token',
    'TOKEN_CLOUDFLARE',
    'sendbirdAuth',
    'secret',
  ])
    expect(engine.detect(`${name}: "${hex(20)}"`), name).not.toEqual([]);
});

test('a vendor prefix inside a digest is not a key', () => {
  expect(
    engine.detect('platformdirs/version.py,sha256=qaN-fw_htIgKUVXoAuAEVgKxQu3tZ9qE2eiKkWIS7LA,160'),
  ).toEqual([]);
});
