// Tests that every form in which an entry starts the program is recognized, and that it counts as protected only if
// nothing in the entry can disable the firewall.

import { expect, test } from 'vitest';
import type { LocatedEntry } from '../config-formats/format.js';
import { usualShape } from './entry-shape.js';
import { entryStateOf } from './entry-state.js';

const script = '/usr/lib/node_modules/@claw/cli/dist/main.cjs';

const copied = '/opt/app/main.cjs';
const renamed = '/opt/app/firewall.cjs';

function standing(words: readonly string[], others: object = {}, project = true) {
  const [command, ...args] = words;
  const value = { command, args, ...others };
  const entry: LocatedEntry = { name: 'x', path: ['mcpServers', 'x'], value, fields: new Map() };
  const isOurProgram = (word: string) =>
    [script, copied, renamed, '/usr/bin/clawdefender', 'clawdefender', 'clawdefender.cmd', 'claw'].includes(
      word,
    );
  const isOutside = (path: string) => /^(?:\/(?!repository)|C:\\Windows)/.test(path);
  return entryStateOf(entry, usualShape, { project, isOurProgram, isOutside });
}

const rest = ['proxy', '--server', 'x', '--', 'npx', '-y', 'server'];
const callings: (readonly string[])[] = [
  ['clawdefender'],
  ['claw'],
  ['clawdefender.cmd'],
  ['/usr/bin/clawdefender'],
  ['cmd', '/c', 'clawdefender'],
  ['node', script],
  ['/opt/node/bin/node', script],
  ['C:\\Windows\\System32\\cmd.exe', '/c', 'clawdefender'],
  ['/usr/bin/node-22', script],
  ['/usr/bin/node', copied],
  ['/usr/bin/node', renamed],
];
for (const calling of callings) {
  test(`protected by \`${calling.join(' ')}\``, () => {
    expect(standing([...calling, ...rest])).toMatchObject({
      kind: 'wrapped',
      original: ['npx', '-y', 'server'],
      weaknesses: [],
    });
  });
}

const runners: (readonly string[])[] = [
  ['npx', '@claw/cli'],
  ['npx', '-y', '@claw/cli@1.2.3'],
  ['npx', '--yes', '-p', '@claw/cli', 'clawdefender'],
  ['npx', '--package=@claw/cli', 'claw'],
  ['cmd', '/c', 'npx', '-y', '@claw/cli'],
  ['npm', 'exec', '-y', '@claw/cli'],
  ['pnpm', 'dlx', '@claw/cli'],
  ['bunx', '@claw/cli'],
];
for (const calling of runners) {
  test(`\`${calling.join(' ')}\` is protected in a user file, but not in a project file`, () => {
    const words = [...calling, ...rest];
    expect(standing(words, {}, false)).toMatchObject({
      kind: 'wrapped',
      original: ['npx', '-y', 'server'],
      weaknesses: [],
    });
    expect(standing(words)).toMatchObject({
      weaknesses: [expect.stringContaining('prefers a copy in the project')],
    });
  });
}

const harmless = [
  {
    name: 'a header with its value in a variable',
    others: { env: { CLAWDEFENDER_HEADER_1: 'x', API_KEY: 'y' } },
  },
  {
    name: "a file with environment variables in the user's configuration",
    others: { envFile: '/x' },
    project: false,
  },
  { name: 'additional fields', others: { type: 'stdio', disabled: false, timeout: 3 } },
];
for (const { name, others, project } of harmless) {
  test(`still protected: ${name}`, () => {
    expect(standing(['clawdefender', ...rest], others, project)).toMatchObject({ weaknesses: [] });
  });
}

const disarmed: { name: string; words: readonly string[]; others?: object; why: string }[] = [
  {
    name: 'a policy in the repository',
    words: ['clawdefender', 'proxy', '--policy', './allow-all.toml', '--', 'npx', 'x'],
    why: 'it starts clawdefender with `--policy`',
  },
  {
    name: 'observe mode',
    words: ['clawdefender', 'proxy', '--mode=observe', '--', 'npx', 'x'],
    why: 'it starts clawdefender with `--mode=observe`',
  },
  ...[
    'CLAWDEFENDER_HOME',
    'XDG_CONFIG_HOME',
    'HOME',
    'NODE_OPTIONS',
    'NODE_COMPILE_CACHE',
    'OPENSSL_CONF',
    'LD_PRELOAD',
    'LD_AUDIT',
    'clawdefender_home',
  ].map((name) => ({
    name: `the variable ${name}`,
    words: ['clawdefender', ...rest],
    others: { env: { [name]: './here' } },
    why: `it sets \`${name}\``,
  })),
  {
    name: 'a remote server without certificate verification',
    words: ['clawdefender', 'proxy', '--url', 'https://x.example/mcp'],
    others: { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } },
    why: 'it sets `NODE_TLS_REJECT_UNAUTHORIZED`',
  },
  {
    name: 'an option that appears when the client substitutes variables',
    words: ['clawdefender', 'proxy', '--server', 'x', '$'.concat('{A:---mode}'), 'observe', '--', 'npx', 'x'],
    why: 'it starts clawdefender with `$'.concat('{A:---mode}`'),
  },
  {
    name: 'a program in the repository with the name of Node',
    words: ['./node', script, ...rest],
    why: 'it starts clawdefender through `./node`, which can be any program',
  },
  {
    name: 'an absolute path to a program with the name of Node',
    words: ['/repository/bin/node', script, ...rest],
    why: 'it starts clawdefender through `/repository/bin/node`, which can be any program',
  },
  {
    name: 'a program in the repository with the name of the Windows shell',
    words: ['./cmd', '/c', 'clawdefender', ...rest],
    why: 'it starts clawdefender through `./cmd`, which can be any program',
  },
  {
    name: 'a second command on the line of a Windows shell',
    words: ['cmd', '/c', 'clawdefender', ...rest, '&', 'calc'],
    why: 'it starts clawdefender through a shell that also runs other commands',
  },
  {
    name: 'a script with our name in the current folder',
    words: ['node', 'clawdefender', ...rest],
    why: '`clawdefender` is not an installed clawdefender',
  },
  {
    name: 'another PATH, on which Node is found',
    words: ['node', script, ...rest],
    others: { env: { PATH: './bin' } },
    why: 'it sets `PATH`, which determines what `clawdefender` starts',
  },
  {
    name: 'a URL that some clients prefer to a command',
    words: ['clawdefender', ...rest],
    others: { httpUrl: 'https://x.example/mcp' },
    why: 'the client may connect to its URL directly',
  },
  {
    name: 'another PATH',
    words: ['clawdefender', ...rest],
    others: { env: { PATH: './bin' } },
    why: 'it sets `PATH`, which determines what `clawdefender` starts',
  },
  ...['PATHEXT', 'VOLTA_HOME', 'ASDF_DATA_DIR', 'MISE_DATA_DIR'].map((name) => ({
    name: `a variable that determines where programs are found, ${name}`,
    words: ['clawdefender', ...rest],
    others: { env: { [name]: './here' } },
    why: `it sets \`${name}\`, which determines what \`clawdefender\` starts`,
  })),
  {
    name: 'another registry in a variable',
    words: ['npx', '-y', '@claw/cli', ...rest],
    others: { env: { npm_config_registry: 'https://evil.example' } },
    why: 'it sets `npm_config_registry`, which determines the downloaded package',
  },
  {
    name: 'variables as a list of strings',
    words: ['clawdefender', ...rest],
    others: { env: ['A=b', 'CLAWDEFENDER_HOME=./here'] },
    why: 'it sets `CLAWDEFENDER_HOME`',
  },
  {
    name: 'variables as a list of names and values',
    words: ['clawdefender', ...rest],
    others: { env: [{ name: 'HOME', value: './here' }] },
    why: 'it sets `HOME`',
  },
  {
    name: 'a field for variables in another case, for case-insensitive clients',
    words: ['clawdefender', ...rest],
    others: { Env: { CLAWDEFENDER_HOME: './here' } },
    why: 'it has `Env`, which some clients treat as the field of that name',
  },
  {
    name: 'a field for the command in another case',
    words: ['clawdefender', ...rest],
    others: { COMMAND: 'evil' },
    why: 'it has `COMMAND`, which some clients treat as the field of that name',
  },
  {
    name: 'no command after `--`',
    words: ['clawdefender', 'proxy', '--server', 'x'],
    why: 'it starts no server',
  },
  {
    name: 'a header variable with an invalid name',
    words: ['clawdefender', ...rest],
    others: { env: { CLAWDEFENDER_HEADER_POLICY: 'x' } },
    why: 'it sets `CLAWDEFENDER_HEADER_POLICY`',
  },
  {
    name: 'code that Node loads first',
    words: ['node', '--require=./evil.js', script, ...rest],
    why: 'it starts clawdefender through `--require=./evil.js`',
  },
  {
    name: 'a program in the repository with our name',
    words: ['./clawdefender', ...rest],
    why: '`./clawdefender` is not an installed clawdefender',
  },
  ...['./tools/main.cjs', '/repository/tools/main.cjs', '/repository/tools/server.js'].map((program) => ({
    name: `a script in the repository that is started as wrap would start ours, ${program}`,
    words: ['node', program, ...rest],
    why: `\`${program}\` is not an installed clawdefender`,
  })),
  {
    name: 'another registry',
    words: ['npx', '--registry=https://evil.example', '@claw/cli', ...rest],
    why: 'it starts clawdefender through `--registry=https://evil.example`',
  },
  {
    name: 'a file with environment variables in the repository',
    words: ['clawdefender', ...rest],
    others: { envFile: '.env' },
    why: 'it reads variables from a project file',
  },
];
for (const { name, words, others, why } of disarmed) {
  test(`wrapped, but not protected: ${name}`, () => {
    const found = standing(words, others);
    expect(found.kind).toBe('wrapped');
    expect(found.kind === 'wrapped' && found.weaknesses).toContain(why);
  });
}

const others: { name: string; words: readonly string[]; expected: object }[] = [
  { name: 'a server without a firewall', words: ['npx', '-y', 'server'], expected: { kind: 'bare' } },
  {
    name: 'a shell that starts our program',
    words: ['sh', '-c', 'clawdefender proxy -- x'],
    expected: { kind: 'bare' },
  },
  {
    name: 'our program with variables set by `env`',
    words: ['env', 'CLAWDEFENDER_HOME=/x', 'clawdefender', ...rest],
    expected: { kind: 'bare' },
  },
  {
    name: 'a package with a name similar to ours',
    words: ['npx', '-y', 'clawdefender', ...rest],
    expected: { kind: 'bare' },
  },
  { name: 'our own server', words: ['clawdefender', 'serve'], expected: { kind: 'ourselves' } },
  {
    name: 'a program in the repository that looks like our own server',
    words: ['./clawdefender', 'serve'],
    expected: { kind: 'bare' },
  },
  {
    name: 'a script in the repository that looks like our own server',
    words: ['node', './tools/main.cjs', 'serve'],
    expected: { kind: 'bare' },
  },
  {
    name: 'a server with a subcommand `proxy`',
    words: ['node', '/srv/server.js', 'proxy', '--', 'x'],
    expected: { kind: 'bare' },
  },
  {
    name: 'our own server with a policy in the repository',
    words: ['clawdefender', 'serve', '--policy', './allow-all.toml'],
    expected: { kind: 'bare' },
  },
  { name: 'another command of our program', words: ['clawdefender', 'x'], expected: { kind: 'bare' } },
  {
    name: 'another package installed under our name',
    words: ['npx', '-y', '@claw/cli@npm:evil', ...rest],
    expected: { kind: 'bare' },
  },
  {
    name: 'clawai',
    words: ['clawai', 'proxy', '--', 'npx', 'x'],
    expected: { kind: 'foreign', by: 'clawai', original: ['npx', 'x'] },
  },
  {
    name: 'Agent Wall through a package runner',
    words: ['npx', '-y', '@agent-wall/cli', 'wrap', '--config', 'w.yaml', '--', 'npx', 'x'],
    expected: { kind: 'foreign', by: 'Agent Wall', original: ['npx', 'x'] },
  },
  {
    name: 'a whole command line in one string',
    words: ['npx -y server'],
    expected: {
      kind: 'out-of-reach',
      reason: 'its `command` is a whole command line; move the arguments to `args`',
    },
  },
];
for (const { name, words, expected } of others) {
  test(`recognized: ${name}`, () => expect(standing(words)).toMatchObject(expected));
}

test('if an entry has a command and a URL, the client decides which is used', () => {
  expect(standing(['npx', 'x'], { url: 'https://x.example/mcp' })).toMatchObject({
    kind: 'out-of-reach',
    reason: expect.stringContaining('a command and a URL'),
  });
});

test('a wrapped remote server keeps its URL', () => {
  for (const words of [['--url', 'https://x.example/mcp'], ['--url=https://x.example/mcp']])
    expect(standing(['clawdefender', 'proxy', '--server', 'x', ...words])).toMatchObject({
      kind: 'wrapped',
      address: 'https://x.example/mcp',
      weaknesses: [],
    });
});

test('the command after `--` is used, whatever a marker contains', () => {
  const marker = { _clawdefender_original: { command: 'npx', args: ['-y', 'harmless'] } };
  expect(standing(['clawdefender', ...rest], marker)).toMatchObject({ original: ['npx', '-y', 'server'] });
  expect(standing(['clawdefender', 'proxy'], marker)).toMatchObject({ original: ['npx', '-y', 'harmless'] });
});
