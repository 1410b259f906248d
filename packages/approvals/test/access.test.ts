// Tests the approval of one effect on one resource: it is valid for each tool with exactly this access, in every
// process.

import { expect, test } from 'vitest';
import {
  type Access,
  type ApprovalDecision,
  ApprovalStore,
  Broker,
  createStoreChannel,
  describeApproval,
} from '../src/index.js';
import { MemoryApprovalTable } from './memory-approval-table.js';
import { question } from './question.js';

const access: Access = { effect: 'write', resource: ['/etc/hosts'] };
const never = new AbortController().signal;
const yes = (scope: 'once' | 'session' | 'always'): ApprovalDecision => ({
  decision: 'approve',
  scope,
  by: 'anna',
});

/** Sets up the cooperative server and the broker of a proxy, with one store. */
function setUp({ alive = true } = {}) {
  const table = new MemoryApprovalTable();
  const store = new ApprovalStore(table);
  const broker = (session: string, waitMs: number) =>
    new Broker({
      table,
      channels: [createStoreChannel('cli')],
      origin: session,
      session,
      waitMs,
      expiresMs: 60_000,
      onTimeout: 'pending',
      isAlive: async () => alive,
    });
  const server = broker('serve', 10_000);
  const request = (more: { identity?: string } = {}) =>
    server.requestAccess(
      { ...question({ server: 'clawdefender', tool: 'file_write', ...more }), access },
      never,
    );
  const answer = async (reply: ApprovalDecision) => {
    await expect.poll(async () => (await waiting())?.id).toBeDefined();
    await store.answer((await waiting())?.id ?? '', reply);
  };
  const waiting = async () => (await store.approvals()).find(({ state }) => state === 'pending');
  return { store, server, proxy: broker('proxy', 0), request, answer, waiting };
}

const ask = (broker: Broker, more: Parameters<typeof question>[0] = {}) =>
  broker.requestApproval(question({ tool: 'save', rule: 'another', access, ...more }), never);

test('is valid for any tool in another process, until it is revoked', async () => {
  const { store, proxy, request, answer } = setUp();
  const requested = request();
  await answer(yes('always'));
  expect(await requested).toEqual({ kind: 'approved', by: 'anna', scope: 'always', expiresAt: undefined });
  expect(await ask(proxy)).toMatchObject({ kind: 'approved', by: 'anna', scope: 'always' });
  expect(await request()).toMatchObject({ kind: 'approved', scope: 'always' });
  const [grant] = await store.grants();
  expect(grant?.access).toEqual(access);
  expect(await store.revoke(grant?.id ?? '')).toEqual(grant);
  expect(await ask(proxy)).toMatchObject({ kind: 'pending' });
});

test('returns when it ends', async () => {
  const { request, answer } = setUp();
  const requested = request();
  await answer({ decision: 'approve', scope: 'time', milliseconds: 60_000, by: 'anna' });
  const { expiresAt } = (await requested) as { expiresAt: number };
  expect(Math.abs(expiresAt - Date.now() - 60_000)).toBeLessThan(10_000);
});

test('for a session is valid in other sessions while that one is running', async () => {
  const { server, proxy, request, answer } = setUp();
  const requested = request();
  await answer(yes('session'));
  expect(await requested).toMatchObject({ scope: 'session', expiresAt: undefined });
  expect(await ask(proxy)).toMatchObject({ kind: 'approved' });
  await server.close();
  expect(await ask(proxy)).toMatchObject({ kind: 'pending' });
});

test('for a session ends when its process is killed', async () => {
  const { server, proxy, request, answer } = setUp({ alive: false });
  const requested = request();
  await answer(yes('session'));
  await requested;
  expect(await ask(proxy)).toMatchObject({ kind: 'pending' });
  expect(await request()).toMatchObject({ kind: 'approved' });
  await server.close();
});

test('with the scope `once` is used up by a call, not by a request', async () => {
  const { proxy, request, answer } = setUp();
  const requested = request();
  await answer(yes('once'));
  expect(await requested).toMatchObject({ kind: 'approved', scope: 'once' });
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(proxy)));
  expect(answers.filter(({ kind }) => kind === 'approved')).toHaveLength(1);
});

const others = [
  { name: 'another resource', more: { access: { ...access, resource: ['/etc/passwd'] } } },
  { name: 'a link with another target', more: { access: { ...access, resource: ['/etc/hosts', '/x'] } } },
  { name: 'another effect', more: { access: { ...access, effect: 'delete' as const } } },
  { name: 'another identity', more: { identity: 'berta' } },
  { name: 'a call with another effect', more: { access: undefined } },
];
for (const { name, more } of others)
  test(`does not approve ${name}`, async () => {
    const { proxy, request, answer } = setUp();
    const requested = request();
    await answer(yes('always'));
    await requested;
    expect(await ask(proxy, more)).toMatchObject({ kind: 'pending' });
  });

test('a denial denies the request', async () => {
  const { proxy, request, answer } = setUp();
  const requested = request();
  await answer({ decision: 'deny', by: 'anna' });
  expect(await requested).toEqual({ kind: 'denied', by: 'anna' });
  expect(await ask(proxy)).toMatchObject({ kind: 'pending' });
});

test('a repeated request after a denial is not displayed; other sessions can still request', async () => {
  const { request, answer, waiting } = setUp();
  const requested = request();
  await answer({ decision: 'deny', by: 'anna' });
  await requested;
  expect(await request()).toEqual({ kind: 'denied', by: 'anna' });
  expect(await waiting()).toBeUndefined();
  const other = request({ identity: 'berta' });
  await answer(yes('once'));
  expect(await other).toMatchObject({ kind: 'approved' });
});

test('a caller with too many requests is denied without affecting others', async () => {
  const { server } = setUp();
  const wish = (resource: string, identity: string) =>
    server.requestAccess(
      { ...question({ identity }), access: { effect: 'read', resource: [resource] } },
      never,
      0,
    );
  const answers = [];
  for (let index = 0; index < 15; index++) answers.push(await wish(`/${index}`, 'berta'));
  expect(answers.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 10 }, () => 'pending'),
    ...Array.from({ length: 5 }, () => 'unavailable'),
  ]);
  expect(await wish('/0', 'berta')).toEqual(answers[0]);
  expect(await wish('/0', 'carla')).toMatchObject({ kind: 'pending' });
});

test('an approval of a call does not approve its access', async () => {
  const { store, proxy, waiting } = setUp();
  expect(await ask(proxy)).toMatchObject({ kind: 'pending' });
  await store.answer((await waiting())?.id ?? '', yes('always'));
  expect(await ask(proxy)).toMatchObject({ kind: 'approved' });
  expect(await ask(proxy, { tool: 'other' })).toMatchObject({ kind: 'pending' });
});

test('the request shows its scope', async () => {
  const { request, answer, waiting } = setUp();
  const requested = request();
  await expect.poll(async () => (await waiting())?.id).toBeDefined();
  const approval = await waiting();
  const text = approval === undefined ? '' : describeApproval(approval).join('\n');
  expect(text).toContain('write /etc/hosts');
  expect(text).toContain('any tool of any server');
  await answer({ decision: 'deny', by: 'anna' });
  await requested;
});

test('an approval that was too late for one request is returned for the next one, and is still valid for its call', async () => {
  const { store, server, proxy, request, waiting } = setUp();
  const gone = new AbortController();
  const impatient = server.requestAccess(
    { ...question({ server: 'clawdefender', tool: 'file_write' }), access },
    gone.signal,
    0,
  );
  expect(await impatient).toMatchObject({ kind: 'pending' });
  await store.answer((await waiting())?.id ?? '', yes('once'));
  for (let time = 0; time < 2; time++)
    expect(await request()).toMatchObject({
      kind: 'approved',
      scope: 'once',
      expiresAt: expect.any(Number),
    });
  expect(await ask(proxy)).toMatchObject({ kind: 'approved', scope: 'once' });
  expect(await ask(proxy)).toMatchObject({ kind: 'pending' });
  await server.close();
});

test('an approval for a session ends only with the session, however often it is requested', async () => {
  const { server, request, answer } = setUp();
  const requested = request();
  await answer(yes('session'));
  const approved = { kind: 'approved', by: 'anna', scope: 'session', expiresAt: undefined };
  expect(await requested).toEqual(approved);
  expect(await request()).toEqual(approved);
  await server.close();
});

test('a denial is valid in the next session as well, for the same identity', async () => {
  const { request, answer, proxy } = setUp();
  const requested = request();
  await answer({ decision: 'deny', by: 'anna' });
  expect(await requested).toMatchObject({ kind: 'denied', by: 'anna' });
  const again = (identity?: string) =>
    proxy.requestAccess({ ...question(identity === undefined ? {} : { identity }), access }, never, 0);
  expect(await again()).toMatchObject({ kind: 'denied', by: 'anna' });
  expect(await again('berta')).toMatchObject({ kind: 'pending' });
  await proxy.close();
});
