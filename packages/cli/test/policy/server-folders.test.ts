// Tests that relative paths are resolved in the folders of the server instead of the current folder.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Agent } from '../serve/agent.js';

const server = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js'));

const cases: readonly {
  readonly name: string;
  readonly path: (folder: string) => string;
}[] = [
  { name: 'an absolute path', path: (folder) => join(folder, 'private', 'diary.txt') },
  { name: 'a path in the folder of the server', path: () => 'private/diary.txt' },
  { name: 'a link in the folder of the server', path: () => 'shared/link/diary.txt' },
];
for (const { name, path } of cases) {
  test(`a rule about a folder applies to ${name}`, async () => {
    const home = mkdtempSync(join(tmpdir(), 'claw-home-'));
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-folder-')));
    for (const name of ['private', 'shared']) mkdirSync(join(folder, name));
    symlinkSync(join(folder, 'private'), join(folder, 'shared', 'link'));
    writeFileSync(join(folder, 'private', 'diary.txt'), 'dear diary');
    const rule = `name = "no_diary"\naction = "deny"\npath = "${folder}/private/**"`;
    writeFileSync(join(home, 'policy.toml'), `version = 1\ndefault = "log"\n[[rule]]\n${rule}\n`);
    const proxy = new Agent(home, ['proxy', '--server', 'files', '--', process.execPath, server, folder]);
    try {
      const answer = await proxy.call('read_text_file', { path: path(folder) });
      expect(answer.error?.data?.['rule']).toBe('no_diary');
    } finally {
      await proxy.end();
      for (const one of [home, folder]) rmSync(one, { recursive: true, force: true });
    }
  });
}
