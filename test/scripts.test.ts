// What our scripts say to a slip of the finger and to a reader that has seen enough.

import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

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

test('a reader that has seen enough ends a script without a stack trace', async () => {
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
