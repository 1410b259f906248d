// Tests that a gateway that cannot start, or cannot change its records, prints the reason and exits with code 2.

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { openSqliteStore } from '@claw/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Home } from './running-gateway.js';

let home: Home;
beforeEach(() => {
  home = new Home();
});
afterEach(() => home.remove());

const proxy = '[[proxy]]\nname = "files"\nurl = "https://1.1.1.1/mcp"\n';
const openStore = () => openSqliteStore({ file: join(home.folder, 'state.db'), onFailure() {} });

test('gateway apply shows the changes, makes them once, and deletes keys that are no longer declared', async () => {
  home.write(`${proxy}[[key]]\nname = "team"\nhash = "${'0'.repeat(64)}"\ntags = ["mcp:files:tool:*"]\n`);
  const dry = home.run('apply', '--dry-run');
  expect(dry.stdout).toMatch(
    /create +proxy +files[\s\S]*create +key +team[\s\S]*2 changes; nothing was changed/,
  );
  const items = () => JSON.parse(home.run('apply', '--json').stdout).items;
  expect(items()).toMatchObject([
    { action: 'create', record: 'proxy', id: 'files' },
    { action: 'create', record: 'key', id: 'team' },
  ]);
  expect(items()).toEqual([]);
  home.write(proxy.replace('/mcp', '/v2'));
  expect(items()).toEqual([
    { action: 'change', record: 'proxy', id: 'files', fields: ['url'] },
    { action: 'delete', record: 'key', id: 'team' },
  ]);
});

test('a proxy and a resource that are no longer declared are kept without `--prune`', async () => {
  const resource = '[[resource]]\nid = "prompt"\nuri = "file:///p"\nname = "p"\ncontent = "x"\n';
  home.write(`${proxy}${resource}`);
  expect(home.run('apply').code).toBe(0);
  home.write('');
  const kept = [
    { action: 'delete', record: 'proxy', id: 'files' },
    { action: 'delete', record: 'resource', id: 'prompt' },
  ];
  expect(home.run('apply').stdout).toMatch(/stay in use: proxy `files`, resource `prompt`[\s\S]*`--prune`/);
  const node = await home.start();
  expect((await node.send('GET', '/api/mcp/files')).status).toBe(200);
  await node.stop();
  const apply = (...words: string[]) => JSON.parse(home.run('apply', '--json', ...words).stdout);
  expect(apply('--prune', '--dry-run')).toMatchObject({ items: kept, kept: [] });
  expect(apply()).toMatchObject({ items: [], kept });
  expect(apply('--prune')).toMatchObject({ items: kept, kept: [] });
  expect(apply()).toMatchObject({ items: [], kept: [] });
});

describe('an invalid file changes nothing:', () => {
  const cases: [name: string, text: string, message: string][] = [
    ['no TOML', `${proxy}listen = `, 'gateway.toml:4:'],
    [
      'an unknown field',
      `${proxy}authTyp = "none"`,
      'gateway.toml:4:1 unknown key `authTyp` in `proxy`; did you mean `authType`?',
    ],
    [
      'an invalid rule',
      `${proxy}[[proxy.rules]]\nrule_type = "ip_acl"\ntools = ["*"]\naction = "allow"\ncidrs = ["10.0.0.0/33"]`,
      'gateway.toml:8:',
    ],
    [
      'a private URL',
      proxy.replace('1.1.1.1', '10.0.0.1:8080'),
      'gateway.toml:3:7 `url` resolves to a private address; to allow it, add `allow_private_upstreams = ["10.0.0.1:8080"]` to `gateway.toml`, before its first table, and restart the gateway',
    ],
  ];
  test('at the start, and with `apply`', () => {
    home.write(proxy);
    expect(home.run('apply').code).toBe(0);
    for (const [index, [name, text, message]] of cases.entries()) {
      home.write(text);
      const words = [['apply'], ['apply', '--dry-run'], ['--port', '0']][index % 3] as string[];
      const { code, stderr } = home.run(...words);
      expect(stderr, name).toContain(message);
      expect(code, name).toBe(2);
    }
    home.write(proxy);
    expect(JSON.parse(home.run('apply', '--json').stdout).items).toEqual([]);
  });
});

test('if a proxy created through the API has a declared name, the error contains the line and the command that deletes the proxy', async () => {
  home.write('');
  const node = await home.start();
  const url = 'https://1.1.1.1/mcp';
  expect((await node.send('POST', '/api/mcp', { name: 'files', url })).status).toBe(201);
  await node.stop();
  const other = join(home.folder, 'other.toml');
  writeFileSync(other, proxy);
  const { code, stderr } = home.run('apply', '--config', other);
  expect(stderr).toContain(
    `${other}:2:8 \`name\` is used by a proxy that was created over the API; choose another name, or delete that proxy with \`clawdefender gateway proxies delete files\``,
  );
  expect(code).toBe(2);
});

describe('a gateway does not start', () => {
  const start = () => home.run('--port', '0');

  test('with a different secret key than the store', () => {
    expect(home.run('apply').code).toBe(0);
    Object.assign(home.env, { CLAWDEFENDER_SECRET_KEY: 'ab'.repeat(32) });
    expect(start()).toMatchObject({ code: 2, stderr: expect.stringContaining('secret key') });
  });

  test('with an invalid secret key', () => {
    Object.assign(home.env, { CLAWDEFENDER_SECRET_KEY: 'short' });
    expect(start()).toMatchObject({ code: 2, stderr: expect.stringContaining('CLAWDEFENDER_SECRET_KEY') });
  });

  test('with an admin token that can be guessed, or that no client can send', () => {
    for (const [token, reason] of [
      ['sesame', 'is shorter than 32 characters'],
      [`open ${'sesame'.repeat(9)}`, 'contains spaces'],
    ] as const) {
      Object.assign(home.env, { CLAWDEFENDER_ADMIN_TOKEN: token });
      const { code, stderr } = start();
      expect(stderr).toContain(`\`CLAWDEFENDER_ADMIN_TOKEN\` ${reason}`);
      expect(stderr).not.toContain('sesame');
      expect(code).toBe(2);
    }
  });

  test('with a store of another schema version', async () => {
    const store = openStore();
    await store.table.put('gateway', 'schema_version', '99');
    await store.close();
    expect(start()).toMatchObject({ code: 2, stderr: expect.stringContaining('schema version 99') });
  });

  test('on a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    const { port } = await new Promise<{ port: number }>((resolve) => {
      other.once('listening', () => resolve(other.address() as { port: number }));
    });
    const { code, stderr } = home.run('--port', String(port));
    other.close();
    expect(stderr).toMatch(/in use|EADDRINUSE/);
    expect(code).toBe(2);
  });

  test('with an invalid Redis URL, or an unreachable Redis', () => {
    const wrong = home.run('--port', '0', '--redis', 'http://127.0.0.1');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('redis://') });
    const absent = home.run('--port', '0', '--redis', 'redis://127.0.0.1:1');
    expect(absent).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'Cannot start: no connection to Redis at `127.0.0.1:1` (ECONNREFUSED); start Redis, or correct the URL in `--redis` or `gateway.toml`.',
      ),
    });
  });

  test('with a certificate or a key that cannot be used', () => {
    home.write('tls = { cert = "cert.pem", key = "key.pem" }\n');
    expect(start().stderr).toMatch(/Cannot start: `\S+cert\.pem` does not exist; check the path\./);
    expect(start().code).toBe(2);
    for (const file of ['cert.pem', 'key.pem']) writeFileSync(join(home.folder, file), 'nonsense');
    expect(start()).toMatchObject({ code: 2, stderr: expect.stringContaining('TLS certificate and key') });
  });

  test('if the named file is missing', () => {
    const { code, stderr } = home.run('--port', '0', '--config', '/nothing/gateway.toml');
    expect(stderr).toContain('/nothing/gateway.toml');
    expect(code).toBe(2);
  });
});
