// Tests the command lines of the scripts, the files that remain after a run, and output pipes that are closed early.

import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const calls = [
  { line: 'demo.mjs --help', status: 0, stdout: /^npm run demo: .*\n.*\n$/, stderr: /^$/ },
  { line: 'demo.mjs faster', status: 2, stdout: /^$/, stderr: /^demo: .*`faster`.*\n$/ },
  { line: 'prove.mjs --help', status: 0, stdout: /^npm run prove .*\n$/, stderr: /^$/ },
  { line: 'prove.mjs soak', status: 2, stdout: /^$/, stderr: /^prove: .*'soak'; npm run prove .*\n$/ },
  { line: 'prove.mjs --olny', status: 2, stdout: /^$/, stderr: /^prove: .*'--olny'; npm run prove .*\n$/ },
];
for (const { line, status, stdout, stderr } of calls) {
  test(`scripts/${line}`, () => {
    const [script, ...args] = line.split(' ');
    const ended = spawnSync(process.execPath, [`scripts/${script}`, ...args], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(ended.status).toBe(status);
    expect(ended.stdout).toMatch(stdout);
    expect(ended.stderr).toMatch(stderr);
  });
}

const { isBuilt } = (await import(new URL('../scripts/build-program.mjs', import.meta.url).href)) as {
  isBuilt: (folder: string, paths: readonly string[]) => boolean;
};

/**
 * Creates a program and its sources with the time of the build, makes one change, and returns whether the program
 * counts as built.
 */
function whatIfBuilt(happens: (folder: string) => void): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'claw-build-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['src', 'src/deep', 'dist']) mkdirSync(join(folder, name));
  const [before, after] = [new Date('2026-01-01'), new Date('2026-01-02')];
  for (const name of ['src/deep/a.ts', 'src/b.ts', 'dist/main.cjs', 'dist/piece.cjs'])
    writeFileSync(join(folder, name), '');
  for (const name of ['src/deep/a.ts', 'src/b.ts', 'src/deep', 'src'])
    utimesSync(join(folder, name), before, before);
  for (const name of ['dist/main.cjs', 'dist/piece.cjs']) utimesSync(join(folder, name), after, after);
  happens(folder);
  return isBuilt(join(folder, 'dist'), [join(folder, 'src')]);
}

const builds: { name: string; happens: (folder: string) => void; built: boolean }[] = [
  { name: 'nothing has changed', happens: () => {}, built: true },
  {
    name: 'a source was edited',
    happens: (folder) => writeFileSync(join(folder, 'src/deep/a.ts'), 'x'),
    built: false,
  },
  {
    name: 'a source was added',
    happens: (folder) => writeFileSync(join(folder, 'src/c.ts'), ''),
    built: false,
  },
  { name: 'a source was removed', happens: (folder) => rmSync(join(folder, 'src/deep/a.ts')), built: false },
  {
    name: 'the program was removed',
    happens: (folder) => rmSync(join(folder, 'dist/main.cjs')),
    built: false,
  },
  {
    name: 'a part is from an earlier build',
    happens: (folder) => utimesSync(join(folder, 'dist/piece.cjs'), new Date(0), new Date(0)),
    built: false,
  },
];
for (const { name, happens, built } of builds)
  test(`${built ? 'nothing is' : 'the program is'} built when ${name}`, () =>
    expect(whatIfBuilt(happens)).toBe(built));

test('a closed output ends a script without a stack trace', async () => {
  const program = `
    import { endWithReader, say } from './scripts/terminal.mjs';
    endWithReader(5);
    setInterval(() => say('more'), 1);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { cwd: root });
  const complaints = child.stderr.setEncoding('utf8').toArray();
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(5);
  expect(await complaints).toEqual([]);
});

test('the demo keeps the audit log whose path it prints and removes its other folder', () => {
  const program = `
    import { createHome, createServedFolder } from './scripts/demo/folders.mjs';
    console.log(JSON.stringify([createServedFolder(), createHome()]));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  const [served = '', home = ''] = JSON.parse(stdout) as string[];
  onTestFinished(() => rmSync(home, { recursive: true }));
  expect(existsSync(served)).toBe(false);
  expect(existsSync(home)).toBe(true);
});
