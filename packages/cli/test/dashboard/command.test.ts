// Tests the command `dashboard`, and approvals without a browser.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { programFile } from '../compatibility/command.js';
import { Home } from './home.js';

const policy =
  'version = 1\ndefault = "allow"\n[[rule]]\nname = "ask_me"\naction = "prompt"\ntool = "echo"\nmessage = "Echo?"\n[injection]\nenabled = false\n';

let home: Home;
beforeEach(() => {
  home = new Home(policy);
});
afterEach(() => home.remove());

test('a second command prints a fresh link to the running dashboard', async () => {
  const url = await home.dashboard();
  const { port, origin } = new URL(url);
  const second = await home.run('dashboard', '--port', port);
  expect(second.url).toMatch(new RegExp(`^${origin}/#token=`));
  expect(second.url).not.toBe(url);
  const token = new URL(second.url).hash.slice('#token='.length);
  const body = JSON.stringify({ token });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${origin}/api/session`, { method: 'POST', headers, body })).status).toBe(201);
  const running = home.proxy(['--dashboard', port]);
  await running.said('Dashboard: http');
  expect(await running.refusal('process')).toBeUndefined();
  await running.end();
});

test('if the port is in use, the command exits and a proxy continues', async () => {
  const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  // The server has an old key and responds to every request.
  writeFileSync(join(home.folder, `dashboard-${port}.json`), JSON.stringify({ key: 'old', pid: 1 }), {
    mode: 0o600,
  });
  const child = spawn(process.execPath, [programFile(), 'dashboard', '--port', String(port)], {
    env: home.env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr] = await once(child.stderr as NodeJS.EventEmitter, 'data');
  const [code] = await once(child, 'exit');
  expect([code, String(stderr)]).toEqual([
    2,
    expect.stringContaining(`Port ${port} is in use. Choose another one with \`--port\`.`),
  ]);
  const running = home.proxy(['--dashboard', String(port)]);
  await running.said(`Port ${port} is in use. Choose another one with \`--dashboard\`.`);
  expect(await running.refusal('process')).toBeUndefined();
  await running.end();
  other.close();
});

test('the dashboard of a proxy is a process of its own, and ends with the proxy even if that is killed', async () => {
  const running = home.proxy(['--dashboard', '0']);
  await running.said('Dashboard: http');
  const [, origin = ''] = /Dashboard: (http:[^#]+)#/.exec(running.stderr) ?? [];
  const status = () =>
    fetch(origin).then(
      ({ status }) => status,
      () => 'ended',
    );
  expect(await status()).toBe(200);
  const { pid } = JSON.parse(
    readFileSync(join(home.folder, `dashboard-${new URL(origin).port}.json`), 'utf8'),
  );
  expect(pid).not.toBe(running.child.pid);
  running.child.kill('SIGKILL');
  await expect.poll(status).toBe('ended');
});

test('after a late approval the repeated call is allowed, even after a restart of client and proxy', async () => {
  const file = home.policyFile;
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n[approval]\nwait = "300ms"\n`);
  const first = home.proxy(['--server', 'notes']);
  const { error } = (await first.answer(first.start('echo', { a: 1 }))) as {
    error: { code: number; data: { approval_id: string; expires_at: string } };
  };
  expect(error.code).toBe(-32002);
  const [item] = (await home.run('approvals', 'list')).items;
  expect(item).toMatchObject({
    id: error.data.approval_id,
    state: 'pending',
    expires_at: error.data.expires_at,
  });
  expect(Date.parse(item.waits_until)).toBeLessThan(Date.parse(item.expires_at));
  await first.end();
  await home.run('approvals', 'approve', error.data.approval_id);
  const second = home.proxy(['--server', 'notes']);
  expect(await second.refusal('echo', { a: 2 })).toMatchObject({ code: -32002 });
  expect(await second.refusal('echo', { a: 1 })).toBeUndefined();
  // The approval was valid for one call only.
  expect(await second.refusal('echo', { a: 1 })).toMatchObject({ code: -32002 });
  await second.end();
});

test('the call of a killed proxy is no longer pending, but its approval stays open', async () => {
  const running = home.proxy(['--server', 'notes']);
  running.start('echo', { a: 1 });
  const list = async () => (await home.run('approvals', 'list')).items;
  await expect.poll(list).toMatchObject([{ waits_until: expect.stringMatching(/^20/) }]);
  running.child.kill('SIGKILL');
  await running.ended();
  expect(await list()).toMatchObject([{ state: 'pending', waits_until: null }]);
});

test('the first load of the page transfers at most 150 KB', async () => {
  const { origin } = new URL(await home.dashboard());
  const page = await (await fetch(origin)).text();
  const assets = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => new URL(path, origin));
  expect(assets.length).toBeGreaterThan(1);
  expect(assets.filter((url) => url.origin !== origin)).toEqual([]);
  const files = await Promise.all(assets.map(async (url) => (await fetch(url)).arrayBuffer()));
  const size = [page, ...files].reduce((sum, file) => sum + gzipSync(file).length, 0);
  expect(size).toBeLessThan(150 * 1024);
});
