// Tests `status`: another process lists the running proxies.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programFile } from '../compatibility/command.js';
import { Home as GatewayHome } from '../gateway/running-gateway.js';
import { isAlive } from '../running-proxy.js';
import { connectThrough, useTool } from './connected.js';
import { Home } from './home.js';

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../fixtures/servers/${name}`, import.meta.url));
const [server, changing] = [fixture('sdk1.mjs'), fixture('changing.mjs')];

test('a running proxy is listed with its client and its decisions until it exits', async () => {
  const home = new Home();
  expect((await home.json('status')).value).toMatchObject({ items: [], unprotected: [] });
  expect((await home.run('status')).stdout).toContain('running      none');
  const client = await connectThrough(home, ['--server', 'notes', '--', process.execPath, server]);
  await useTool(client, 'echo', { text: 'x' });
  const { code, value } = await home.json('status');
  expect(code).toBe(0);
  expect(value.items).toMatchObject([
    { server: 'notes', client: 'test-client', policy: 'balanced (built in)', decisions: 1, mode: 'enforce' },
  ]);
  const [{ pid, since }] = value.items as [{ pid: number; since: string }];
  expect(isAlive(pid)).toBe(true);
  expect(Math.abs(Date.now() - Date.parse(since))).toBeLessThan(60_000);
  const { stdout } = await home.run('status');
  expect(stdout).toMatch(
    /^running {6}notes {2}test-client {2}process \d+ {2}since \d{4}-\d\d-\d\d \d\d:\d\d {2}1 decision$/m,
  );
  await client.close();
  await expect.poll(async () => (await home.json('status')).value.items, { timeout: 10_000 }).toEqual([]);
});

test('several concurrent proxies are listed, including one in observe mode, but not a killed one', async () => {
  const home = new Home();
  const words = ['--', process.execPath, server];
  await connectThrough(home, ['--server', 'one', ...words]);
  await connectThrough(home, ['--server', 'two', '--mode', 'observe', ...words]);
  const { items } = (await home.json('status')).value;
  expect(items).toMatchObject([{ server: 'one' }, { server: 'two', mode: 'observe' }]);
  expect((await home.run('status')).stdout).toMatch(/two .*observe mode$/m);
  process.kill(items[0]?.['pid'] as number, 'SIGKILL');
  await expect.poll(() => isAlive(items[0]?.['pid'] as number)).toBe(false);
  expect((await home.json('status')).value.items).toMatchObject([{ server: 'two' }]);
});

test('pending requests and changed tools are listed', async () => {
  const home = new Home();
  home.write(
    '.config/clawdefender/policy.toml',
    'version = 1\ndefault = "prompt"\n[approval]\nwait = "1s"\nchannels = ["cli"]\n',
    0o600,
  );
  const tool = { name: 'add', description: 'Adds.', inputSchema: { type: 'object' } };
  const list = home.write('tools.json', JSON.stringify([tool]));
  expect((await home.json('status')).value).toMatchObject({ approvals_waiting: 0, tools_changed: 0 });
  const words = ['--server', 'notes', '--', process.execPath, changing, list];
  const client = await connectThrough(home, words);
  await client.listTools();
  expect((await home.run('status')).stdout).not.toMatch(/^(?:pending|tools) /m);
  home.write(
    'tools.json',
    JSON.stringify([
      { ...tool, description: 'Adds up.' },
      { ...tool, name: 'sum' },
    ]),
  );
  await client.listTools();
  expect(await useTool(client, 'sum')).toContain('-32002');
  const { stdout } = await home.run('status');
  expect(stdout).toContain('pending      1 approval: `clawdefender approvals list`\n');
  expect(stdout).toContain('tools        1 changed, 1 new: `clawdefender tools diff`\n');
  expect((await home.json('status')).value).toMatchObject({ approvals_waiting: 1, tools_changed: 2 });
});

test('a policy that prevents proxies from starting is reported', async () => {
  const home = new Home();
  const file = home.write('.config/clawdefender/policy.toml', 'version = [');
  expect((await home.json('status')).value['policy_problem']).toContain(`the policy is invalid: ${file}:`);
  const { stdout } = await home.run('status');
  expect(stdout).toContain('invalid      the policy is invalid');
  expect(stdout).toContain('wrapped servers do not work until this is fixed');
});

const useless = [
  {
    name: 'an invalid policy',
    text: 'version = [',
    says: 'the policy is invalid',
    next: 'policy check',
  },
  { name: 'an empty policy', text: '', says: 'so every call is denied', next: 'init --force' },
  {
    name: 'a policy without rules',
    text: 'version = 1\n',
    says: 'so every call is denied',
    next: 'init --force',
  },
];
for (const { name, text, says, next } of useless)
  test(`a policy that denies everything by mistake is reported by status, doctor and scan: ${name}`, async () => {
    const home = new Home();
    home.write('.config/clawdefender/policy.toml', text, 0o600);
    home.write('.cursor/mcp.json', '{"mcpServers":{"notes":{"command":"/opt/notes"}}}');
    await home.run('wrap', '--all');
    for (const [command, code] of [
      ['status', 1],
      ['doctor', 1],
      ['scan', 1],
    ] as const) {
      const outcome = await home.run(command);
      expect({ command, code: outcome.code }).toEqual({ command, code });
      expect(outcome.stdout).toContain(says);
      expect(outcome.stdout).toContain(`clawdefender ${next}`);
    }
    for (const command of ['status', 'scan'])
      expect((await home.json(command)).value['policy_problem']).toContain(says);
    expect((await home.json('doctor')).value.items).toContainEqual(
      expect.objectContaining({ check: 'policy', ok: false, fix: expect.stringContaining(next) }),
    );
    expect((await home.run('scan', '--sarif')).stderr).toContain(says);
  });

test('a policy that denies everything on purpose causes no warning', async () => {
  const home = new Home();
  home.write('.config/clawdefender/policy.toml', 'version = 1\ndefault = "deny"\n', 0o600);
  expect((await home.json('status')).value['policy_problem']).toBeNull();
  expect(await home.run('scan')).toMatchObject({ code: 0 });
});

test('commands that need the state folder report if it is a file', async () => {
  const home = new Home();
  const file = home.write('.local/state', 'no folder');
  const doctor = await home.run('doctor');
  expect(doctor).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`\`${file}\` is not a folder. Move it away`),
  });
  for (const words of ['query', 'verify', 'stats', 'export'])
    expect(await home.run('audit', words)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`\`${file}\` is not a folder. Move it away`),
    });
});

test('if `CLAWDEFENDER_HOME` is a file, the error contains the path of this file', async () => {
  const home = new Home();
  const file = home.write('file', 'no folder');
  home.env = { CLAWDEFENDER_HOME: file };
  const says = `\`${file}\` is not a folder`;
  for (const [words, code] of [
    ['init', 1],
    ['kill on', 2],
    ['policy check', 2],
    ['doctor', 1],
    ['status', 1],
  ] as const) {
    const outcome = await home.run(...words.split(' '));
    expect(outcome.stdout + outcome.stderr).toContain(says);
    expect(outcome.stdout + outcome.stderr).not.toMatch(/ENOTDIR|EEXIST/);
    expect({ words, code: outcome.code }).toEqual({ words, code });
  }
});

test('a kill switch that is on is reported', async () => {
  const home = new Home();
  expect((await home.json('status')).value).toMatchObject({ kill_switch: false });
  await home.run('kill', 'on');
  expect((await home.run('status')).stdout).toContain('kill switch  on');
  expect((await home.json('status')).value).toMatchObject({ kill_switch: true });
});

test('an unreadable file is reported, because its client may read servers from it', async () => {
  const home = new Home();
  const file = home.write('.cursor/mcp.json', '{"mcpServers": {"a": {"command": "x"}');
  expect((await home.json('status')).value['unusable']).toEqual([
    { file, problem: expect.stringContaining('it cannot be read: 1:') },
  ]);
  expect((await home.run('status')).stdout).toContain(`unknown      ${file}:1:38: it cannot be read`);
  for (const words of [['scan'], ['wrap', '--all']])
    expect(await home.run(...words)).toMatchObject({
      code: 1,
      stdout: 'No MCP servers found in the readable files.\n',
      stderr: expect.stringContaining(`${file}:1:38: it cannot be read`),
    });
});

test('a server of a project is distinguished from a user server with the same name', async () => {
  const home = new Home();
  const servers = { notes: { command: 'notes-mcp' } };
  home.write('work/.mcp.json', JSON.stringify({ mcpServers: servers }));
  home.write('.claude.json', JSON.stringify({ mcpServers: servers, projects: { [home.at('work')]: {} } }));
  const { stdout } = await home.run('status');
  expect(stdout).toContain('unprotected  notes (claude-code): it is not wrapped\n');
  expect(stdout).toContain('unprotected  notes (claude-code, in a project): it is not wrapped\n');
});

test('a running gateway is listed with its policy', async ({ onTestFinished }) => {
  const home = new GatewayHome('[[proxy]]\nname = "files"\nurl = "https://1.1.1.1/mcp"\n');
  const node = await home.start();
  onTestFinished(async () => {
    await node.stop();
    home.remove();
  });
  const status = spawnSync(process.execPath, [programFile(), 'status', '--json'], { env: home.env });
  expect(JSON.parse(String(status.stdout)).items).toMatchObject([
    { server: 'gateway', policy: 'balanced (built in)', mode: 'enforce', pid: node.child.pid },
    { server: 'files', policy: 'balanced (built in)', mode: 'enforce', pid: node.child.pid },
  ]);
});
