// Tests session approvals if one process requests approvals for many clients.

import type { ApprovalResult } from '@claw/pipeline';
import { expect, test } from 'vitest';
import { ApprovalStore, type Approvals, Broker, createApprovals, createStoreChannel } from '../src/index.js';
import { MemoryApprovalTable } from './memory-approval-table.js';
import { question } from './question.js';

const never = new AbortController().signal;
const forTheSession = { decision: 'approve', scope: 'session', by: 'anna' } as const;

function setUp() {
  const table = new MemoryApprovalTable();
  const approvals = createApprovals({
    table,
    channels: [createStoreChannel('cli')],
    elicitation: false,
    persistent: true,
    origin: 'x',
    session: 'p1',
    waitMs: 10,
    expiresMs: 60_000,
    onTimeout: 'pending',
  });
  return { table, approvals, store: new ApprovalStore(table) };
}

/** Creates a connection whose session is the one that `name` returns, if any. */
function connect(approvals: Approvals, name: () => string | undefined, identity?: string) {
  const peer = { toClient() {}, toServer() {} };
  const forward = () => ({ kind: 'forward' }) as const;
  const inspector = approvals.wrap(() => ({ fromClient: forward, fromServer: forward }), name)(peer);
  const approver = approvals.approver(peer);
  return {
    ask: (): Promise<ApprovalResult> => approver.requestApproval(question({ identity }), never),
    close: () => inspector.close?.(),
  };
}

/** Requests an approval and grants it for the session. */
async function agree(store: ApprovalStore, { ask }: ReturnType<typeof connect>): Promise<void> {
  const { id } = (await ask()) as Extract<ApprovalResult, { kind: 'pending' }>;
  await store.answer(id, forTheSession);
  expect(await ask()).toMatchObject({ kind: 'approved', scope: 'session' });
}

test('an approval for the session of one client is not valid for another client', async () => {
  const { approvals, store } = setUp();
  await agree(
    store,
    connect(approvals, () => 'a'),
  );
  expect(await connect(approvals, () => 'b').ask()).toMatchObject({ kind: 'pending' });
  expect(await connect(approvals, () => undefined).ask()).toMatchObject({ kind: 'pending' });
});

test('a denial for one client is not valid for another', async () => {
  const table = new MemoryApprovalTable();
  const { signal } = new AbortController();
  const broker = new Broker({
    table,
    channels: [createStoreChannel('cli')],
    origin: 'x',
    session: 'p1',
    waitMs: 10,
    expiresMs: 60_000,
    onTimeout: 'pending',
  });
  const { id } = (await broker.requestApproval(question(), signal, { session: 'a' })) as { id: string };
  const answered = await broker.store.answer(id, { decision: 'deny', by: 'anna' });
  expect(answered.kind).toBe('answered');
  if (answered.kind === 'answered') broker.denyNext(answered.approval, 'anna');
  expect(await broker.requestApproval(question(), signal, { session: 'b' })).toMatchObject({
    kind: 'pending',
  });
  expect(await broker.requestApproval(question(), signal, {})).toMatchObject({ kind: 'pending' });
  expect(await broker.requestApproval(question(), signal, { session: 'a' })).toEqual({
    kind: 'denied',
    by: 'anna',
  });
  expect(await broker.requestApproval(question(), signal, { session: 'a' })).toMatchObject({
    kind: 'pending',
  });
});

test('the same call in two sessions makes two requests', async () => {
  const { approvals } = setUp();
  const [one, other] = [await connect(approvals, () => 'a').ask(), await connect(approvals, () => 'b').ask()];
  expect((one as { id: string }).id).not.toBe((other as { id: string }).id);
});

test('without a session, an approval is for the process and the identity', async () => {
  const { approvals, store } = setUp();
  const none = () => undefined;
  await agree(store, connect(approvals, none, 'ann'));
  expect(await connect(approvals, none, 'ann').ask()).toMatchObject({ kind: 'approved' });
  expect(await connect(approvals, none, 'bob').ask()).toMatchObject({ kind: 'pending' });
  expect(await connect(approvals, () => 'a', 'ann').ask()).toMatchObject({ kind: 'pending' });
});

test('the session may become known after the connection was created', async () => {
  const { approvals, store } = setUp();
  let name: string | undefined;
  const client = connect(approvals, () => name);
  name = 'a';
  await agree(store, client);
  expect(await connect(approvals, () => 'a').ask()).toMatchObject({ kind: 'approved' });
});

test('a session ends with its connection; a connection without a session ends no session', async () => {
  const { approvals, store } = setUp();
  const [client, call] = [connect(approvals, () => 'a'), connect(approvals, () => undefined)];
  await agree(store, client);
  await agree(store, call);
  call.close();
  client.close();
  await expect.poll(async () => (await store.grants()).map(({ session }) => session)).toEqual(['p1']);
});

test('the approvals of all sessions of a process end with the process; other approvals do not', async () => {
  const { approvals, store, table } = setUp();
  for (const name of ['a', undefined])
    await agree(
      store,
      connect(approvals, () => name),
    );
  const [grant] = await store.grants();
  for (const session of ['p10', 'p10/x'])
    table.put('grant', `${session}:1`, JSON.stringify({ ...grant, session }));
  await approvals.close();
  expect((await store.grants()).map(({ session }) => session)).toEqual(['p10', 'p10/x']);
});

test('the session id is not stored, because it gives access to the session', async () => {
  const { approvals, store, table } = setUp();
  await agree(
    store,
    connect(approvals, () => 'the id of a session'),
  );
  expect(JSON.stringify([table.list('approval'), table.list('grant')])).not.toContain('the id of a session');
});
