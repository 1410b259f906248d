// Checks that bytecode from an earlier run is used only if no other user could have written it.

import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { afterAll, expect, test } from 'vitest';
import { loadScript } from './compiled-script.js';

// Otherwise V8 would keep the script in memory, because all tests run in one process.
setFlagsFromString('--no-compilation-cache');

const folder = mkdtempSync(join(tmpdir(), 'claw-code-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string) {
  const script = join(folder, name);
  writeFileSync(script, '({ double: (number) => number * 2 })');
  const compiled = () => readdirSync(folder).filter((file) => file.startsWith(`${name}.`));
  const run = () => {
    const loaded = loadScript(script);
    const { double } = loaded.value as { double(number: number): number };
    expect(double(21)).toBe(42);
    return loaded;
  };
  return { compiled, run };
}

test('the second run uses the bytecode of the first', () => {
  const { compiled, run } = write('twice.cjs');
  const first = run();
  expect(first.wasCompiled).toBe(false);
  first.keep(0);
  expect(compiled()).toHaveLength(1);
  expect(run().wasCompiled).toBe(true);
});

test('a damaged file is replaced', () => {
  const { compiled, run } = write('damaged.cjs');
  run().keep(0);
  const file = join(folder, compiled()[0] as string);
  writeFileSync(file, 'no code');
  const second = run();
  expect(second.wasCompiled).toBe(false);
  second.keep(0);
  expect(statSync(file).size).toBeGreaterThan(100);
});

test.skipIf(process.platform === 'win32')('a file that other users can write is ignored', () => {
  const { compiled, run } = write('shared.cjs');
  run().keep(0);
  chmodSync(join(folder, compiled()[0] as string), 0o666);
  expect(run().wasCompiled).toBe(false);
});
