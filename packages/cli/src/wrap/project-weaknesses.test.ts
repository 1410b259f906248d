// Tests what an entry in a project file must not contain, because the repository could otherwise replace the firewall.

import { expect, test } from 'vitest';
import type { LocatedEntry } from '../config-formats/format.js';
import { usualShape } from './entry-shape.js';
import { dangerousVariables, entryStateOf } from './entry-state.js';

const script = '/usr/lib/node_modules/@claw/cli/dist/main.cjs';
const rest = ['proxy', '--server', 'x', '--', 'npx', '-y', 'server'];

const entryOf = ([command, ...args]: readonly string[], env = {}): LocatedEntry => ({
  name: 'x',
  path: ['mcpServers', 'x'],
  value: { command, args, env },
  fields: new Map(),
});
const stateOf = (words: readonly string[], project: boolean, env = {}) =>
  entryStateOf(entryOf(words, env), usualShape, {
    project,
    isOurProgram: () => true,
    isOutside: () => true,
  });

for (const runner of ['bun', '/usr/bin/bun', 'C:\\bin\\bun.exe'])
  test(`\`${runner}\` reads files of the project`, () => {
    expect(stateOf([runner, script, ...rest], true)).toMatchObject({
      weaknesses: [
        'it starts clawdefender through Bun, which runs code that the `bunfig.toml` of the project specifies',
      ],
    });
    expect(stateOf([runner, script, ...rest], false)).toMatchObject({ weaknesses: [] });
  });

test('Deno is not recognized as a way to start the program', () =>
  expect(stateOf(['deno', 'run', '-A', '--config', 'deno.json', script, ...rest], true)).toMatchObject({
    kind: 'bare',
  }));

const everywhere = [
  'BASH_FUNC_exec%%',
  'SHELLOPTS',
  'BASHOPTS',
  'PS4',
  'NODE_PATH',
  'NODE_V8_COVERAGE',
  'NODE_REPL_EXTERNAL_MODULE',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'NODE_CHANNEL_FD',
  'NODE_OPTIONS=--require ./evil.cjs --title',
  'PATH=/tmp/evil:/usr/bin:',
  'A\nHOME=/tmp',
];
const inProjects = [
  'ENV',
  'IFS',
  'TMPDIR',
  'NODE_DEBUG',
  'NODE_EXTRA_CA_CERTS',
  'NODE_TLS_REJECT_UNAUTHORIZED',
];
for (const name of [...everywhere, ...inProjects])
  test(`the variable ${name} in a project file leaves the server unprotected`, () => {
    const state = stateOf(['clawdefender', ...rest], true, { [name]: 'x' });
    expect(state).toMatchObject({ weaknesses: [`it sets \`${name}\``] });
  });

test('the servers of a user may have variables that they need', () => {
  const names = Object.fromEntries([...inProjects, 'NODE_ENV', 'ENVIRONMENT'].map((name) => [name, 'x']));
  expect(stateOf(['clawdefender', ...rest], false, names)).toMatchObject({ weaknesses: [] });
  expect(dangerousVariables(entryOf(['npx', 'y'], { NODE_ENV: 'production' }), usualShape, true)).toEqual([]);
});
