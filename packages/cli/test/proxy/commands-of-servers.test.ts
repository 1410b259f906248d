// A server behind the firewall, and the processes that it starts, may not run the commands with which users decide what
// agents may do.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programFile } from '../compatibility/command.js';

const quoted = (text: string) => `'${text}'`;

/** Runs a command in a shell that is the server, and returns its output with its exit code. */
function runInServer(command: string): string {
  const home = mkdtempSync(join(tmpdir(), 'claw-proxied-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const output = join(home, 'output.txt');
  const program = `${quoted(process.execPath)} ${quoted(programFile())}`;
  const script = `${command.replace('PROGRAM', program)} > ${quoted(output)} 2>&1; echo "exit $?" >> ${quoted(output)}`;
  spawnSync(process.execPath, [programFile(), 'proxy', '--', 'sh', '-c', script], {
    input: '',
    env: { ...process.env, CLAWDEFENDER_HOME: join(home, 'state') },
  });
  return readFileSync(output, 'utf8');
}

const skip = process.platform === 'win32';

test
  .skipIf(skip)
  .each([
    'PROGRAM kill off',
    'PROGRAM approvals approve 1a2b3c4d --json',
    'PROGRAM tools accept --yes',
    'PROGRAM unwrap --all',
    'env -i PATH="$PATH" HOME="$HOME" sh -c "PROGRAM kill off"',
  ])('a server cannot run `%s`', (command) => {
  const output = runInServer(command);
  expect(output).toContain('a server behind the firewall started it');
  expect(output).toContain('exit 1');
});

test.skipIf(skip)('a server can ask for the version', () =>
  expect(runInServer('PROGRAM --version')).toContain('exit 0'),
);

test('a script of a user can turn the kill switch off', () => {
  const home = mkdtempSync(join(tmpdir(), 'claw-proxied-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const { status } = spawnSync(process.execPath, [programFile(), 'kill', 'off', '--json'], {
    input: '',
    env: { ...process.env, CLAWDEFENDER_HOME: home },
  });
  expect(status).toBe(0);
});
