// Tests the warnings about bearer tokens of HTTP clients.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTokens } from './tokens.js';

const long = 'f'.repeat(32);

test('a short token is accepted with a warning that does not contain it', () => {
  expect(readTokens('sesame', undefined)).toEqual({
    tokens: [{ name: undefined, text: 'sesame' }],
    warning:
      'The value of `--token` is shorter than 32 characters and could be guessed. Use the output of `openssl rand -hex 32`, for example.',
  });
  expect(readTokens(long, undefined)).not.toHaveProperty('warning');
});

test('the warning names the file with short tokens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'claw-short-tokens-'));
  const file = join(folder, 'tokens');
  const warningOf = (text: string) => {
    writeFileSync(file, text, { mode: 0o600 });
    const read = readTokens(undefined, file);
    return typeof read === 'string' ? read : read.warning;
  };
  expect(warningOf(`ci ${long}\n`)).toBeUndefined();
  expect(warningOf(`ci ${long}\nann short\n`)).toContain(
    `A token in \`${file}\` is shorter than 32 characters`,
  );
  rmSync(folder, { recursive: true });
});

test('several tokens need names, because callers without a name would be one caller', () => {
  const folder = mkdtempSync(join(tmpdir(), 'claw-unnamed-tokens-'));
  const file = join(folder, 'tokens');
  const read = (text: string) => {
    writeFileSync(file, text, { mode: 0o600 });
    return readTokens(undefined, file);
  };
  expect(read(`${long}\n${long}x\n`)).toBe(
    `\`${file}\` contains several tokens without a name. Write the name of the caller before each token.`,
  );
  expect(read(`${long}\nci ${long}x\n`)).toMatchObject({ tokens: [{ name: undefined }, { name: 'ci' }] });
  rmSync(folder, { recursive: true });
});
