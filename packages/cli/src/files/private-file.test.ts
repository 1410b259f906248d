import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writePrivateFile } from './private-file.js';

test('a file that changes while the new version is written is not replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'claw-private-'));
  const file = join(folder, 'policy.toml');
  writeFileSync(file, 'old');
  const mayReplace = async () => {
    writeFileSync(file, 'changed by another program');
    return readFileSync(file, 'utf8') === 'old';
  };
  expect(await writePrivateFile(file, 'new', false, mayReplace)).toBe(false);
  expect(readFileSync(file, 'utf8')).toBe('changed by another program');
  expect(readdirSync(folder)).toEqual(['policy.toml']);
  rmSync(folder, { recursive: true });
});
