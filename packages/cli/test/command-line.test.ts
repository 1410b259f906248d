// Tests the built program as users run it: help, version, misspelled arguments, exit codes, and what is written to
// stdout.

import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));
const { version, bin } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } });
  const outcome = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    outcome.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    outcome.stderr += text;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...outcome })));
}

const words = (line: string) => line.split(' ').filter(Boolean);

for (const line of ['', '--help', '-h', 'help', 'help --json', '--json']) {
  test(`\`clawdefender ${line}\` lists the commands`, async () => {
    const { code, stdout, stderr } = await run(words(line));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^clawdefender .*\n\nUsage\n {2}clawdefender COMMAND/);
    expect(stdout).toMatch(/\n {2}proxy +run an MCP server behind the firewall\n/);
    expect(stdout).toContain('--json     with --version: print JSON\n');
    expect(stdout).toMatch(/\n {2}wrap +put the servers of your MCP clients behind the firewall\n/);
    expect(stdout).toMatch(/\nCommands\n {2}init /);
    expect(stdout).not.toContain('\u001b');
  });
}

for (const line of [
  'proxy --help',
  'proxy -h',
  'help proxy',
  'help proxy --json',
  '--help proxy',
  'proxy --bogus --help',
  'proxy --help -- node',
]) {
  test(`\`clawdefender ${line}\` explains the command with an example`, async () => {
    const { code, stdout, stderr } = await run(words(line));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(
      '  clawdefender proxy [--server NAME] [--policy FILE] [--dashboard [PORT]] [--mode enforce|observe] [--log-format FORMAT] -- COMMAND [ARG…]\n',
    );
    expect(stdout).toContain('Examples\n');
  });
}

for (const line of ['wrap --help', 'wrap -h', 'help wrap', 'wrap --help -- node']) {
  test(`\`clawdefender ${line}\` explains both meanings of the command`, async () => {
    const { code, stdout, stderr } = await run(words(line));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^clawdefender wrap: put the servers/);
    expect(stdout).toContain('  clawdefender wrap [OPTION…] -- COMMAND [ARG…]   (the same as `proxy`)\n');
  });
}

const versions = [
  { line: '--version', stdout: `${version}\n` },
  { line: '-V', stdout: `${version}\n` },
  { line: '--version --json', stdout: `{"name":"clawdefender","version":"${version}"}\n` },
];
for (const { line, stdout } of versions) {
  test(`\`clawdefender ${line}\``, async () =>
    expect(await run(words(line))).toEqual({ code: 0, stdout, stderr: '' }));
}

const usageErrors = [
  { line: 'porxy', stderr: 'Unknown command `porxy`. Did you mean `proxy`?' },
  { line: 'frobnicate', stderr: 'Unknown command `frobnicate`. See `clawdefender --help`.' },
  { line: 'help frobnicate', stderr: 'Unknown command `frobnicate`. See `clawdefender --help`.' },
  { line: 'help --bogus', stderr: 'Unknown option `--bogus`. See `clawdefender --help`.' },
  {
    line: 'help proxy extra',
    stderr: '`proxy` has no subcommand `extra`. See `clawdefender proxy --help`.',
  },
  { line: 'stat', stderr: 'Unknown command `stat`. Did you mean `status`?' },
  { line: 'logs', stderr: 'Unknown command `logs`. Did you mean `clawdefender audit tail`?' },
  { line: 'verify', stderr: 'Unknown command `verify`. Did you mean `clawdefender audit verify`?' },
  { line: 'uninstall', stderr: 'Unknown command `uninstall`. Did you mean `clawdefender unwrap --all`?' },
  { line: 'audit help', stderr: 'Unknown command `audit help`. Did you mean `clawdefender help audit`?' },
  { line: 'version', stderr: 'Unknown command `version`. Did you mean `clawdefender --version`?' },
  { line: '-v', stderr: 'Unknown option `-v`. Did you mean `--version`?' },
  {
    line: 'run node server.js',
    stderr: 'Unknown command `run`. Run a server with `clawdefender proxy -- COMMAND`.',
  },
  {
    line: 'node server.js',
    stderr: 'Unknown command `node`. Did you mean `clawdefender proxy -- node …`?',
  },
  {
    line: './server.py',
    stderr: 'Unknown command `./server.py`. Did you mean `clawdefender proxy -- ./server.py …`?',
  },
  {
    line: '--server foo proxy -- node -v',
    stderr: 'Put `--server` after the command: `clawdefender proxy --server …`.',
  },
  {
    line: '--server=foo proxy -- node -v',
    stderr: 'Put `--server` after the command: `clawdefender proxy --server …`.',
  },
  { line: '--json proxy -- node', stderr: 'Put the command first: `clawdefender proxy …`.' },
  {
    line: '--server foo -- node',
    stderr: 'No command before `--`. Did you mean `clawdefender proxy -- …`?',
  },
  { line: '--verison', stderr: 'Unknown option `--verison`. Did you mean `--version`?' },
  { line: '-- node', stderr: 'No command before `--`. Did you mean `clawdefender proxy -- …`?' },
  {
    line: 'proxy',
    stderr:
      'No server given. Put its command after `--`, as in `clawdefender proxy -- npx -y some-mcp-server`, or use `--url URL`.',
  },
  {
    line: 'proxy --',
    stderr:
      'No server given. Put its command after `--`, as in `clawdefender proxy -- npx -y some-mcp-server`, or use `--url URL`.',
  },
  {
    line: 'proxy --url http://127.0.0.1:9 --listen 127.0.0.1:99999',
    stderr:
      'Invalid value for `--listen`: `127.0.0.1:99999`. Use a host and a port up to 65535, such as `127.0.0.1:3200`.',
  },
  {
    line: 'proxy --url http://127.0.0.1:9 --listen 0.0.0.0:0',
    stderr:
      'Cannot listen on `0.0.0.0` without a token, because other machines could connect to the proxy. Use `--token-file FILE` or `--token T`.',
  },
  { line: 'proxy --sever a -- node', stderr: 'Unknown option `--sever`. Did you mean `--server`?' },
  { line: 'proxy --policy a.toml -- node', stderr: 'No policy at `a.toml`. Check the path.' },
  {
    line: 'proxy --mode off -- node',
    stderr: 'Invalid value for `--mode`: `off`. Use `enforce` or `observe`.',
  },
  {
    line: 'proxy --server -- node',
    stderr: '`--server` needs a value, as in `--server NAME`. See `clawdefender proxy --help`.',
  },
  {
    line: 'proxy npx -y some-server',
    stderr: 'Unexpected argument `npx`. Put `--` before the command to run: `clawdefender proxy -- npx …`.',
  },
  {
    line: 'wrap node server.js --config package.json',
    stderr:
      'No server `node` in package.json. To run a command behind the firewall, put `--` before it: `clawdefender wrap -- node server.js`. Nothing was changed.',
  },
  { line: 'wrap --bogus -- node', stderr: 'Unknown option `--bogus`. See `clawdefender proxy --help`.' },
  {
    line: 'proxy -- ./no-such-server',
    stderr:
      'no-such-server: the server could not be started: there is no command `./no-such-server`; is it installed and on the PATH?',
  },
];
for (const { line, stderr } of usageErrors) {
  test(`\`clawdefender ${line}\` is a usage error`, async () => {
    expect(await run(words(line))).toEqual({ code: 2, stdout: '', stderr: `clawdefender: ${stderr}\n` });
  });
}

const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}\n';
const echo = 'process.stdin.pipe(process.stdout)';

for (const verb of ['proxy', 'wrap']) {
  test(`\`${verb} -- COMMAND\` relays messages on stdout and prints everything else on stderr`, async () => {
    const outcome = await run([verb, '--server', 'echo', '--', process.execPath, '-e', echo], notification);
    expect(outcome).toEqual({ code: 0, stdout: notification, stderr: '' });
  });
}

test('other output of a server is quoted on stderr with its name, without control characters', async () => {
  const noisy = String.raw`console.log('ready \u001b[2J')`;
  const { code, stdout, stderr } = await run([
    'proxy',
    '--server',
    'noisy',
    '--',
    process.execPath,
    '-e',
    noisy,
  ]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
  expect(stderr).toBe(
    'clawdefender: noisy: Dropped a message from the server: not JSON (servers must log to stderr): ready \\u001b[2J\n',
  );
});

test('messages of a client are not printed to stderr', async () => {
  const line = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"hunter2","a":"hunter3"}}\n';
  const { stdout, stderr } = await run(['proxy', '--', process.execPath, '-e', echo], line);
  expect(stdout).toContain('"id":1,"error":');
  expect(stderr).toMatch(/: Rejected a message from the client: key "a" appears twice\n$/);
});

test('the exit code of the server becomes the exit code of the proxy', async () => {
  const outcome = await run(['proxy', '--', process.execPath, '-e', 'process.exit(7)']);
  expect(outcome).toEqual({
    code: 7,
    stdout: '',
    stderr: 'clawdefender: process.exit(7): the server exited with code 7\n',
  });
});

test('the environment of the server does not contain secrets of the firewall', async () => {
  const names = 'CLAWDEFENDER_SECRET_KEY,CLAWDEFENDER_AUDIT_KEY,CLAWDEFENDER_HEADER_X,PLAIN'.split(',');
  const show = `process.exit(${JSON.stringify(names)}.filter((name) => name in process.env).length)`;
  const env = Object.fromEntries(names.map((name) => [name, 'x']));
  const { code } = await run(['proxy', '--', process.execPath, '-e', show], '', env);
  expect(code).toBe(1);
});

test.skipIf(process.platform === 'win32')(
  'a signal ends the server and determines the exit code',
  async () => {
    const server =
      'process.on("SIGTERM", () => process.exit(9)); console.error("up"); setInterval(() => {}, 1000)';
    const child = spawn(process.execPath, [program, 'proxy', '--', process.execPath, '-e', server]);
    await new Promise((resolve) => child.stderr.once('data', resolve));
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM'); // The first signal closes the input of the server, which ignores that.
    await new Promise((resolve) => setImmediate(resolve));
    child.kill('SIGTERM'); // The second signal is sent to the server.
    expect(await ended).toBe(9);
  },
);

test('a closed stdout does not cause an error', async () => {
  const child = spawn(process.execPath, [program, 'help']);
  child.stdout.destroy();
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
});

test.skipIf(!existsSync('/dev/full'))('an unwritable stdout causes an error', async () => {
  const full = openSync('/dev/full', 'w');
  const child = spawn(process.execPath, [program, '--help'], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  const stderr = child.stderr?.setEncoding('utf8').toArray();
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
  expect((await stderr)?.join('')).toMatch(/^clawdefender: Cannot write the output: ENOSPC.*\n$/);
});

test('both program names start the same program', () => expect(bin.claw).toBe(bin.clawdefender));
