// Tests that the built program with its real store enforces the `[[guard]]` tables of a policy.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { content, request, result } from '../../../../fixtures/scenarios/scenario.js';
import { clients } from '../../../proxy-http/test/compatibility/http-clients.js';
import { programFile } from '../compatibility/command.js';
import { fixture } from '../compatibility/fixtures.js';
import { startEndpoint } from '../http/endpoint.js';
import { HttpProxy, HttpSession } from '../scenarios/http-session.js';
import { Session } from '../scenarios/session.js';

const OPEN = 'version = 1\ndefault = "allow"\n';
const use = (id: string, name: string) => request(id, 'tools/call', { name, arguments: {} });

async function start(guards: string): Promise<Session> {
  const session = await Session.start(OPEN + guards);
  onTestFinished(() => session.end());
  return session;
}

test('calls are counted for a limit, and a cached result is returned', async () => {
  const { client, server } = await start(`
[[guard]]
rule_type = "static_cache"
tools = ["weather"]
cache_ttl = 600
[[guard]]
rule_type = "rate_limit"
name = "slow_down"
tools = ["send"]
match_key = "consumer"
threshold = 1
timespan = 600
`);
  client.say(use('a', 'weather'));
  expect(await server.hear('a call')).toBe(use('a', 'weather'));
  server.say(result('a', content('sunny')));
  expect(await client.hear('its answer')).toBe(result('a', content('sunny')));
  client.say(use('b', 'weather'));
  expect(await client.hear('a known answer')).toBe(result('b', content('sunny')));
  client.say(use('c', 'send'));
  expect(await server.hear('the first')).toBe(use('c', 'send'));
  client.say(use('d', 'send'));
  const { error } = JSON.parse(await client.hear('a refusal'));
  expect(error).toMatchObject({ code: -32000, data: { rule: 'slow_down' } });
});

test('over HTTP the address of the caller is used', async () => {
  const guard =
    '[[guard]]\nrule_type = "ip_acl"\nname = "door"\ntools = ["anything"]\naction = "deny"\ncidrs = ["127.0.0.0/8"]';
  const proxy = await HttpProxy.start(OPEN + guard);
  onTestFinished(() => proxy.end());
  const session = await HttpSession.start(proxy, 'json');
  session.client.say(use('a', 'anything'));
  expect(JSON.parse(await session.client.hear('a refusal')).error.data.rule).toBe('door');
  session.end();
});

for (const era of ['handshake', 'stateless'] as const) {
  test(`and for a stdio server over HTTP, in the ${era} era`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'claw-guards-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'policy.toml');
    writeFileSync(
      file,
      `${OPEN}[[guard]]\nrule_type = "ip_acl"\nname = "door"\ntools = ["*"]\naction = "deny"\ncidrs = ["127.0.0.0/8"]\n`,
    );
    const { origin } = await startEndpoint({
      args: ['--policy', file, '--', process.execPath, fixture('servers/dual-era.mjs')],
    });
    const client = era === 'handshake' ? 'SDK 1.32' : 'SDK 2.4';
    const { by } = clients.find(({ name }) => name === client) as (typeof clients)[number];
    const session = await by({ http: `${origin}/mcp` }).connect({ command: '', args: [] }, {}, () => {});
    onTestFinished(async () => void (await session.close()));
    expect(session.modern).toBe(era === 'stateless');
    const asked = session.request('tools/call', { name: 'echo', arguments: { text: 'hi' } }, {});
    await expect(asked).rejects.toThrow('the address of the client may not make this call');
  });
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const echo = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'echo', arguments: { text: 'hi' } },
};
const server = ['--', process.execPath, fixture('servers/dual-era.mjs')];

/** Sends a POST request from a local address. */
async function post(origin: string, localAddress: string, session: string | undefined, message: object) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(session !== undefined && { 'mcp-session-id': session }),
  };
  const sent = send(`${origin}/mcp`, { method: 'POST', localAddress, headers });
  sent.end(JSON.stringify(message));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray()).toString();
  const { statusCode: status, headers: heads } = answer;
  return { session: heads['mcp-session-id'] as string, status, wait: heads['retry-after'], body };
}

const LIMITS: Readonly<Record<string, string>> = {
  guard:
    '[[guard]]\nrule_type = "rate_limit"\nname = "few"\ntools = ["*"]\nmatch_key = "ip"\nthreshold = 1\ntimespan = 600',
  rule: '[[rule]]\nname = "few"\naction = "allow"\ntool = "echo"\nrate_limit = { max = 1, window = "600s" }',
};
for (const behind of ['a command', 'a URL'])
  for (const [kind, limit] of Object.entries(LIMITS))
    test(`with ${behind} the response for the limit of a ${kind} has its own status and the seconds to wait`, async () => {
      const home = mkdtempSync(join(tmpdir(), 'claw-guards-'));
      onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
      writeFileSync(join(home, 'policy.toml'), `${OPEN}${limit}\n`);
      const args =
        behind === 'a command' ? server : ['--url', `${(await startEndpoint({ args: server })).origin}/mcp`];
      const { origin } = await startEndpoint({ args, env: { CLAWDEFENDER_HOME: home } });
      const { session } = await post(origin, '127.0.0.1', undefined, initialize);
      expect(await post(origin, '127.0.0.1', session, echo)).toMatchObject({ status: 200, wait: undefined });
      const { status, wait, body } = await post(origin, '127.0.0.1', session, echo);
      const { id, error } = JSON.parse(body);
      expect({ status, id }).toEqual({ status: 429, id: 2 });
      expect(error).toMatchObject({ code: -32000, data: { rule: 'few', retry_after: Number(wait) } });
      expect(Number(wait)).toBeGreaterThan(0);
    });

for (const { name, by } of clients.filter((one) => ['SDK 1.32', 'SDK 2.4'].includes(one.name)))
  test(`${name} shows the message of a limit, but not its code`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'claw-guards-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'policy.toml');
    writeFileSync(file, `${OPEN}${LIMITS['rule']}\n`);
    const { origin } = await startEndpoint({ args: ['--policy', file, ...server] });
    const session = await by({ http: `${origin}/mcp` }).connect({ command: '', args: [] }, {}, () => {});
    onTestFinished(async () => void (await session.close()));
    const ask = () => session.request('tools/call', { name: 'echo', arguments: { text: 'hi' } }, {});
    await ask();
    await expect(ask()).rejects.toThrow(/Rate limited .*by rule `few`: try again in/);
  });

for (const behind of ['a command', 'a URL'])
  test.runIf(process.platform === 'linux')(
    `with ${behind} each call of a session is checked with its own address, which is logged`,
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'claw-guards-'));
      onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
      writeFileSync(
        join(home, 'policy.toml'),
        `${OPEN}[[guard]]\nrule_type = "ip_acl"\nname = "door"\ntools = ["*"]\naction = "deny"\ncidrs = ["127.0.0.2"]\n`,
      );
      const args =
        behind === 'a command' ? server : ['--url', `${(await startEndpoint({ args: server })).origin}/mcp`];
      const env = { CLAWDEFENDER_HOME: home };
      const { origin } = await startEndpoint({ args, env });
      const { session } = await post(origin, '127.0.0.1', undefined, initialize);
      for (const [address, expected] of [
        ['127.0.0.1', '"text":"hi"'],
        ['127.0.0.2', '"rule":"door"'],
        ['127.0.0.1', '"text":"hi"'],
      ] as const)
        expect((await post(origin, address, session, echo)).body).toContain(expected);
      const { stdout } = spawnSync(process.execPath, [programFile(), 'audit', 'query', '--json'], {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
      const calls = (JSON.parse(stdout).items as { kind: string; tool?: string; address?: string }[]).filter(
        ({ kind, tool }) => kind === 'decision' && tool === 'echo',
      );
      expect(calls.map(({ address }) => address).sort()).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.2']);
    },
  );

/** Opens an event stream from a local address. Returns functions that wait for its next event and for its end. */
async function listen(url: string, localAddress: string, session?: string, message?: object) {
  const headers = {
    accept: 'application/json, text/event-stream',
    ...(session !== undefined && { 'mcp-session-id': session }),
    ...(message !== undefined && { 'content-type': 'application/json' }),
  };
  const sent = send(url, { method: message === undefined ? 'GET' : 'POST', localAddress, headers });
  onTestFinished(() => void sent.destroy());
  sent.on('error', () => {});
  sent.end(message === undefined ? undefined : JSON.stringify(message));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let said = '';
  const over = new Promise<void>((resolve) => answer.once('close', resolve));
  answer.setEncoding('utf8').on('error', () => {});
  answer.on('data', (text: string) => {
    said += text;
  });
  return { status: answer.statusCode, over, said: () => said };
}

const door = (address: string) =>
  `${OPEN}[[guard]]\nrule_type = "ip_acl"\nname = "door"\ntools = ["*"]\naction = "deny"\ncidrs = ["${address}"]\n`;

/** The request that corresponds to a stream in the stateless era. */
const subscribe = {
  jsonrpc: '2.0',
  id: 3,
  method: 'subscriptions/listen',
  params: {
    notifications: { toolsListChanged: true },
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};

for (const behind of ['a command', 'a URL'])
  test.runIf(process.platform === 'linux')(
    `with ${behind} a denied address can neither open nor continue a stream`,
    async () => {
      const home = mkdtempSync(join(tmpdir(), 'claw-guards-'));
      onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
      const file = join(home, 'policy.toml');
      writeFileSync(file, door('127.0.0.2'), { mode: 0o600 });
      const args =
        behind === 'a command' ? server : ['--url', `${(await startEndpoint({ args: server })).origin}/mcp`];
      const env = { CLAWDEFENDER_HOME: home };
      const { origin } = await startEndpoint({ args, env });
      const { session } = await post(origin, '127.0.0.1', undefined, initialize);
      const refused = await listen(`${origin}/mcp`, '127.0.0.2', session);
      expect(refused.status).toBe(403);
      await refused.over;
      expect(refused.said()).toContain('Denied by rule `door`');
      expect((await listen(`${origin}/sse`, '127.0.0.2')).status).toBe(403);
      const open = [
        await listen(`${origin}/mcp`, '127.0.0.1', session),
        await listen(`${origin}/mcp`, '127.0.0.1', undefined, subscribe),
        ...(behind === 'a command' ? [await listen(`${origin}/sse`, '127.0.0.1')] : []),
      ];
      expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
      const other = await listen(`${origin}/mcp`, '127.0.0.3', session);

      writeFileSync(file, door('127.0.0.1'), { mode: 0o600 });
      await Promise.all(open.map(({ over }) => over));
      expect((await listen(`${origin}/mcp`, '127.0.0.1', session)).status).toBe(403);
      expect(await Promise.race([other.over.then(() => 'over'), 'still open'])).toBe('still open');
      const { stdout } = spawnSync(
        process.execPath,
        [programFile(), 'audit', 'query', '--rule', 'door', '--json'],
        { encoding: 'utf8', env: { ...process.env, ...env } },
      );
      const found = JSON.parse(stdout).items as { method: string; decision: string; address: string }[];
      expect(found.map(({ address }) => address).sort()).toEqual([
        ...[...open, 'one more'].map(() => '127.0.0.1'),
        '127.0.0.2',
        '127.0.0.2',
      ]);
      for (const record of found)
        expect(record).toMatchObject({ method: 'subscriptions/listen', decision: 'deny' });
    },
  );
