import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { describeFileError } from './describe-file-error.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-file-'));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

function errorOf(file: string): string {
  try {
    readFileSync(file);
    return '';
  } catch (error) {
    return describeFileError(file, error);
  }
}

test('the error for a missing file contains its name and no system call', () => {
  expect(errorOf(join(folder, 'nothing'))).toBe(`\`${folder}/nothing\` does not exist; check the path`);
});

test('the error names the part of a path that is a file, and the variable that contains it', () => {
  const home = join(folder, 'home');
  writeFileSync(home, '');
  expect(errorOf(join(home, 'audit', 'x'))).toBe(`\`${home}\` is not a folder`);
  vi.stubEnv('CLAWDEFENDER_HOME', home);
  expect(errorOf(join(home, 'policy.toml'))).toBe(
    `\`${home}\` is not a folder; change \`CLAWDEFENDER_HOME\``,
  );
});
