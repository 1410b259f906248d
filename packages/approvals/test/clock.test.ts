// Tests what happens if the clock is set back or forward while requests are pending and approvals are valid.

import { expect, test } from 'vitest';
import {
  type ApprovalDecision,
  ApprovalStore,
  Broker,
  type BrokerOptions,
  createStoreChannel,
} from '../src/index.js';
import { MemoryApprovalTable } from './memory-approval-table.js';
import { question } from './question.js';

const never = new AbortController().signal;
const minute = 60_000;
const day = 24 * 60 * minute;

/** Sets up a broker with a controlled clock and a user who approves everything. */
function setUp(more: Partial<BrokerOptions> = {}) {
  let shift = 0;
  const now = () => Date.now() + shift;
  const table = new MemoryApprovalTable(now);
  const broker = new Broker({
    table,
    channels: [createStoreChannel('cli')],
    origin: 'x',
    session: 's',
    waitMs: 20,
    expiresMs: 60 * minute,
    onTimeout: 'pending',
    now,
    ...more,
  });
  const store = new ApprovalStore(table, now);
  const agree = async (reply: ApprovalDecision) => {
    const { id } = (await broker.requestApproval(question(), never)) as { id: string };
    expect(await store.answer(id, reply)).toMatchObject({ kind: 'answered' });
  };
  const putClock = (milliseconds: number) => {
    shift += milliseconds;
  };
  const kind = async () => (await broker.requestApproval(question(), never)).kind;
  return { broker, store, agree, putClock, kind };
}

const yes = (scope: 'once' | 'session' | 'always'): ApprovalDecision => ({
  decision: 'approve',
  scope,
  by: 'anna',
});
const forAnHour: ApprovalDecision = {
  decision: 'approve',
  scope: 'time',
  milliseconds: 60 * minute,
  by: 'anna',
};

const cases: { name: string; reply: ApprovalDecision; back: number; kind: string }[] = [
  { name: 'for an hour, by a day, is no longer valid', reply: forAnHour, back: day, kind: 'pending' },
  { name: 'for an hour, by a minute, is valid', reply: forAnHour, back: minute, kind: 'approved' },
  { name: 'for once, by a day, is no longer valid', reply: yes('once'), back: day, kind: 'pending' },
  { name: 'for once, by a minute, is valid', reply: yes('once'), back: minute, kind: 'approved' },
  { name: 'for the session, by a day, is valid', reply: yes('session'), back: day, kind: 'approved' },
  { name: 'for always, by a day, is valid', reply: yes('always'), back: day, kind: 'approved' },
];
for (const { name, reply, back, kind } of cases)
  test(`after the clock is set back, an approval ${name}`, async () => {
    const all = setUp();
    await all.agree(reply);
    all.putClock(-back);
    expect(await all.kind()).toBe(kind);
  });

test('a request stays open after the clock is set back, and its decision counts', async () => {
  const { broker, store, putClock, kind } = setUp();
  const { id } = (await broker.requestApproval(question(), never)) as { id: string };
  putClock(-day);
  expect(await store.answer(id, yes('once'))).toMatchObject({ kind: 'answered' });
  expect(await kind()).toBe('approved');
});

test('a request can wait for weeks, longer than the maximum of a timer', async () => {
  const { broker, store } = setUp({ waitMs: 40 * day, expiresMs: 40 * day });
  const asking = broker.requestApproval(question(), never);
  await expect.poll(async () => (await store.approvals()).length).toBe(1);
  const [approval] = await store.approvals();
  await store.answer(String(approval?.id), yes('once'));
  expect(await asking).toMatchObject({ kind: 'approved', scope: 'once' });
});
