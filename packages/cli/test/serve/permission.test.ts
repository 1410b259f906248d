// Tests permissions: a permission that is granted to an agent allows the matching calls in the proxies, but does not
// override a deny rule.

import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Agent, cli } from './agent.js';

const server = fileURLToPath(new URL('../../../../fixtures/servers/script.mjs', import.meta.url));
const policy = (rules: string) =>
  `default = "allow"\n${rules}[[rule]]\nname = "ask_etc"\naction = "prompt"\npath = "/etc/**"\n[approval]\nwait = "100ms"\n`;

let home = '';
const agents: Agent[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-serve-'));
  writeFileSync(join(home, 'policy.toml'), policy(''));
});
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.end();
  rmSync(home, { recursive: true, force: true });
});

function start(...words: string[]): Agent {
  const agent = new Agent(home, words);
  agents.push(agent);
  return agent;
}
const startProxy = (name: string) => start('proxy', '--server', name, '--', process.execPath, server);
/** The error code of the server, which shows that the call has reached it. */
const unknownTool = -32602;
const wish = {
  resource: '/etc/hosts',
  operation: 'read',
  justification: 'to know the names',
  timeout_seconds: 60,
};

async function grant(agent: Agent, ...scope: string[]) {
  const asked = agent.call('requestPermission', wish);
  const waiting = async () =>
    JSON.parse((await cli(home, 'approvals', 'list', '--json')).stdout).items.filter(
      (item: { state: string; access?: object }) => item.state === 'pending' && item.access !== undefined,
    );
  await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(1);
  await cli(home, 'approvals', 'approve', (await waiting())[0].id, ...scope);
  return (await asked).result?.structuredContent;
}

test('an approval is valid in every proxy for any tool with exactly this access', async () => {
  const agent = start('serve');
  const [one, two] = [startProxy('one'), startProxy('two')];
  expect((await one.call('read_file', { path: '/etc/hosts' })).error?.code).toBe(-32002);
  expect(await grant(agent, '--scope', 'session')).toEqual({
    granted: true,
    scope: 'session',
    expires_at: null,
    rule: 'ask_etc',
  });
  expect((await one.call('read_file', { path: '/etc/hosts' })).error?.code).toBe(unknownTool);
  expect((await two.call('show_it', { file: '/etc/../etc/hosts' })).error?.code).toBe(unknownTool);
  expect((await two.call('read_file', { path: '/etc/passwd' })).error?.code).toBe(-32002);
  expect((await two.call('chmod', { path: '/etc/hosts' })).error?.code).toBe(-32002);
  expect((await two.call('delete_file', { path: '/etc/hosts' })).error?.code).toBe(-32002);
  const intent = { description: 'a test', action_type: 'file_read', target: '/etc/hosts' };
  expect((await agent.call('checkIntent', intent)).result?.structuredContent).toMatchObject({
    allowed: true,
    policy_rule: 'prompt',
  });
  expect(
    (await agent.call('checkIntent', { ...intent, action_type: 'file_write' })).result?.structuredContent,
  ).toMatchObject({ allowed: false, policy_rule: 'prompt' });
  // A repeated request is not displayed again.
  expect((await agent.call('requestPermission', wish)).result?.structuredContent).toMatchObject({
    granted: true,
    expires_at: null,
  });
  // The approval ends with the session that requested it.
  await agent.end();
  expect((await one.call('read_file', { path: '/etc/hosts' })).error?.code).toBe(-32002);
});

test('an approval for a session ends when the server is killed', async () => {
  const agent = start('serve');
  const proxy = startProxy('one');
  await grant(agent, '--scope', 'session');
  expect((await proxy.call('read_file', { path: '/etc/hosts' })).error?.code).toBe(unknownTool);
  const killed = once(agent.child, 'close');
  agent.child.kill('SIGKILL');
  await killed;
  expect((await proxy.call('read_file', { path: '/etc/hosts' })).error?.code).toBe(-32002);
});

test('after a denial the request is not shown again', async () => {
  const agent = start('serve');
  const asked = agent.call('requestPermission', wish);
  const announced = /approvals approve (\w+)/;
  await expect.poll(() => agent.stderr, { timeout: 20_000 }).toMatch(announced);
  const id = announced.exec(agent.stderr)?.[1] ?? '';
  await cli(home, 'approvals', 'deny', id);
  const no = { granted: false, reason: expect.stringContaining('The user denied the request') };
  expect((await asked).result?.structuredContent).toMatchObject(no);
  const again = await agent.call('requestPermission', { ...wish, justification: 'please' });
  expect(again.result?.structuredContent).toMatchObject(no);
  expect(agent.stderr.match(/An agent requests permission/g)).toHaveLength(1);
  // A new session does not cause a new request either.
  await agent.end();
  const next = start('serve');
  expect((await next.call('requestPermission', wish)).result?.structuredContent).toMatchObject(no);
  expect(next.stderr).not.toContain('An agent requests');
  // A request for another operation is a new request.
  const other = await next.call('requestPermission', { ...wish, operation: 'write', timeout_seconds: 1 });
  expect(other.result?.structuredContent).toMatchObject({ approval_id: expect.any(String) });
});

test('permission for a folder cannot be requested, because a folder is not a single resource', async () => {
  const folder = join(home, 'folder');
  mkdirSync(folder);
  const rule = `[[rule]]\nname = "ask_folder"\naction = "prompt"\npath = "${folder}/**"\n`;
  writeFileSync(join(home, 'policy.toml'), policy(rule));
  const agent = start('serve');
  for (const resource of [folder, `${folder}/`, `${folder}/new/`]) {
    const answer = await agent.call('requestPermission', { ...wish, resource });
    expect(answer.result?.structuredContent).toMatchObject({
      granted: false,
      rule: 'ask_folder',
      reason: expect.stringContaining('This is a folder'),
    });
  }
  expect(agent.stderr).not.toContain('An agent requests');
});

test('an approval for an hour contains its expiry time', async () => {
  const agent = start('serve');
  const answer = await grant(agent, '--for', '1h');
  expect(answer).toMatchObject({ granted: true, scope: 'time' });
  const left = Date.parse(String(answer?.['expires_at'])) - Date.now();
  expect(left).toBeGreaterThan(55 * 60_000);
  expect(left).toBeLessThanOrEqual(60 * 60_000);
});

test('an approval does not override a deny rule', async () => {
  const agent = start('serve');
  const proxy = startProxy('one');
  expect(await grant(agent, '--scope', 'always')).toMatchObject({ granted: true, scope: 'always' });
  expect((await proxy.call('read_file', { path: '/etc/hosts' })).error?.code).toBe(unknownTool);
  writeFileSync(
    join(home, 'policy.toml'),
    policy('[[rule]]\nname = "never"\naction = "deny"\npath = "/etc/hosts"\n'),
  );
  await expect.poll(() => proxy.stderr, { timeout: 20_000 }).toContain('Reloaded the policy');
  await expect.poll(() => agent.stderr, { timeout: 20_000 }).toContain('Reloaded the policy');
  expect((await proxy.call('read_file', { path: '/etc/hosts' })).error).toMatchObject({
    code: -32001,
    data: { rule: 'never' },
  });
  expect((await agent.call('requestPermission', wish)).result?.structuredContent).toMatchObject({
    granted: false,
    rule: 'never',
  });
});

test('a request without a decision stays open, and a late approval grants the next request', async () => {
  const agent = start('serve');
  const silent = await agent.call('requestPermission', { ...wish, timeout_seconds: 1 });
  expect(silent.result?.structuredContent).toMatchObject({
    granted: false,
    scope: 'none',
    approval_id: expect.any(String),
  });
  await cli(home, 'approvals', 'approve', String(silent.result?.structuredContent['approval_id']));
  const next = await agent.call('requestPermission', wish);
  expect(next.result?.structuredContent).toMatchObject({ granted: true, scope: 'once' });
  // The approval is valid for one call. A check is not a call, so the approval is still valid.
  const proxy = startProxy('one');
  expect((await proxy.call('read_file', { path: '/etc/hosts' })).error?.code).toBe(unknownTool);
  expect((await proxy.call('read_file', { path: '/etc/hosts' })).error?.code).toBe(-32002);
});
