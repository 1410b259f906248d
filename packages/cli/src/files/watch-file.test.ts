import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchFile } from './watch-file.js';

let folder = '';
let stop = () => {};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claw-watch-'));
});
afterEach(() => {
  stop();
  rmSync(folder, { recursive: true });
});

function watching(file: string, known: string) {
  const seen: string[] = [];
  const missing: string[] = [];
  stop = watchFile(file, known, {
    onText: (text) => seen.push(text),
    onMissing: (reason) => missing.push(reason),
  });
  return { seen, missing };
}
const soon = { timeout: 5000 };

const saves: { name: string; save: (file: string, text: string) => void }[] = [
  { name: 'written in place', save: (file, text) => writeFileSync(file, text) },
  {
    name: 'written to a new file and renamed',
    save: (file, text) => {
      writeFileSync(`${file}.tmp`, text);
      renameSync(`${file}.tmp`, file);
    },
  },
  {
    name: 'renamed away and written again',
    save: (file, text) => {
      renameSync(file, `${file}~`);
      writeFileSync(file, text);
    },
  },
  {
    name: 'removed and written again',
    save: (file, text) => {
      rmSync(file);
      writeFileSync(file, text);
    },
  },
];
for (const { name, save } of saves) {
  test(`reports each of several changes: ${name}`, async () => {
    const file = join(folder, 'policy.toml');
    writeFileSync(file, 'v0');
    const { seen } = watching(file, 'v0');
    for (let version = 1; version <= 5; version++) {
      save(file, `v${version}`);
      await expect.poll(() => seen.at(-1), soon).toBe(`v${version}`);
    }
    expect(seen).toEqual(['v1', 'v2', 'v3', 'v4', 'v5']);
  });
}

test('a save without changes, or of another file, is not reported', async () => {
  const file = join(folder, 'policy.toml');
  writeFileSync(file, 'same');
  const { seen } = watching(file, 'same');
  writeFileSync(file, 'same');
  writeFileSync(join(folder, 'other'), 'x');
  writeFileSync(file, 'new');
  await expect.poll(() => seen, soon).toEqual(['new']);
});

test('a change before the watch starts is reported', async () => {
  const file = join(folder, 'policy.toml');
  writeFileSync(file, 'new');
  const { seen } = watching(file, 'old');
  await expect.poll(() => seen, soon).toEqual(['new']);
});

test('a removed file is reported once; if it is restored with the same text, nothing is reported', async () => {
  const file = join(folder, 'policy.toml');
  writeFileSync(file, 'a');
  const { seen, missing } = watching(file, 'a');
  rmSync(file);
  await expect.poll(() => missing.length, soon).toBe(1);
  writeFileSync(file, 'a');
  writeFileSync(join(folder, 'other'), 'x');
  writeFileSync(file, 'b');
  await expect.poll(() => seen, soon).toEqual(['b']);
  expect(missing).toHaveLength(1);
});

test('follows symbolic links', async () => {
  mkdirSync(join(folder, 'dotfiles'));
  const target = join(folder, 'dotfiles', 'policy.toml');
  writeFileSync(target, 'a');
  mkdirSync(join(folder, 'config'));
  symlinkSync(target, join(folder, 'config', 'policy.toml'));
  const { seen } = watching(join(folder, 'config', 'policy.toml'), 'a');
  writeFileSync(target, 'bb');
  await expect.poll(() => seen, soon).toEqual(['bb']);
});
