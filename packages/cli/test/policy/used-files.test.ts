// Tests that agents cannot change the files that the firewall reads from unusual places.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Running } from '../running-proxy.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-used-')));
const policy = join(folder, 'rules', 'team.toml');
const killFile = join(folder, 'switch', 'STOP');
const notes = join(folder, 'notes.txt');
let running: Running;

beforeAll(() => {
  mkdirSync(join(folder, 'rules'));
  mkdirSync(join(folder, 'home'));
  writeFileSync(policy, `version = 1\ndefault = "allow"\n[kill_switch]\nfile = "${killFile}"\n`);
  running = new Running([], { options: ['--policy', policy], home: join(folder, 'home') });
});
afterAll(async () => {
  await running.end();
  rmSync(folder, { recursive: true, force: true });
});

const cases = [
  { title: 'the file of `--policy`', tool: 'write_file', path: policy, isDenied: true },
  {
    title: 'the folder of the file of `--policy`',
    tool: 'delete_file',
    path: join(folder, 'rules'),
    isDenied: true,
  },
  { title: 'the file of the kill switch', tool: 'delete_file', path: killFile, isDenied: true },
  { title: 'another file', tool: 'write_file', path: notes, isDenied: false },
];
for (const { title, tool, path, isDenied } of cases)
  test(`agents may ${isDenied ? 'not ' : ''}change ${title}`, async () => {
    const refusal = await running.refusal(tool, { path });
    if (isDenied) expect(refusal).toMatchObject({ data: { rule: 'self_protection' } });
    else expect(refusal?.data).not.toMatchObject({ rule: 'self_protection' });
  });
