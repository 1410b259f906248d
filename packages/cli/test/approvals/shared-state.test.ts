// Tests two installed proxies of different servers with one state folder: counters, approvals, revocations and the kill
// switch of one proxy apply in the other.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ApprovalStore, Broker, createStoreChannel } from '@claw/approvals';
import { openSqliteStore } from '@claw/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Running } from '../running-proxy.js';

const program = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));
let home = '';
let proxies: Running[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-shared-'));
});
afterEach(async () => {
  await Promise.all(proxies.map((proxy) => proxy.end()));
  rmSync(home, { recursive: true, force: true });
});

/** Starts proxies of servers with these names and waits until they accept calls. */
async function start(names: readonly string[], rules: string): Promise<Running[]> {
  writeFileSync(join(home, 'policy.toml'), `version = 1\ndefault = "allow"\n${rules}`);
  proxies = names.map((name) => new Running([], { options: ['--server', name], home }));
  await Promise.all(proxies.map((proxy) => proxy.call('process')));
  return proxies;
}
const cli = async (...words: string[]) =>
  JSON.parse(
    (
      await promisify(execFile)(process.execPath, [program, ...words, '--json'], {
        env: { ...process.env, CLAWDEFENDER_HOME: home },
      })
    ).stdout,
  );
const ask = '[[rule]]\nname = "ask"\naction = "prompt"\ntool = "echo"\n';
const waiting = async () => {
  const listed = async () =>
    (await cli('approvals', 'list')).items.filter((item: { state: string }) => item.state === 'pending');
  await expect.poll(async () => (await listed()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  return listed();
};

test('a rate limit is exact for both proxies together', async () => {
  const limit =
    '[[rule]]\nname = "few"\naction = "allow"\ntool = "echo"\nrate_limit = { max = 150, window = "10m" }\n';
  const both = await start(['files', 'notes'], limit);
  const refusals = await Promise.all(
    both.flatMap((proxy) => Array.from({ length: 150 }, () => proxy.refusal('echo'))),
  );
  expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(150);
  expect(refusals.find((refusal) => refusal !== undefined)).toMatchObject({
    code: -32000,
    data: { rule: 'few', retry_after: expect.any(Number) },
  });
});

test('a ban that one proxy causes applies to all calls in the other proxy immediately', async () => {
  const guard =
    '[[guard]]\nname = "flood"\nrule_type = "rate_limit"\ntools = ["echo"]\nmatch_key = "consumer"\nthreshold = 5\ntimespan = 60\nban_after_n_exceeded = 20\nban_timespan = 6000\n';
  const [files, notes] = (await start(['files', 'notes'], guard)) as [Running, Running];
  const flood = await Promise.all(
    [files, notes].flatMap((proxy) => Array.from({ length: 40 }, () => proxy.refusal('echo'))),
  );
  expect(flood.filter((refusal) => refusal === undefined)).toHaveLength(5);
  for (const proxy of [files, notes]) {
    const { code, data } = (await proxy.refusal('echo')) as { code: number; data: { retry_after: number } };
    expect(code).toBe(-32000);
    expect(data.retry_after).toBeGreaterThan(1000);
  }
  // The ban also applies in a proxy that starts later.
  const [late] = (await start(['mail'], guard)) as [Running];
  proxies.push(files, notes);
  expect(await late.refusal('echo')).toMatchObject({ code: -32000 });
});

test('an approval for one call is used by one of many equal calls, in any proxy of the server', async () => {
  const both = await start(['files', 'files'], `${ask}[approval]\nwait = "1s"\n`);
  const [first] = both as [Running];
  const { data } = (await first.refusal('echo')) as { data: { approval_id: string } };
  await cli('approvals', 'approve', data.approval_id);
  const refusals = await Promise.all(
    both.flatMap((proxy) => Array.from({ length: 20 }, () => proxy.refusal('echo'))),
  );
  expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1);
  expect(refusals.filter((refusal) => refusal?.code === -32002)).toHaveLength(39);
});

test('an error about an invalid store contains the path for the user, but not for the client', async () => {
  writeFileSync(join(home, 'state.db'), 'this is no database, whatever it is called; '.repeat(100));
  const limit = 'rate_limit = { max = 5, window = "10m" }';
  const [proxy] = await start(
    ['files'],
    `[[rule]]\nname = "few"\naction = "allow"\ntool = "echo"\n${limit}\n`,
  );
  const refusal = await proxy?.refusal('echo');
  expect(refusal).toMatchObject({
    code: -32001,
    data: { rule: 'policy', reason: expect.stringContaining('SQLITE_NOTADB') },
  });
  expect(JSON.stringify(refusal)).not.toContain(home);
  await proxy?.said(`the store \`${join(home, 'state.db')}\` cannot be used: file is not a database`);
});

test('a standing approval is valid in every proxy of its server, but in no other proxy, until it is revoked', async () => {
  const [files, files2, notes] = (await start(
    ['files', 'files', 'notes'],
    `${ask}[approval]\nwait = "1s"\n`,
  )) as [Running, Running, Running];
  const call = files.start('echo', { a: 1 });
  const [{ id }] = await waiting();
  await cli('approvals', 'approve', id, '--scope', 'always');
  expect(await files.answer(call)).toBeDefined();
  expect(await files2.refusal('echo', { a: 1 })).toBeUndefined();
  expect(await files2.refusal('echo', { a: 2 })).toMatchObject({ code: -32002 });
  expect(await notes.refusal('echo', { a: 1 })).toMatchObject({ code: -32002 });
  await cli('approvals', 'revoke', id);
  expect(await files2.refusal('echo', { a: 1 })).toMatchObject({ code: -32002 });
});

test('an approval of an access allows the matching calls in every proxy, but does not override a deny rule', async () => {
  const rules = `[[rule]]\nname = "never"\naction = "deny"\npath = "/secret/**"\n[[rule]]\nname = "ask"\naction = "prompt"\npath = "/**"\n[approval]\nwait = "1s"\n`;
  const both = await start(['files', 'notes'], rules);
  const store = openSqliteStore({ file: join(home, 'state.db') });
  const broker = new Broker({
    table: store.table,
    channels: [createStoreChannel('cli')],
    origin: 'serve',
    session: 'serve',
    waitMs: 20_000,
    expiresMs: 60_000,
    onTimeout: 'pending',
  });
  const request = async (path: string) => {
    const question = {
      server: 'clawdefender',
      tool: 'file_read',
      method: 'tools/call',
      direction: 'client-to-server' as const,
      identity: undefined,
      rule: 'ask',
      reason: 'the agent asks',
      message: undefined,
      params: '{}',
      effects: ['read' as const],
      matched: [],
      unnamed: [],
      definition: undefined,
      access: { effect: 'read' as const, resource: [path] },
    };
    const answer = broker.requestAccess(question, new AbortController().signal);
    const [{ id }] = await waiting();
    await cli('approvals', 'approve', id, '--scope', 'always');
    expect(await answer).toMatchObject({ kind: 'approved' });
    return id;
  };
  const id = await request('/data/report');
  await request('/secret/report');
  for (const proxy of both) {
    expect(await proxy.refusal('read_file', { path: '/data/./report' })).toMatchObject({ code: -32602 });
    expect(await proxy.refusal('read_file', { path: '/data/other' })).toMatchObject({ code: -32002 });
    expect(await proxy.refusal('write_file', { path: '/data/report' })).toMatchObject({ code: -32002 });
    expect(await proxy.refusal('read_file', { path: '/secret/report' })).toMatchObject({
      code: -32001,
      data: { rule: 'never' },
    });
  }
  expect(await new ApprovalStore(store.table).revoke(id)).toMatchObject({ id, scope: 'always' });
  expect(await both[1]?.refusal('read_file', { path: '/data/report' })).toMatchObject({ code: -32002 });
  await broker.close();
  await store.close();
});

test('a cancelled call withdraws its request; an expired request is removed', async () => {
  const [files] = (await start(['files'], `${ask}[approval]\nwait = "1s"\nexpires = "2s"\n`)) as [Running];
  const id = files.start('echo');
  await waiting();
  files.send(
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }),
  );
  await expect.poll(async () => (await cli('approvals', 'list')).items).toEqual([]);
  const { data } = (await files.refusal('echo', { b: 1 })) as { data: { approval_id: string } };
  await expect.poll(async () => (await cli('approvals', 'list')).items, { timeout: 10_000 }).toEqual([]);
  await expect(cli('approvals', 'approve', data.approval_id)).rejects.toMatchObject({ code: 1 });
});

test('a decision after the proxy was killed is logged by the deciding process, and so is a revocation', async () => {
  const [files] = (await start(['files'], `${ask}[approval]\nwait = "1s"\n`)) as [Running];
  const { data } = (await files.refusal('echo')) as { data: { approval_id: string } };
  files.child.kill('SIGKILL');
  await files.ended();
  await cli('approvals', 'approve', data.approval_id, '--scope', 'always');
  await cli('approvals', 'revoke', data.approval_id);
  const { items } = await cli('audit', 'query', '--kind', 'approval');
  expect(items).toMatchObject([
    { approval: data.approval_id, state: 'approved', scope: 'always', server: 'files', late: true },
    { approval: data.approval_id, state: 'revoked', by: expect.stringMatching(/^cli/) },
  ]);
  expect(await cli('audit', 'verify')).toMatchObject({ ok: true });
});

test('a decision while the proxy is running is logged once', async () => {
  const [files] = (await start(['files'], `${ask}[approval]\nwait = "1s"\n`)) as [Running];
  const { data } = (await files.refusal('echo')) as { data: { approval_id: string } };
  await cli('approvals', 'approve', data.approval_id);
  const recorded = async () => (await cli('audit', 'query', '--kind', 'approval')).items;
  await expect.poll(async () => (await recorded()).length).toBe(1);
  await files.end();
  expect(await recorded()).toMatchObject([{ approval: data.approval_id, state: 'approved', late: true }]);
});

test('decided requests are found in the audit log', async () => {
  const [files] = (await start(['files'], `${ask}[approval]\nwait = "60s"\n`)) as [Running];
  for (const answer of ['approve', 'deny']) {
    const call = files.start('echo', { text: answer });
    const [{ id }] = await waiting();
    await cli('approvals', answer, id);
    await files.answer(call);
  }
  const { items } = await cli('audit', 'query', '--decision', 'prompt');
  expect(items).toMatchObject([
    { decision: 'allow', arguments: { text: 'approve' } },
    { decision: 'deny', arguments: { text: 'deny' } },
  ]);
  await files.end();
});

describe('an approval for a path that is a link', () => {
  const rules = '[[rule]]\nname = "ask"\naction = "prompt"\npath = "/**"\n[approval]\nwait = "5s"\n';
  const leadTo = (name: string) => {
    rmSync(join(home, 'work', 'link'), { force: true });
    symlinkSync(join(home, 'work', name), join(home, 'work', 'link'));
  };
  beforeEach(() => {
    mkdirSync(join(home, 'work'));
    for (const name of ['a', 'b']) writeFileSync(join(home, 'work', name), name);
    leadTo('a');
  });
  const path = () => join(home, 'work', 'link');
  const unknownTool = { code: -32602 };

  test('contains the target, and expires when the target changes', async () => {
    const [files] = (await start(['files'], rules)) as [Running];
    const call = files.start('read_file', { path: path() });
    const [{ id }] = await waiting();
    const { stdout } = await promisify(execFile)(process.execPath, [program, 'approvals', 'list'], {
      env: { ...process.env, CLAWDEFENDER_HOME: home },
    });
    expect(stdout).toContain(`a link: ${path()} → ${realpathSync(path())}`);
    await cli('approvals', 'approve', id, '--scope', 'always');
    expect(await files.answer(call)).toMatchObject({ error: unknownTool });
    expect(await files.refusal('read_file', { path: path() })).toMatchObject(unknownTool);
    leadTo('b');
    expect(await files.refusal('read_file', { path: path() })).toMatchObject({ code: -32002 });
  });

  test('is not valid if the link has changed before the decision', async () => {
    const [files] = (await start(['files'], rules)) as [Running];
    const call = files.start('read_file', { path: path() });
    const [{ id }] = await waiting();
    leadTo('b');
    await cli('approvals', 'approve', id);
    expect(await files.answer(call)).toMatchObject({
      error: { code: -32001, message: expect.stringContaining('symbolic link in it changed') },
    });
  });
});

test('a secret in the name of a tool is not logged with its approval', async () => {
  const secret = `AKIA${'Q7RZ2XW4'.repeat(2)}`;
  const rule = '[[rule]]\nname = "ask"\naction = "prompt"\ntool = "AKIA*"\n';
  const [files] = (await start(['files'], `${rule}[approval]\nwait = "1s"\n`)) as [Running];
  const { data } = (await files.refusal(secret)) as { data: { approval_id: string } };
  await cli('approvals', 'deny', data.approval_id);
  await files.end();
  const { items } = await cli('audit', 'query');
  expect(items.map(({ kind }: { kind: string }) => kind)).toContain('approval');
  expect(JSON.stringify(items)).not.toContain(secret);
});

test('a secret in the command of the server is not logged', async () => {
  const secret = `AKIA${'Q7RZ2XW4'.repeat(2)}`;
  writeFileSync(join(home, 'policy.toml'), 'version = 1\ndefault = "allow"\n');
  const first = JSON.stringify({ name: 'print', arguments: { text: secret } });
  const proxy = new Running(['--start', first], { options: ['--server', 'files'], home });
  proxies = [proxy];
  await proxy.call('process');
  await proxy.end();
  const [start] = (await cli('audit', 'query', '--kind', 'session_start')).items;
  expect(start.command).toContain('[REDACTED]');
  expect(start.command).not.toContain(secret);
});

test('pending requests whose calls can be repeated stay after the proxy exits, and their number is limited', async () => {
  const [files] = (await start(['files'], `${ask}[approval]\nwait = "1s"\n`)) as [Running];
  const refusals = await Promise.all(Array.from({ length: 200 }, (_, n) => files.refusal('echo', { n })));
  expect(refusals.filter((refusal) => refusal?.code === -32002)).toHaveLength(64);
  expect((await cli('approvals', 'list')).items).toHaveLength(64);
  await files.end();
  expect((await cli('approvals', 'list')).items).toHaveLength(64);
});

test('removing the store file revokes all approvals', async () => {
  const [files] = (await start(['files'], `${ask}[approval]\nwait = "1s"\n`)) as [Running];
  const { data } = (await files.refusal('echo')) as { data: { approval_id: string } };
  await cli('approvals', 'approve', data.approval_id, '--scope', 'always');
  expect(await files.refusal('echo')).toBeUndefined();
  for (const end of ['', '-wal', '-shm']) rmSync(join(home, `state.db${end}`), { force: true });
  await expect.poll(async () => (await files.refusal('echo'))?.code, { timeout: 10_000 }).toBe(-32002);
  expect((await cli('approvals', 'list')).items).toHaveLength(1);
});

test('a removed log folder is created again with a warning, and calls are still logged', async () => {
  const [files] = (await start(['files'], '')) as [Running];
  rmSync(join(home, 'audit'), { recursive: true });
  const recorded = async () => (await cli('audit', 'query', '--tool', 'echo', '--kind', 'decision')).items;
  await expect
    .poll(
      async () => {
        await files.refusal('echo');
        return (await recorded()).length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  await files.said('The audit log was removed while it was in use, with its last ');
  await files.end();
  expect(files.stderr.match(/The audit log was removed/g)).toHaveLength(1);
  await expect(cli('audit', 'verify')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('missing_file'),
  });
});

describe('the kill switch', () => {
  const within = { timeout: 5000, interval: 20 };
  const isOn = (proxy: Running) => async () => (await proxy.refusal('echo'))?.data;

  test('stops every proxy, pending approvals and pending responses until it is turned off', async () => {
    const [files, notes] = (await start(
      ['files', 'notes'],
      '[[rule]]\nname = "ask"\naction = "prompt"\ntool = "stderr"\n',
    )) as [Running, Running];
    const asked = files.start('stderr', { text: '' });
    await waiting();
    // The server reads the next call and responds only after the switch is on.
    await notes.call('pause', { milliseconds: 2000 });
    const slow = notes.start('process');
    const began = performance.now();
    writeFileSync(join(home, 'KILL'), '');
    const refused = { error: { code: -32001, data: { rule: 'kill_switch' } } };
    expect(await files.answer(asked)).toMatchObject({ error: { code: -32001 } });
    expect(performance.now() - began).toBeLessThan(1000);
    await expect.poll(isOn(files), within).toMatchObject({ rule: 'kill_switch' });
    await expect.poll(isOn(notes), within).toMatchObject({ rule: 'kill_switch' });
    expect(await notes.answer(slow)).toMatchObject(refused);
    expect((await cli('approvals', 'list')).items).toEqual([]);
    await cli('kill', 'off');
    await expect.poll(async () => files.refusal('echo'), within).toBeUndefined();
    await expect.poll(async () => notes.refusal('echo'), within).toBeUndefined();
  });

  test('SIGUSR2 turns it on for one process; SIGUSR1 has no effect', async () => {
    const [files, notes] = (await start(['files', 'notes'], '')) as [Running, Running];
    files.child.kill('SIGUSR1');
    expect(await files.refusal('echo')).toBeUndefined();
    files.child.kill('SIGUSR2');
    await expect.poll(isOn(files), within).toMatchObject({ rule: 'kill_switch' });
    files.child.kill('SIGUSR2');
    await cli('kill', 'off');
    expect(await isOn(files)()).toMatchObject({ rule: 'kill_switch' });
    expect(await notes.refusal('echo')).toBeUndefined();
  });

  test('applies over HTTP as well', async () => {
    const http = new Running([], { options: ['--server', 'web', '--listen', '127.0.0.1:0'], home });
    proxies = [http];
    await http.said('Listening on');
    const [, url = ''] = /Listening on (\S+)/.exec(http.stderr) ?? [];
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const post = (body: object, session?: string) =>
      fetch(url, {
        method: 'POST',
        headers: { ...headers, ...(session && { 'mcp-session-id': session }) },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      });
    const begun = await post({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    });
    const session = begun.headers.get('mcp-session-id') ?? undefined;
    await begun.text();
    let id = 1;
    const call = async () =>
      (
        await post({ id: id++, method: 'tools/call', params: { name: 'process', arguments: {} } }, session)
      ).text();
    expect(await call()).toContain('structuredContent');
    await cli('kill', 'on');
    await expect.poll(call, within).toContain('kill_switch');
    http.child.kill();
  });
});
