// Compares the configuration files of each client on three operating systems with a reviewed list; `UPDATE_FIXTURES=1`
// rewrites the list.

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clients } from './known-clients.js';
import { type Machine, userFoldersOf } from './user-folders.js';

const expected = new URL('../../../../../fixtures/clients/paths.txt', import.meta.url);

const machines: Machine[] = [
  { platform: 'darwin', home: '/Users/ada', env: {} },
  { platform: 'linux', home: '/home/ada', env: {} },
  {
    platform: 'win32',
    home: 'C:\\Users\\ada',
    env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' },
  },
];

test('the configuration files of all clients on macOS, Linux and Windows', () => {
  const text = clients
    .map((client) =>
      [
        `${client.name} (${client.title})`,
        ...machines.flatMap((machine) =>
          client.user(userFoldersOf(machine)).map((path) => `  ${machine.platform.padEnd(8)}${path}`),
        ),
        ...client.project.map((path) => `  project ${path}`),
        ...client.servers.map(({ at }) => `  servers ${JSON.stringify(at)}`),
        '',
      ].join('\n'),
    )
    .join('\n');
  if (process.env['UPDATE_FIXTURES']) writeFileSync(expected, text);
  expect(text).toBe(readFileSync(expected, 'utf8'));
});

const moved = [
  { client: 'codex', variable: 'CODEX_HOME', file: 'config.toml' },
  { client: 'copilot-cli', variable: 'COPILOT_HOME', file: 'mcp-config.json' },
  { client: 'claude-code', variable: 'CLAUDE_CONFIG_DIR', file: '.claude.json' },
  { client: 'opencode', variable: 'XDG_CONFIG_HOME', file: 'opencode/opencode.json' },
];
for (const { client: name, variable, file } of moved) {
  const pathsWith = (folder: string) =>
    clients
      .find((client) => client.name === name)
      ?.user(userFoldersOf({ platform: 'linux', home: '/home/ada', env: { [variable]: folder } }));
  test(`${name} is found in the folder in ${variable}`, () => {
    expect(pathsWith('/elsewhere')).toContain(`/elsewhere/${file}`);
  });
  test(`a relative ${variable} is ignored, because it would depend on the current folder`, () => {
    expect(pathsWith('elsewhere')?.every((path) => path.startsWith('/home/ada/'))).toBe(true);
  });
}

test('client names are unique', () => {
  const names = clients.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
});
