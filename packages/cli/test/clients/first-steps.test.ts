// Tests the first commands of a new user: `init`, `status`, `doctor` and `completion`.

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { connectThrough } from './connected.js';
import { Home, program } from './home.js';

const cursor = '.cursor/mcp.json';
const policy = '.config/clawdefender/policy.toml';
const echoServer = fileURLToPath(new URL('../../../../fixtures/servers/sdk1.mjs', import.meta.url));
const servers = '{ "mcpServers": { "notes": { "command": "notes-mcp" } } }';

test('policy check accepts the file that init writes as an operand and as an option', async () => {
  const home = new Home();
  home.write('good.toml', 'default = "deny"\n');
  const file = home.at('good.toml');
  for (const words of [[file], ['--policy', file]])
    expect(await home.run('policy', 'check', ...words)).toMatchObject({ code: 0 });
  const both = await home.run('policy', 'check', file, '--policy', file);
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('Only one policy is allowed') });
});

for (const preset of ['balanced', 'strict', 'permissive', 'audit-only', 'development', 'data-science']) {
  test(`init --preset ${preset} writes a valid policy that only the user can read`, async () => {
    const home = new Home();
    home.write(cursor, servers);
    home.write('code/shop/README.md', '');
    home.write('.claude.json', JSON.stringify({ projects: { [home.at('code/shop')]: {}, '/': {} } }));
    const { code, stdout, stderr } = await home.run('init', '--preset', preset);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`${preset}: `);
    expect(stdout).toContain('clawdefender wrap --all     (protects 1 of 1 servers)');
    expect(statSync(home.at(policy)).mode & 0o777).toBe(0o600);
    expect(statSync(home.at('.config/clawdefender')).mode & 0o777).toBe(0o700);
    expect((await home.run('policy', 'check')).code).toBe(0);
    const explained = await home.json(
      'policy',
      'explain',
      '--tool',
      'write_file',
      '--args',
      JSON.stringify({ path: home.at(cursor) }),
    );
    expect(explained.value['decision']).toBe('deny');
    expect(home.read(policy).includes(home.at('code/shop'))).toBe(preset === 'strict');
    expect(home.read(policy)).not.toContain('"//**"');
  });
}

test('init replaces a policy only with --force, and keeps a copy', async () => {
  const home = new Home();
  home.write(policy, 'version = 1\n');
  expect(await home.run('init')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Use `--force` to replace it'),
  });
  expect(home.read(policy)).toBe('version = 1\n');
  expect((await home.run('init', '--force')).code).toBe(0);
  expect(home.read(`${policy}.bak`)).toBe('version = 1\n');
  expect(statSync(home.at(policy)).mode & 0o777).toBe(0o600);
});

test('init only counts servers that wrap can protect', async () => {
  const home = new Home();
  home.write(
    cursor,
    JSON.stringify({
      mcpServers: {
        notes: { command: 'x' },
        line: { command: 'npx -y x' },
        both: { command: 'x', url: 'https://a.example' },
      },
    }),
  );
  home.write('.continue/config.yaml', 'a: &a\n  command: x\nmcpServers:\n  - name: other\n    <<: *a\n');
  const { stdout } = await home.run('init');
  const [, promised] = /protects (\d) of (\d) servers/.exec(stdout) ?? [];
  expect((await home.run('wrap', '--all')).stdout).toContain(`${promised} wrapped,`);
});

test('init names a client file that cannot be read', async () => {
  const home = new Home();
  const file = home.write(cursor, '{ "mcpServers": {');
  const { code, stdout, stderr } = await home.run('init');
  expect(code).toBe(0);
  expect(stderr).toContain(`${file}:1:18: it cannot be read`);
  expect(stdout).toContain('no MCP servers found in the readable files');
});

test('init offers to use the policy of the earlier program', async () => {
  const home = new Home();
  const old = home.write(
    '.config/clawai/policy.toml',
    '[[rule]]\naction = "deny"\ntool = "*"\ndescription = "mine"\n',
  );
  const { code, stderr } = await home.run('init');
  expect(code).toBe(0);
  expect(stderr).toContain(`clawdefender init --from ${old}`);
  expect((await home.run('init', '--force', '--from', old)).code).toBe(0);
  expect(home.read(policy)).toContain('description = "mine"');
});

const wrongStarts = [
  { words: ['--preset', 'blanced'], stderr: 'Unknown preset `blanced`. Did you mean `balanced`?' },
  {
    words: ['--from', 'nothing.toml'],
    stderr: 'Cannot read the policy: `nothing.toml` does not exist; check the path.',
  },
  { words: ['--from', 'broken.toml'], stderr: 'broken.toml:2:10 unknown action `dney`' },
];
for (const { words, stderr } of wrongStarts) {
  test(`init ${words.join(' ')} writes nothing`, async () => {
    const home = new Home();
    home.write('broken.toml', '[[rule]]\naction = "dney"\ntool = "*"\n');
    expect(await home.run('init', ...words)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(stderr),
    });
    expect(existsSync(home.at(policy))).toBe(false);
  });
}

for (const { words, stderr } of wrongStarts.slice(0, 2)) {
  test(`init ${words.join(' ')} is invalid even if a policy exists`, async () => {
    const home = new Home();
    home.write(policy, 'version = 1\n', 0o600);
    expect(await home.run('init', ...words)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(stderr),
    });
    expect((await home.run('init', '--preset', 'strict')).code).toBe(1);
    expect(home.read(policy)).toBe('version = 1\n');
  });
}

test('all files are in CLAWDEFENDER_HOME', async () => {
  const home = new Home();
  home.env = { CLAWDEFENDER_HOME: home.at('own') };
  home.write(cursor, servers);
  await home.run('init');
  await home.run('wrap', '--all');
  expect(existsSync(home.at('own/policy.toml'))).toBe(true);
  expect(existsSync(home.at('own/wrapped.json'))).toBe(true);
  expect(existsSync(home.at('.config'))).toBe(false);
});

const moved =
  '`CLAWDEFENDER_HOME` is set in this terminal, but clients start servers with their own environment';

test('wrap warns about folders that the client may not know, and unwrap restores the file byte for byte', async () => {
  const home = new Home();
  home.env = { CLAWDEFENDER_HOME: home.at('own') };
  home.write(cursor, servers);
  expect((await home.run('init')).stderr).toContain(moved);
  expect((await home.run('wrap', '--all', '--dry-run')).stderr).toBe('');
  const wrapped = await home.run('wrap', '--all');
  expect(wrapped.stderr).toContain(moved);
  expect(wrapped.stderr).toContain(`use ${home.at('.config/clawdefender')} and ${home.at('.local/state/')}`);
  // An entry that sets the folders would count as unprotected.
  expect(home.read(cursor)).not.toContain('CLAWDEFENDER_HOME');
  expect((await home.run('wrap', '--all')).stderr).toBe('');
  await home.run('unwrap', '--all');
  expect(home.read(cursor)).toBe(servers);
});

test('folders at their default paths cause no warning', async () => {
  const home = new Home();
  home.env = { XDG_CONFIG_HOME: home.at('.config'), XDG_STATE_HOME: home.at('elsewhere') };
  home.write(cursor, servers);
  const { stderr } = await home.run('wrap', '--all');
  expect(stderr).toContain('`XDG_STATE_HOME` is set in this terminal');
  expect(stderr).not.toContain('XDG_CONFIG_HOME');
});

test('doctor reports folders that clients may not know, unless a running proxy uses them', async () => {
  const home = new Home();
  const own = { CLAWDEFENDER_HOME: home.at('own') };
  home.write(cursor, servers);
  home.env = own;
  await home.run('init');
  const environment = async () =>
    (await home.json('doctor')).value.items.filter(({ check }) => check === 'environment');
  expect(await environment()).toEqual([]);
  await home.run('wrap', '--all');
  const told = { message: expect.stringContaining(moved), fix: expect.stringContaining('or unset it') };
  expect(await environment()).toEqual([{ check: 'environment', ok: false, ...told }]);
  await connectThrough(home, ['--server', 'notes', '--', process.execPath, echoServer]);
  expect(await environment()).toEqual([{ check: 'environment', ok: true, ...told }]);
  home.env = {};
  await connectThrough(home, ['--server', 'notes', '--', process.execPath, echoServer]);
  expect(await environment()).toEqual([]);
  home.env = own;
  const message = expect.stringMatching(/, as `notes` \(process \d+\) does$/);
  expect(await environment()).toEqual([{ check: 'environment', ok: false, ...told, message }]);
});

test('status lists protected and unprotected servers', async () => {
  const home = new Home();
  home.write(cursor, servers);
  const { code, value } = await home.json('status');
  expect(code).toBe(0);
  expect(value).toMatchObject({ items: [], protected: 0, policy: 'balanced (built in)' });
  expect(value['unprotected']).toMatchObject([
    { server: 'notes', client: 'cursor', wrapped: false, risk: 'medium' },
  ]);
  await home.run('wrap', '--all');
  expect((await home.run('status')).stdout).toContain('protected    1 of 1 configured servers');
});

test('doctor finds no problems on a correctly configured machine', async () => {
  const home = new Home();
  home.write(cursor, servers);
  await home.run('init');
  await home.run('wrap', '--all');
  const { code, stdout } = await home.run('doctor');
  expect(stdout).toContain('no problems found');
  expect(code).toBe(0);
});

const wrappedBy = (node: string, script: string) => {
  const args = [script, 'proxy', '--server', 'notes', '--', 'npx', 'x'];
  return JSON.stringify({ mcpServers: { notes: { command: node, args } } });
};

const illnesses: { name: string; make: (home: Home) => void; check: string; message: RegExp; fix: RegExp }[] =
  [
    {
      name: 'an unprotected server',
      make: (home) => home.write(cursor, servers),
      check: 'protection',
      message: /`notes` in .*: it is not wrapped/,
      fix: /^clawdefender wrap notes --config /,
    },
    {
      name: 'a server behind another firewall',
      make: (home) =>
        home.write(cursor, servers.replace('"notes-mcp"', '"agent-wall","args":["wrap","--","notes-mcp"]')),
      check: 'protection',
      message: /it runs behind Agent Wall/,
      fix: /^clawdefender wrap notes --config .* --convert$/,
    },
    {
      name: 'a server that cannot be protected by editing the file',
      make: (home) =>
        home.write('.config/zed/settings.json', '{"context_servers":{"x":{"source":"extension"}}}'),
      check: 'protection',
      message: /it belongs to an extension of the client/,
      fix: /^fix the problem, or remove the server$/,
    },
    {
      name: 'a wrapped server whose Node no longer exists',
      make: (home) => home.write(cursor, wrappedBy('/gone/bin/node', program)),
      check: 'protection',
      message: /`\/gone\/bin\/node` no longer exists/,
      fix: /^clawdefender unwrap notes --config .* && clawdefender wrap notes --config /,
    },
    {
      name: 'a wrapped server whose clawdefender no longer exists',
      make: (home) => home.write(cursor, wrappedBy(process.execPath, '/gone/@claw/cli/dist/main.cjs')),
      check: 'protection',
      message: /`\/gone\/@claw\/cli\/dist\/main.cjs` no longer exists/,
      fix: /^clawdefender unwrap notes --config .* && clawdefender wrap notes --config /,
    },
    {
      name: 'a configuration that cannot be read',
      make: (home) => home.write(cursor, '{'),
      check: 'client file',
      message: /mcp\.json:1:2: it cannot be read/,
      fix: /fix the file/,
    },
    {
      name: 'a configuration that other users can change',
      make: (home) => chmodSync(home.write(cursor, '{}'), 0o666),
      check: 'client file',
      message: /other users can change/,
      fix: /^chmod go-w /,
    },
    {
      name: 'an invalid policy',
      make: (home) => home.write(policy, 'version = 1\nrule = 3\n', 0o600),
      check: 'policy',
      message: /the policy is invalid/,
      fix: /^clawdefender policy check$/,
    },
    {
      name: 'a policy that other users can change',
      make: (home) => chmodSync(home.write(policy, 'version = 1\ndefault = "deny"\n'), 0o622),
      check: 'policy file',
      message: /other users can change/,
      fix: /^chmod go-w /,
    },
    {
      name: 'a CLAWDEFENDER_HOME that depends on the current folder',
      make: (home) => {
        home.env = { CLAWDEFENDER_HOME: 'here' };
      },
      check: 'environment',
      message: /CLAWDEFENDER_HOME is a relative path/,
      fix: /unset CLAWDEFENDER_HOME/,
    },
    {
      name: 'another program with our name on the PATH',
      make: (home) => {
        mkdirSync(home.at('bin'));
        symlinkSync(process.execPath, home.at('bin/clawdefender'));
        home.env = { PATH: home.at('bin') };
      },
      check: 'path',
      message: /is a different installation/,
      fix: /remove one/,
    },
  ];
for (const { name, make, check, message, fix } of illnesses) {
  test(`doctor finds ${name}`, async () => {
    const home = new Home();
    make(home);
    const { code, value } = await home.json('doctor');
    expect(code).toBe(1);
    const wrong = value.items.filter(({ ok }) => ok === false);
    expect(wrong).toEqual([
      { check, ok: false, message: expect.stringMatching(message), fix: expect.stringMatching(fix) },
    ]);
  });
}

const completions: { line: string; offers: string[]; not?: string[] }[] = [
  { line: 'clawdefender wr', offers: ['wrap'], not: ['unwrap'] },
  { line: 'clawdefender policy ', offers: ['check', 'explain', 'test'] },
  { line: 'clawdefender policy che', offers: ['check'] },
  { line: 'clawdefender wrap --dry', offers: ['--dry-run'] },
  {
    line: 'clawdefender wrap --all --client claude-',
    offers: ['claude-code', 'claude-desktop'],
    not: ['cursor'],
  },
  { line: 'clawdefender init --preset str', offers: ['strict'] },
  { line: 'clawdefender completion ', offers: ['bash', 'fish', 'zsh'] },
];
const bashDriver = `
eval "$("$NODE" "$PROGRAM" completion bash)"
COMP_WORDS=($LINE); case "$LINE" in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_clawdefender; printf '%s\\n' "\${COMPREPLY[@]}"`;
const fishDriver = `"$NODE" "$PROGRAM" completion fish | source; complete -C "$LINE" | string replace -r '\\t.*' ''`;
// Outside the line editor, zsh has no completion, so this script replaces two of its functions to print the candidates.
const zshDriver = `
compdef() { :; }; _files() { :; }
compadd() { shift; print -l -- \${(M)@:#\${words[CURRENT]}*}; }
_describe() { print -l -- \${(M)\${candidates%%:*}:#\${words[CURRENT]}*}; }
eval "$("$NODE" "$PROGRAM" completion zsh)"
words=(\${=LINE}); case "$LINE" in *' ') words+=('') ;; esac
CURRENT=\${#words}; _clawdefender`;
const shells = [
  { shell: 'bash', driver: bashDriver },
  { shell: 'zsh', driver: zshDriver },
  { shell: 'fish', driver: fishDriver },
];
for (const { shell, driver } of shells) {
  const missing = spawnSync(shell, ['--version']).error !== undefined;
  describe.skipIf(missing)(`completion in ${shell}${missing ? ' (not installed)' : ''}`, () => {
    for (const { line, offers, not = [] } of completions) {
      test(line, async () => {
        const home = new Home();
        home.env = { NODE: process.execPath, PROGRAM: program, LINE: line };
        const { stdout, stderr } = await home.start(shell, ['-c', driver]);
        expect(stderr).toBe('');
        const offered = stdout.split('\n');
        expect(offered).toEqual(expect.arrayContaining(offers));
        for (const word of not) expect(offered).not.toContain(word);
      });
    }
  });
}
test('completion for an unknown shell', async () => {
  expect(await new Home().run('completion', 'zhs')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean `zsh`?'),
  });
});

test('the help of completion matches the installation comment in the script', async () => {
  const home = new Home();
  const line = 'eval "$(clawdefender completion bash)"';
  expect((await home.run('completion', '--help')).stdout).toContain(line);
  expect((await home.run('completion', 'bash')).stdout.split('\n')[0]).toContain(line);
});
