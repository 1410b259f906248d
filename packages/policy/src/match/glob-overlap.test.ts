import { expect, test } from 'vitest';
import { overlaps } from './glob-overlap.js';

const cases: [pattern: string, word: string, expected: boolean][] = [
  ['/etc/shadow', '/etc/shad*', true],
  ['/etc/shadow', '/etc/sh?dow', true],
  ['/etc/shadow', '/etc/[s]hadow', true],
  ['/etc/shadow', '/etc/*', true],
  ['/etc/shadow', '/*/shadow', true],
  ['/etc/shadow', '/etc/pass*', false],
  ['/etc/shadow', '/var/*', false],
  ['/home/u/.ssh/**', '/home/u/.s*/id_rsa', true],
  ['/home/u/.ssh/**', '/home/u/.ss?', true],
  ['/home/u/.ssh/**', '/home/u/*/id_rsa', false],
  ['**/.env', '/p/.e*', true],
  ['**/.env', '/p/.en[v]', true],
  ['**/.env', '/p/*', false],
  ['**/.env', '/p/src/*.ts', false],
  ['**/*.pem', '/p/*', false],
  ['**/*.pem', '/p/serv*', false],
  ['**/*.pem', '/p/server.p*', true],
  ['**/*.pem', '/p/*.pem', true],
  ['**/.env', '/p/.*', true],
  ['**/.ssh/**', '/home/u/.ss?/id*', true],
  ['**/.ssh/**', '/home/u/.[s]sh/config', true],
  ['**/secrets.json', '/p/*.json', false],
  ['**/secrets.json', '/p/sec*.json', true],
  ['**/secring.*', '/p/src/*.ts', false],
  ['**/secrets.y*ml', '/p/*.yml', false],
  ['**/id_rsa', '/p/*_rsa', true],
  ['**/id_rsa', '/p/i[d]_rsa', true],
  ['**/id_rsa', '/p/id_*', true],
];
for (const [pattern, word, expected] of cases)
  test(`${word} ${expected ? 'can match' : 'cannot match'} ${pattern}`, () =>
    expect(overlaps(pattern, word)).toBe(expected));

test('long words with many wildcards are matched in bounded time', () =>
  expect(overlaps('**a*b*c*d*e', `/${'a*'.repeat(200)}z`)).toBe(false));
