// The clock is set back and forward while requests are pending and approvals are valid.

import { expect, test } from 'vitest';
import { Broker, type BrokerOptions, createStoreChannel, Ledger, type Reply } from '../src/index.js';
import { MemoryShelf } from './memory-shelf.js';
import { question } from './question.js';

const never = new AbortController().signal;
const minute = 60_000;
const day = 24 * 60 * minute;

/** A broker with a controlled clock, and a user who approves everything. */
function setUp(more: Partial<BrokerOptions> = {}) {
  let shift = 0;
  const now = () => Date.now() + shift;
  const shelf = new MemoryShelf(now);
  const broker = new Broker({
    shelf,
    channels: [createStoreChannel('cli')],
    origin: 'x',
    session: 's',
    waitMs: 20,
    expiresMs: 60 * minute,
    onTimeout: 'pending',
    now,
    ...more,
  });
  const ledger = new Ledger(shelf, now);
  const agree = async (reply: Reply) => {
    const { id } = (await broker.requestApproval(question(), never)) as { id: string };
    expect(await ledger.answer(id, reply)).toMatchObject({ kind: 'answered' });
  };
  const putClock = (milliseconds: number) => {
    shift += milliseconds;
  };
  const kind = async () => (await broker.requestApproval(question(), never)).kind;
  return { broker, ledger, agree, putClock, kind };
}

const yes = (scope: 'once' | 'session' | 'always'): Reply => ({ decision: 'approve', scope, by: 'anna' });
const forAnHour: Reply = { decision: 'approve', scope: 'time', milliseconds: 60 * minute, by: 'anna' };

const cases: { name: string; reply: Reply; back: number; kind: string }[] = [
  { name: 'for an hour, by a day, is over: nobody knows', reply: forAnHour, back: day, kind: 'pending' },
  { name: 'for an hour, by a minute, holds', reply: forAnHour, back: minute, kind: 'approved' },
  { name: 'for once, by a day, is over', reply: yes('once'), back: day, kind: 'pending' },
  { name: 'for once, by a minute, holds', reply: yes('once'), back: minute, kind: 'approved' },
  { name: 'for the session, by a day, holds', reply: yes('session'), back: day, kind: 'approved' },
  { name: 'for always, by a day, holds', reply: yes('always'), back: day, kind: 'approved' },
];
for (const { name, reply, back, kind } of cases)
  test(`after the clock is set back, an approval ${name}`, async () => {
    const all = setUp();
    await all.agree(reply);
    all.putClock(-back);
    expect(await all.kind()).toBe(kind);
  });

test('a request stays open after the clock is set back, and its decision counts', async () => {
  const { broker, ledger, putClock, kind } = setUp();
  const { id } = (await broker.requestApproval(question(), never)) as { id: string };
  putClock(-day);
  expect(await ledger.answer(id, yes('once'))).toMatchObject({ kind: 'answered' });
  expect(await kind()).toBe('approved');
});

test('a request can wait for weeks, longer than the maximum of a timer', async () => {
  const { broker, ledger } = setUp({ waitMs: 40 * day, expiresMs: 40 * day });
  const asking = broker.requestApproval(question(), never);
  await expect.poll(async () => (await ledger.approvals()).length).toBe(1);
  const [approval] = await ledger.approvals();
  await ledger.answer(String(approval?.id), yes('once'));
  expect(await asking).toMatchObject({ kind: 'approved', scope: 'once' });
});
