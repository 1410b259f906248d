// Tests the output, the changes and the unchanged files of `wrap` and `unwrap`.

import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { fixture, Home, program } from './home.js';

const cursor = '.cursor/mcp.json';
const simple = `{
  "mcpServers": {
    "filesystem": { "command": "npx", "args": ["-y", "server-filesystem"] },
    "github": { "command": "gh-mcp", "env": { "T": "ghp_${'x7Kq2Lm9Rt4Wv8Yb3Nc6Hd1Jf5Gs0PzAeUiO'}" } }
  }
}
`;

test('wrapping one server leaves the other unchanged', async () => {
  const home = new Home();
  home.write(cursor, simple);
  const { code, stdout, stderr } = await home.run('wrap', 'filesystem');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('filesystem  wrapped');
  const launcher = JSON.stringify([
    program,
    'proxy',
    '--server',
    'filesystem',
    '--',
    'npx',
    '-y',
    'server-filesystem',
  ]);
  const { mcpServers } = JSON.parse(home.read(cursor));
  expect(mcpServers.filesystem).toEqual({ command: process.execPath, args: JSON.parse(launcher) });
  expect(mcpServers.github).toEqual(JSON.parse(simple).mcpServers.github);
});

test('a copy of the program in any folder wraps, recognizes and unwraps its entries', async () => {
  const home = new Home();
  const copy = home.at('app/dist/main.cjs');
  cpSync(dirname(program), dirname(copy), { recursive: true, filter: (name) => !name.endsWith('.code') });
  const text = '{"mcpServers":{"a":{"command":"x"},"b":{"url":"https://b.example/mcp"}}}';
  home.write(cursor, text);
  const run = (...words: string[]) => home.start(process.execPath, [copy, ...words]);
  expect(await run('wrap', '--all')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('2 wrapped,'),
  });
  const wrapped = home.read(cursor);
  expect(wrapped).toContain(JSON.stringify(copy));
  expect((await run('status')).stdout).toContain('protected    2 of 2');
  // A user may have several copies of the program.
  expect((await home.run('status')).stdout).toContain('protected    2 of 2');
  expect((await run('wrap', '--all')).stdout).toContain('0 wrapped, 2 already protected');
  expect(home.read(cursor)).toBe(wrapped);
  expect((await run('unwrap', '--all')).stdout).toContain('2 unwrapped');
  expect(home.read(cursor)).toBe(text);
});

test('a program in the repository of a project does not protect its servers', async () => {
  const home = new Home();
  const copy = home.at('shop/tools/main.cjs');
  cpSync(dirname(program), dirname(copy), { recursive: true, filter: (name) => !name.endsWith('.code') });
  mkdirSync(home.at('shop/.git'));
  const args = [copy, 'proxy', '--server', 'a', '--', 'x'];
  home.write('shop/.mcp.json', JSON.stringify({ mcpServers: { a: { command: process.execPath, args } } }));
  expect((await home.run('wrap', '--check', '--project', 'shop')).code).toBe(1);
  expect(await home.run('wrap', '--all', '--project', 'shop')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('is not an installed clawdefender'),
  });
});

test('a server that cannot be wrapped makes `wrap` fail, whether the server is named or not', async () => {
  const home = new Home();
  home.write(cursor, '{"mcpServers":{"a":{"command":"x"},"b":{"command":"npx -y x"}}}');
  expect(await home.run('wrap', '--all', '--dry-run')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('1 would be wrapped, 1 cannot be wrapped. Nothing was changed.'),
  });
  for (const words of [['--all'], ['--all', '--json'], ['b']])
    expect((await home.run('wrap', ...words)).code).toBe(1);
  expect((await home.run('wrap', 'a')).code).toBe(0);
});

test('the entry contains the program name if the client will find it, otherwise the absolute path', async () => {
  const home = new Home();
  mkdirSync(home.at('bin'));
  symlinkSync(program, home.at('bin/clawdefender'));
  symlinkSync(process.execPath, home.at('bin/node'));
  home.env = { PATH: home.at('bin') };
  home.write(
    '.codex/config.toml',
    '[mcp_servers.a]\ncommand = "x"\n[mcp_servers.b]\ncommand = "x"\nenv.PATH = "/y"\n',
  );
  home.write(cursor, simple);
  await home.run('wrap', '--all');
  expect(home.read('.codex/config.toml')).toBe(
    `[mcp_servers.a]\nargs = ["proxy", "--server", "a", "--", "x"]\ncommand = "clawdefender"\n[mcp_servers.b]\nargs = [${JSON.stringify(program)}, "proxy", "--server", "b", "--", "x"]\ncommand = ${JSON.stringify(process.execPath)}\nenv.PATH = "/y"\n`,
  );
  expect(home.read(cursor)).toContain(`"command": ${JSON.stringify(process.execPath)}`);
});

test('a dry run shows the change without secrets, and changes nothing', async () => {
  const home = new Home();
  home.write(cursor, simple);
  const { code, stdout } = await home.run('wrap', '--all', '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toMatch(/- {5}"github": .*"command": "gh-mcp"/);
  expect(stdout).toMatch(/^ {2}github +would be wrapped$/m);
  expect(stdout).toContain('2 would be wrapped. Nothing was changed.');
  expect(stdout).not.toContain('x7Kq2Lm9');
  expect(home.read(cursor)).toBe(simple);
  expect(readdirSync(home.at('.cursor'))).toEqual(['mcp.json']);
  await home.run('wrap', '--all');
  expect((await home.run('unwrap', '--all', '--dry-run')).stdout).toMatch(
    /^ {2}github +would be unwrapped$/m,
  );
});

test('a diff shows the names of variables and headers without their values', async () => {
  const home = new Home();
  home.write(
    cursor,
    `{
  "mcpServers": {
    "db": { "command": "db-mcp", "args": ["--password", "hunter2"], "env": { "DB_PASS": "tiger", "MODE": "quiet" } },
    "remote": { "url": "https://a.example/mcp", "headers": { "X-Seat": "window" } }
  }
}
`,
  );
  const wrapped = (await home.run('wrap', '--all')).stdout;
  const unwrapped = (await home.run('unwrap', '--all')).stdout;
  for (const stdout of [wrapped, unwrapped]) {
    for (const value of ['hunter2', 'tiger', 'quiet', 'window']) expect(stdout).not.toContain(value);
    for (const shown of ['"DB_PASS": "[REDACTED]"', '"--password", "[REDACTED]"', '"X-Seat": "[REDACTED]"'])
      expect(stdout).toContain(shown);
  }
});

test('backups are kept, private, and never overwritten', async () => {
  const home = new Home();
  home.write(cursor, simple);
  home.write(`${cursor}.bak`, 'mine');
  await home.run('wrap', 'github');
  await home.run('wrap', 'filesystem');
  expect(home.read(`${cursor}.bak`)).toBe('mine');
  expect(home.read(`${cursor}.bak.1`)).toBe(simple);
  expect(home.read(`${cursor}.bak.2`)).not.toBe(simple);
  expect(statSync(home.at(`${cursor}.bak.1`)).mode & 0o777).toBe(0o600);
});

test('`unwrap` does not remove backups, and lists them, including older ones', async () => {
  const home = new Home();
  home.write(cursor, simple);
  home.write(`${cursor}.bak`, 'mine');
  home.write('.cursor/other.json.bak', 'not of this file');
  await home.run('wrap', 'github');
  const { stdout } = await home.run('unwrap', '--all');
  const named = [...stdout.matchAll(/^backup: (.+)$/gm)].map(([, path]) => path);
  expect(named).toEqual(['bak', 'bak.1', 'bak.2'].map((ending) => home.at(`${cursor}.${ending}`)));
  for (const path of named) expect(existsSync(path as string)).toBe(true);
  expect(stdout).toContain('Delete them when you no longer need them');
  expect((await home.run('unwrap', '--all')).stdout).toBe('No wrapped servers found.\n');
});

test('the mode of a file and a symbolic link are preserved', async () => {
  const home = new Home();
  home.write('dotfiles/mcp.json', simple);
  chmodSync(home.at('dotfiles/mcp.json'), 0o640);
  mkdirSync(home.at('.cursor'));
  symlinkSync(home.at('dotfiles/mcp.json'), home.at(cursor));
  await home.run('wrap', '--all');
  expect(lstatSync(home.at(cursor)).isSymbolicLink()).toBe(true);
  expect(statSync(home.at('dotfiles/mcp.json')).mode & 0o777).toBe(0o640);
  expect(home.read('dotfiles/mcp.json')).toContain('"proxy"');
  await home.run('unwrap', '--all');
  expect(home.read('dotfiles/mcp.json')).toBe(simple);
});

test('the wrap records are private and contain no secret of the entry', async () => {
  const home = new Home();
  home.write(cursor, simple);
  await home.run('wrap', '--all');
  const records = '.local/state/clawdefender/wrapped.json';
  expect(statSync(home.at(records)).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(home.at(records))).mode & 0o777).toBe(0o700);
  expect(home.read(records)).not.toMatch(/ghp_|gh-mcp|server-filesystem/);
});

test('without wrap records, `unwrap` rebuilds the entry and reports that', async () => {
  const home = new Home();
  home.write(cursor, simple);
  await home.run('wrap', '--all');
  home.write('.local/state/clawdefender/wrapped.json', '{ broken');
  const { code, stdout } = await home.run('unwrap', '--all');
  expect(code).toBe(0);
  expect(stdout).toContain('restored from its arguments');
  expect(JSON.parse(home.read(cursor))).toEqual(JSON.parse(simple));
});

const slips: { name: string; words: string[]; code: number; stderr: RegExp }[] = [
  {
    name: 'a misspelled server',
    words: ['wrap', 'filesytem'],
    code: 2,
    stderr: /No server `filesytem`\. Did you mean `filesystem`\? Nothing was changed/,
  },
  {
    name: 'an unknown server',
    words: ['wrap', 'weather'],
    code: 2,
    stderr: /Known servers are `filesystem`, `github`/,
  },
  {
    name: 'a known and an unknown name',
    words: ['wrap', 'github', 'nope'],
    code: 2,
    stderr: /No server `nope`/,
  },
  {
    name: '`--all` and a name',
    words: ['wrap', '--all', 'github'],
    code: 2,
    stderr: /Use either `--all` or server names, not both: unexpected argument `github`/,
  },
  { name: 'no name', words: ['wrap'], code: 2, stderr: /Name one or more servers, or use `--all`/ },
  {
    name: 'a misspelled client',
    words: ['wrap', '--all', '--client', 'curser'],
    code: 2,
    stderr: /Did you mean `cursor`\?/,
  },
  {
    name: 'a file that does not exist',
    words: ['wrap', '--all', '--config', 'no.json'],
    code: 2,
    stderr: /The file `no\.json` does not exist/,
  },
  {
    name: 'a folder that does not exist',
    words: ['wrap', '--all', '--project', 'no'],
    code: 2,
    stderr: /The folder `no` does not exist/,
  },
  {
    name: '`--config` and `--project`',
    words: ['wrap', '--all', '--project', '.', '--config', 'x'],
    code: 2,
    stderr: /Use either `--config FILE` or `--project DIR`/,
  },
  {
    name: 'unwrapping an unknown server',
    words: ['unwrap', 'githib'],
    code: 2,
    stderr: /Did you mean `github`/,
  },
];
for (const { name, words, code, stderr } of slips) {
  test(`${name}: a clear error, and nothing changed`, async () => {
    const home = new Home();
    home.write(cursor, simple);
    const outcome = await home.run(...words);
    expect(outcome.stderr).toMatch(stderr);
    expect(outcome).toMatchObject({ code, stdout: '' });
    expect(home.read(cursor)).toBe(simple);
    expect(readdirSync(home.at('.cursor'))).toEqual(['mcp.json']);
  });
}

test('the exit code is 0 if nothing has to be changed', async () => {
  const home = new Home();
  expect(await home.run('wrap', '--all')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('No MCP servers are configured'),
  });
  home.write(cursor, simple);
  expect(await home.run('unwrap', '--all')).toMatchObject({ code: 0, stdout: 'No wrapped servers found.\n' });
});

const deep = (levels: number) =>
  `{"x":${'['.repeat(levels)}${']'.repeat(levels)},"mcpServers":{"a":{"command":"x"}}}`;
const broken = [
  {
    name: 'endless nesting',
    text: deep(200_000),
    says: /cannot be read|failed: .*the file was not changed/,
  },
  {
    name: 'a truncated file',
    text: '{ "mcpServers": { "a": { "command": "x"',
    says: /mcp\.json:1:40: it cannot be read/,
  },
  {
    name: 'a duplicate server',
    text: '{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}',
    says: /it appears twice/,
  },
  {
    name: 'a duplicate field',
    text: '{"mcpServers":{"a":{"command":"x","command":"y"}}}',
    says: /it has `command` twice/,
  },
  {
    name: 'invalid UTF-8',
    text: Buffer.from('{"mcpServers":{"\xff":{"command":"x"}}}', 'latin1'),
    says: /not UTF-8/,
  },
];
for (const { name, text, says } of broken) {
  test(`leaves unchanged, with a reason: ${name}`, async () => {
    const home = new Home();
    home.write(cursor, text);
    home.write('.codex/config.toml', '[mcp_servers.fine]\ncommand = "x"\n');
    const before = readFileSync(home.at(cursor));
    const { stdout, stderr } = await home.run('wrap', '--all');
    expect(stdout + stderr).toMatch(says);
    expect(stdout).toMatch(/fine +wrapped/);
    expect(readFileSync(home.at(cursor)).equals(before)).toBe(true);
  });
}

test('a file with nested aliases is rejected within a limit, and other files are wrapped', async () => {
  const home = new Home();
  const levels = Array.from(
    { length: 12 },
    (_, index) => `a${index + 1}: &a${index + 1} [${Array(9).fill(`*a${index}`).join(', ')}]`,
  );
  home.write(
    '.continue/config.yaml',
    `a0: &a0 [x]\n${levels.join('\n')}\nmcpServers:\n  - name: a\n    command: x\n`,
  );
  home.write(cursor, simple);
  const { stdout, stderr } = await home.run('wrap', '--all');
  expect(stderr).toContain('config.yaml: it cannot be read');
  expect(stdout).toContain('2 wrapped');
  expect((await home.run('scan')).code).toBe(1);
});

test('--check fails until every server is protected, and lists entries that it cannot check', async () => {
  const home = new Home();
  home.write(cursor, simple);
  expect((await home.run('wrap', '--check')).code).toBe(1);
  await home.run('wrap', '--all');
  const { code, stdout } = await home.run('wrap', '--check');
  expect(code).toBe(0);
  expect(stdout).toContain('2 protected, 0 unprotected');
  expect(stdout).toContain('extensions of Claude Desktop');
});

test('a project file is changed only if it is named; until then its unwrapped entry is reported as a bypass', async () => {
  const home = new Home();
  const project = '{"mcpServers":{"filesystem":{"command":"npx","args":["server-filesystem"]}}}';
  home.write('shop/.mcp.json', project);
  home.write('.claude.json', JSON.stringify({ projects: { [home.at('shop')]: {} }, mcpServers: {} }));
  home.write(cursor, simple);
  const { value, code } = await home.json('wrap', '--all');
  expect(code).toBe(0);
  expect(value['bypasses']).toMatchObject([
    { server: 'filesystem', file: home.at('shop/.mcp.json'), scope: 'project' },
  ]);
  expect(home.read('shop/.mcp.json')).toBe(project);
  expect((await home.run('wrap', '--check')).code).toBe(1);
  const { stdout } = await home.run('wrap', '--all', '--project', 'shop');
  expect(stdout).toContain('The client may ask again whether to trust the project');
  expect((await home.run('wrap', '--check')).code).toBe(0);
});

for (const words of [
  ['--project', 'shop'],
  ['--config', 'shop/.vscode/mcp.json'],
])
  test(`the entry in a shared file contains the program name and no local paths: ${words[0]}`, async () => {
    const home = new Home();
    home.write('bin/node', '');
    symlinkSync(program, home.at('bin/clawdefender'));
    home.env = { PATH: home.at('bin') };
    home.write('shop/.vscode/mcp.json', '{"servers":{"a":{"type":"stdio","command":"npx","args":["x"]}}}');
    const warning =
      /shop\/\.vscode\/mcp\.json: `clawdefender` is not on the PATH that Visual Studio Code has when started from the desktop, so .* do not start there\. To fix it, add `[^`]*bin` to the PATH of your desktop session, or start the client from a terminal\./;
    const wrapped = await home.run('wrap', '--all', ...words);
    expect(wrapped.code).toBe(0);
    expect(wrapped.stderr).toMatch(warning);
    const { servers } = JSON.parse(home.read('shop/.vscode/mcp.json')) as { servers: { a: object } };
    expect(servers.a).toMatchObject({
      command: 'clawdefender',
      args: ['proxy', '--server', 'a', '--', 'npx', 'x'],
    });
    // The PATH of a desktop session is only assumed, so the exit code does not depend on it.
    const checked = await home.run('wrap', '--check', '--project', 'shop');
    expect(checked).toMatchObject({ code: 0, stderr: expect.stringMatching(warning) });
    expect((await home.run('scan', '--project', 'shop')).stderr).toMatch(warning);
  });

test.skipIf(process.platform === 'win32')(
  '`unwrap --all` names project files that are still wrapped',
  async () => {
    const home = new Home();
    const project = '{"mcpServers":{"files":{"command":"files-mcp"}}}';
    home.write("it's/.mcp.json", project);
    home.write('old/.mcp.json', project);
    await home.run('wrap', '--all', '--project', "it's");
    await home.run('wrap', '--all', '--project', 'old');
    await home.run('unwrap', '--all', '--project', 'old');
    const { stdout } = await home.run('unwrap', '--all');
    const [, command = ''] = stdout.split('To unwrap them as well, run:\n  clawdefender ');
    expect(command.trim().split('\n')).toHaveLength(1);
    expect(await home.start('sh', ['-c', `'${process.execPath}' '${program}' ${command}`])).toMatchObject({
      code: 0,
    });
    expect(home.read("it's/.mcp.json")).toBe(project);
    expect((await home.run('unwrap', '--all')).stdout.trim()).toBe('No wrapped servers found.');
  },
);

test('a project entry that disables the firewall counts as unprotected and stays unchanged', async () => {
  const home = new Home();
  const text =
    '{"mcpServers":{"x":{"command":"clawdefender","args":["proxy","--policy","p.toml","--","npx"]}}}';
  home.write('shop/.mcp.json', text);
  expect(await home.run('wrap', '--check', '--project', 'shop')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('it starts clawdefender, but it starts clawdefender with `--policy`'),
  });
  await home.run('wrap', '--all', '--project', 'shop');
  expect(home.read('shop/.mcp.json')).toBe(text);
});

test('a file that several clients read is wrapped once', async () => {
  const home = new Home();
  home.write('shop/.mcp.json', fixture('jetbrains-air.json'));
  const { value } = await home.json('wrap', '--all', '--project', 'shop');
  expect(value.items).toMatchObject([
    { server: 'database', state: 'wrapped', client: 'claude-code' },
    { server: 'youtrack', state: 'wrapped', client: 'claude-code' },
  ]);
});

test('the undo command has the same options for selecting files', async () => {
  const home = new Home();
  home.write('shop/.mcp.json', '{"mcpServers":{"a":{"command":"x"}}}');
  const { stdout } = await home.run('wrap', '--all', '--project', 'shop', '--client', 'claude-code');
  expect(stdout).toContain('run `clawdefender unwrap --all --client claude-code --project shop`');
  expect((await home.run('unwrap', '--all', '--client', 'claude-code', '--project', 'shop')).code).toBe(0);
  expect(home.read('shop/.mcp.json')).toBe('{"mcpServers":{"a":{"command":"x"}}}');
});

test('the undo command names only the servers that were wrapped', async () => {
  const home = new Home();
  const text = '{"mcpServers":{"a":{"command":"x"},"b c":{"command":"x"},"d":{"command":"x"}}}';
  home.write('.cursor/mcp.json', text);
  const undo = async (...words: string[]) =>
    /To undo this, run `clawdefender unwrap (.*)`/.exec((await home.run('wrap', ...words)).stdout)?.[1];
  expect(await undo('a', '--client', 'cursor')).toBe('a --client cursor');
  expect(await undo('a', 'b c')).toBe("'b c'");
  expect(await undo('--all')).toBe('d');
  await home.run('unwrap', '--all');
  expect(await undo('--all')).toBe('--all');
});

test('if there are no servers, the output lists the searched files', async () => {
  const home = new Home();
  for (const words of [['wrap', '--all'], ['scan']])
    expect((await home.run(...words)).stdout).toMatch(
      /No MCP servers .* the files of the \d+ supported clients .*--project DIR/,
    );
  expect((await home.run('scan', '--client', 'cursor')).stdout).toBe(
    'No MCP servers are configured in Cursor.\n',
  );
});

test('an empty argument list is restored, and a command of another type is listed', async () => {
  const home = new Home();
  const text = '{"mcpServers":{"a":{"command":"x","args":null},"b":{"command":["x"]}}}';
  home.write(cursor, text);
  expect((await home.json('wrap', '--all')).value.items).toMatchObject([
    { server: 'a', state: 'wrapped' },
    { server: 'b', state: 'unprotected', reason: 'its `command` is not a string' },
  ]);
  await home.run('unwrap', '--all');
  expect(home.read(cursor)).toBe(text);
});

test('an entry that is wrapped but unprotected is reported immediately', async () => {
  const home = new Home();
  home.write('shop/.vscode/mcp.json', '{"servers":{"a":{"command":"x","envFile":"/x/.env"}}}');
  const { value } = await home.json('wrap', 'a', '--project', 'shop');
  expect(value.items).toMatchObject([
    { state: 'wrapped', reason: expect.stringContaining('it reads variables from a project file') },
  ]);
  expect((await home.run('wrap', '--check', '--project', 'shop')).code).toBe(1);
});

const legacy = [
  {
    name: 'the marker of an earlier version',
    entry: {
      command: '/usr/local/bin/clawdefender',
      args: ['proxy', '--', 'npx', '-y', 's'],
      _clawdefender_original: { command: 'npx', args: ['-y', 's'] },
    },
  },
  {
    name: 'the marker of clawai',
    entry: {
      command: 'clawai',
      args: ['proxy', '--', 'npx', '-y', 's'],
      _clawai_original: { command: 'npx', args: ['-y', 's'] },
    },
  },
  { name: 'clawai', entry: { command: 'clawai', args: ['proxy', '--', 'npx', '-y', 's'] } },
  {
    name: 'Agent Wall',
    entry: { command: 'npx', args: ['-y', 'agent-wall', 'wrap', '-c', 'wall.yaml', '--', 'npx', '-y', 's'] },
  },
];
for (const { name, entry } of legacy) {
  const text = JSON.stringify({ mcpServers: { x: { ...entry, env: { A: 'b' } } } }, null, 2);
  test(`unwrap removes ${name}`, async () => {
    const home = new Home();
    home.write(cursor, text);
    expect((await home.run('unwrap', 'x')).code).toBe(0);
    expect(JSON.parse(home.read(cursor))).toEqual({
      mcpServers: { x: { command: 'npx', args: ['-y', 's'], env: { A: 'b' } } },
    });
  });
}
test('another firewall is reported, and replaced with --convert', async () => {
  const home = new Home();
  home.write(cursor, '{"mcpServers":{"x":{"command":"clawai","args":["proxy","--","npx","s"]}}}');
  const { code, stdout } = await home.run('wrap', 'x');
  expect(code).toBe(1);
  expect(stdout).toContain('it runs behind clawai; `--convert` replaces that');
  expect((await home.run('wrap', 'x', '--convert')).code).toBe(0);
  expect(JSON.parse(home.read(cursor)).mcpServers.x.args).toEqual([
    program,
    'proxy',
    '--server',
    'x',
    '--',
    'npx',
    's',
  ]);
});

test('`--json` lists all results', async () => {
  const home = new Home();
  home.write(cursor, simple);
  const { value } = await home.json('wrap', 'github');
  expect(value).toEqual({
    items: [{ client: 'cursor', file: home.at(cursor), server: 'github', scope: 'user', state: 'wrapped' }],
    bypasses: [],
    backups: [home.at(`${cursor}.bak`)],
    dry_run: false,
  });
});

test('the format of a file with an unknown name is determined by its content', async () => {
  const home = new Home();
  home.write('anything.json', '{"mcp":{"a":{"command":["x","y"]},"b":{"command":"x","args":[]}}}');
  expect((await home.run('wrap', '--all', '--config', 'anything.json')).code).toBe(0);
  const { mcp } = JSON.parse(home.read('anything.json'));
  expect(mcp.a.command.slice(-3)).toEqual(['--', 'x', 'y']);
  expect(mcp.b.args.slice(-2)).toEqual(['--', 'x']);
  expect(basename(mcp.b.command)).toBe(basename(process.execPath));
});
