// Tests the commands that are clients of the admin API with a real API.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GatewayApi, TOKEN } from '../../../admin/test/gateway-api.js';
import { dispatch } from '../../src/command-line/dispatch.js';
import { gateway } from '../../src/commands/gateway/index.js';
import { createOutput } from '../../src/terminal/output.js';

let api: GatewayApi;
beforeEach(async () => {
  api = await GatewayApi.start();
});
afterEach(() => api.close());

const run = (...words: string[]) => runAt(`http://${api.host}`, TOKEN, words);

async function runAt(url: string, token: string, words: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const connection = ['--gateway', url, '--admin-token', token];
  const code = await dispatch(['gateway', ...words, ...connection], {
    version: '0',
    commands: [{ name: 'gateway', summary: '', load: async () => gateway }],
    createOutput: (json) => createOutput({ stdout: sink('stdout'), stderr: sink('stderr'), env: {} }, json),
  });
  return { code, ...written };
}
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);
const file = (name: string, value: unknown): string => {
  const path = join(api.folder, name);
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return path;
};

test('proxies are created, shown, changed and deleted', async () => {
  process.env['TEST_UPSTREAM_TOKEN'] = 'hidden-token';
  const bearer = ['--auth-type', 'bearer', '--auth-token-env', 'TEST_UPSTREAM_TOKEN'];
  const created = await run('proxies', 'create', 'files', 'https://mcp.example.com/files', ...bearer);
  delete process.env['TEST_UPSTREAM_TOKEN'];
  expect(created).toMatchObject({ code: 0, stdout: expect.stringContaining('files') });
  expect(created.stdout).not.toContain('hidden');
  expect(created.stdout).toContain(`endpoint  http://${api.host}/mcp/files\n`);
  const { id } = await json('proxies', 'show', 'files');
  expect(await api.state.proxies.authToken(id)).toBe('hidden-token');
  expect((await run('proxies', 'list')).stdout).toMatch(/^name .*\nfiles +https:\/\/mcp.* bearer +api/);
  expect(await json('proxies', 'change', 'files', '--url', 'https://mcp.example.com/v2')).toMatchObject({
    url: 'https://mcp.example.com/v2',
  });
  expect((await run('proxies', 'discover', 'files')).stdout).toContain('read_file');
  expect((await run('proxies', 're-resolve', 'files')).stdout).toContain('192.0.2.2');
  expect((await run('proxies', 'purge-cache', 'files', '--tool', 'x')).code).toBe(0);
  expect((await run('proxies', 'delete', 'files')).code).toBe(0);
  expect((await run('proxies', 'list')).stdout).toContain('No proxies.');
});

test('rules are read and replaced from a file', async () => {
  await run('proxies', 'create', 'files', 'https://mcp.example.com/files');
  const rules = [{ rule_type: 'static_cache', tools: ['list_dir'], cache_ttl: 600 }];
  expect((await run('rules', 'put', 'files', file('rules.json', rules))).stdout).toContain('1 rule');
  expect(await json('rules', 'get', 'files')).toEqual({ rules });
  expect((await run('rules', 'get', 'files')).stdout).toContain('static_cache');
  const wrong = await run('rules', 'put', 'files', file('wrong.json', { rules: ['bad'] }));
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('`rules[0].cidrs[0]` is not an address'),
  });
  const broken = await run('rules', 'put', 'files', file('broken.json', '{'));
  expect(broken).toMatchObject({ code: 2, stderr: expect.stringContaining('is not valid JSON') });
  expect(await run('rules', 'put', 'files', '/nothing')).toMatchObject({
    code: 2,
    stderr: 'clawdefender: Cannot read the file: `/nothing` does not exist; check the path.\n',
  });
});

test('a key is printed only once', async () => {
  await run('proxies', 'create', 'files', 'https://mcp.example.com/files');
  const created = await run('keys', 'create', 'agent', '--tag', 'mcp:files:tool:*');
  expect(created.stdout).toMatch(/^claw_\S+\nStore this key now/);
  const listed = await run('keys', 'list');
  expect(listed.stdout).toMatch(/agent +mcp:.*:tool:\*/);
  expect(listed.stdout).not.toContain('claw_');
  expect(listed.stdout).toMatch(/agent +mcp:files:tool:\*/);
  const [{ id }] = (await json('keys', 'list')).items;
  expect((await run('keys', 'delete', id)).code).toBe(0);
  expect(await api.state.keys.list()).toEqual([]);
});

test('keys and resources are found by name; if several have the same name, the error lists their ids', async () => {
  for (const name of ['agent', 'twin', 'twin']) await run('keys', 'create', name);
  expect((await run('keys', 'delete', 'agent')).code).toBe(0);
  const ids = (await api.state.keys.list()).map(({ id }) => id);
  const { code, stderr } = await run('keys', 'delete', 'twin');
  expect(stderr).toContain('(409): 2 keys have the name `twin`. Use an id:');
  for (const id of ids) expect(stderr).toContain(id);
  expect(code).toBe(1);
  expect(ids).toHaveLength(2);
  expect((await run('keys', 'delete', 'nobody')).stderr).toContain('No key with the id or name `nobody`');
  await run('resources', 'create', 'System prompt', 'file:///p', '--content', file('p', 'x'));
  expect((await run('resources', 'delete', 'System prompt')).code).toBe(0);
});

test('resources are created from a file and changed', async () => {
  await run('proxies', 'create', 'files', 'https://mcp.example.com/files');
  const content = file('system.md', 'Be helpful.');
  const { id } = await json(
    'resources',
    'create',
    'Prompt',
    'file:///p.md',
    '--content',
    content,
    '--attach',
    'files',
  );
  const shown = (await run('resources', 'show', id)).stdout;
  expect(shown).toContain('11 bytes');
  expect(shown).toContain('attached  files\n');
  await run('resources', 'change', id, '--name', 'Other');
  expect((await run('resources', 'list')).stdout).toContain('Other');
  expect((await run('resources', 'delete', id)).code).toBe(0);
});

test('errors name the field and change nothing', async () => {
  const wrong = await run('proxies', 'create', 'files', 'http://10.0.0.1/');
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('`url` is a private address') });
  expect((await run('proxies', 'show', 'nothing')).stderr).toContain(
    'No proxy with the id or name `nothing`',
  );
  expect(await run('proxies', 'create', 'files')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('NAME URL'),
  });
  const refused = await runAt(`http://${api.host}`, 'wrong', ['keys', 'list']);
  expect(refused).toMatchObject({
    code: 1,
    stderr:
      'clawdefender: The gateway rejected the admin token (401). Set `CLAWDEFENDER_ADMIN_TOKEN` or `--admin-token` to the admin token of this gateway.\n',
  });
  const unreachable = await runAt('http://127.0.0.1:1', TOKEN, ['keys', 'list']);
  expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringContaining('Cannot reach the gateway') });
  expect(await runAt('nothing', TOKEN, ['keys', 'list'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Invalid URL of the gateway'),
  });
  expect(await runAt(`http://${api.host}`, '', ['keys', 'list'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--admin-token'),
  });
});

test('errors about rejected fields name the options that set them', async () => {
  const url = 'https://mcp.example.com/files';
  const cases = [
    [
      ['proxies', 'create', 'a', url, '--auth-type', 'bearer'],
      '`--auth-token-env` is required for `--auth-type` `bearer`',
    ],
    [
      ['proxies', 'create', 'a', url, '--auth-type', 'basic'],
      '`--auth-type` must be one of: none, bearer, forward_client_jwt',
    ],
    [
      ['keys', 'create', 'a', '--tag', 'mcp:nothing:tool:*'],
      '`--tag mcp:nothing:tool:*` names no proxy: `nothing`',
    ],
    [
      ['resources', 'create', 'a', 'file:///a', '--content', file('a', 'x'), '--attach', 'nothing'],
      '`--attach nothing` is not the id or name of a proxy',
    ],
    [['logs', '--limit', '0'], '`--limit` must be a number'],
  ] as const;
  for (const [words, message] of cases) {
    const { code, stderr } = await run(...words);
    expect(stderr).toContain(`(400): ${message}`);
    expect(code).toBe(1);
  }
});

test('a change without fields is a usage error that lists the options', async () => {
  await run('proxies', 'create', 'files', 'https://mcp.example.com/files');
  expect(await run('proxies', 'change', 'files')).toMatchObject({
    code: 2,
    stderr:
      'clawdefender: Nothing to change. Use at least one of `--name`, `--url`, `--auth-type`, `--auth-token-env`, `--auth`.\n',
  });
  expect(await run('resources', 'change', 'any')).toMatchObject({
    code: 2,
    stderr:
      'clawdefender: Nothing to change. Use at least one of `--name`, `--uri`, `--content`, `--mime-type`, `--attach`.\n',
  });
});

test('logs are listed with filters', async () => {
  expect((await run('logs', '--type', 'deny', '--since', '1d')).stdout).toBe('No entries.\n');
  expect((await run('logs', '--since', 'yesterday')).stderr).toContain('Invalid value for `--since`');
  expect(await run('logs', '--type', 'denied')).toMatchObject({
    code: 2,
    stderr:
      'clawdefender: Invalid value for `--type`: `denied`. Use allow, log, prompt, deny, session_start, decision, reply, approval, checkpoint, gap, report, session_end.\n',
  });
});
