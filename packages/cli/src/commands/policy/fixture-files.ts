// Finds and reads fixtures in a folder.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fixture, readFixture } from '@claw/policy';
import micromatch from 'micromatch';
import { describeFileError } from '../../files/describe-file-error.js';
import type { Output } from '../../terminal/output.js';

/** Finds all `*.json` files in a folder and its subfolders, sorted by path. */
export async function findFixtures(folder: string, output: Output): Promise<readonly string[] | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: Error) => error,
  );
  if (entries instanceof Error) {
    output.error(`Cannot read the fixtures: ${describeFileError(folder, entries)}`);
    return undefined;
  }
  const files = entries
    .filter((entry) => entry.isFile() && micromatch.isMatch(entry.name, '*.json', { dot: true }))
    .map((entry) => join(entry.parentPath, entry.name));
  if (files.length > 0) return files.sort();
  output.error(`No fixtures (\`*.json\`) found in \`${folder}\`.`);
  return undefined;
}

/** Reads one fixture; problems are printed on stderr. */
export async function readFixtureFile(file: string, output: Output): Promise<Fixture | undefined> {
  try {
    const fixture = readFixture(JSON.parse(await readFile(file, 'utf8')));
    if (typeof fixture !== 'string') return fixture;
    output.error(`${file}: ${fixture}`);
  } catch (error) {
    output.error(
      error instanceof SyntaxError
        ? `the fixture \`${file}\` is not valid JSON: ${error.message}`
        : `Cannot read the fixture: ${describeFileError(file, error)}`,
    );
  }
  return undefined;
}
