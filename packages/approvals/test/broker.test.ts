// Tests requests on several channels, of which the first decision takes effect, and what an approval covers, and for
// how long.

import type { ApprovalResult } from '@claw/pipeline';
import { describe, expect, test } from 'vitest';
import {
  type Approval,
  type ApprovalDecision,
  ApprovalStore,
  Broker,
  type BrokerOptions,
  type Channel,
  type ChannelRequest,
  createStoreChannel,
} from '../src/index.js';
import { MemoryApprovalTable } from './memory-approval-table.js';
import { question } from './question.js';

/** A channel whose user is the test. */
class Person implements Channel {
  readonly name = 'terminal';
  readonly asked: {
    approval: Approval;
    over: AbortSignal;
    say: (reply: ApprovalDecision | undefined) => void;
  }[] = [];

  requestApproval(approval: Approval, over: AbortSignal): ChannelRequest {
    let say: (reply: ApprovalDecision | undefined) => void = () => {};
    const answer = new Promise<ApprovalDecision | undefined>((resolve) => {
      say = resolve;
    });
    this.asked.push({ approval, over, say });
    return { decision: answer };
  }
}

const yes = (scope: 'once' | 'session' | 'always'): ApprovalDecision => ({
  decision: 'approve',
  scope,
  by: 'anna',
});
const no: ApprovalDecision = { decision: 'deny', by: 'anna' };
const never = new AbortController().signal;

function setUp(more: Partial<BrokerOptions> = {}) {
  const table = more.table ?? new MemoryApprovalTable();
  const person = new Person();
  const events: { state: string; late: boolean }[] = [];
  const broker = new Broker({
    table,
    channels: [person],
    origin: 'node server.js',
    session: 's1',
    waitMs: 10_000,
    expiresMs: 60_000,
    onTimeout: 'pending',
    onEvent: ({ state }, late) => events.push({ state, late }),
    ...more,
  });
  const asked = async (count: number) => {
    await expect.poll(() => person.asked.length).toBe(count);
    return person.asked[count - 1] as (typeof person.asked)[number];
  };
  return { table, person, broker, events, asked, store: new ApprovalStore(table) };
}

describe('a decision', () => {
  const cases: { name: string; reply: ApprovalDecision; answer: ApprovalResult }[] = [
    { name: 'yes, once', reply: yes('once'), answer: { kind: 'approved', by: 'anna', scope: 'once' } },
    { name: 'yes, always', reply: yes('always'), answer: { kind: 'approved', by: 'anna', scope: 'always' } },
    { name: 'no', reply: no, answer: { kind: 'denied', by: 'anna' } },
  ];
  for (const { name, reply, answer } of cases) {
    test(name, async () => {
      const { broker, asked, events } = setUp();
      const asking = broker.requestApproval(question(), never);
      (await asked(1)).say(reply);
      expect(await asking).toEqual(answer);
      expect(events).toEqual([{ state: reply.decision === 'deny' ? 'denied' : 'approved', late: false }]);
    });
  }

  test('on the first channel takes effect, and the request is withdrawn from the other channels', async () => {
    const other = new Person();
    const slow = new Person();
    const { broker, store } = setUp({ channels: [slow, other] });
    const asking = broker.requestApproval(question(), never);
    await expect.poll(() => other.asked.length).toBe(1);
    other.asked[0]?.say(yes('once'));
    expect(await asking).toMatchObject({ kind: 'approved' });
    const { approval, over, say } = slow.asked[0] as (typeof slow.asked)[number];
    expect(over.aborted).toBe(true);
    say(no);
    expect(await store.answer(approval.id, no)).toMatchObject({
      kind: 'settled',
      approval: { state: 'used' },
    });
  });

  test('in another process continues the waiting call', async () => {
    const { broker, asked, store } = setUp();
    const asking = broker.requestApproval(question(), never);
    const { approval } = await asked(1);
    expect(await store.answer(approval.id, { ...yes('session'), by: 'cli' })).toMatchObject({
      kind: 'answered',
    });
    expect(await asking).toEqual({ kind: 'approved', by: 'cli', scope: 'session' });
  });

  test('to an unknown request is an error', async () => {
    expect(await setUp().store.answer('nothing', no)).toEqual({ kind: 'unknown' });
  });

  test('a channel without a response leaves the request open on the others', async () => {
    const { broker, asked, store } = setUp();
    const asking = broker.requestApproval(question(), never);
    const { approval, say } = await asked(1);
    say(undefined);
    await store.answer(approval.id, yes('once'));
    expect(await asking).toMatchObject({ kind: 'approved' });
  });
});

describe('no decision in time', () => {
  test('the request stays open; after an approval the same call passes once', async () => {
    const { broker, store, person, events } = setUp({ waitMs: 20 });
    const answer = await broker.requestApproval(question(), never);
    expect(answer).toMatchObject({ kind: 'pending' });
    const { id } = answer as { id: string };
    expect(await store.answer(id, yes('once'))).toMatchObject({ kind: 'answered' });
    await expect.poll(() => events).toEqual([{ state: 'approved', late: true }]);
    const repeated = question({
      params: '{"name":"write_file","_meta":{"progressToken":7},"arguments":{"path":"/etc/hosts"}}',
    });
    expect(await broker.requestApproval(repeated, never)).toEqual({
      kind: 'approved',
      by: 'anna',
      scope: 'once',
    });
    expect(person.asked).toHaveLength(1);
    expect(await broker.requestApproval(repeated, never)).toMatchObject({ kind: 'pending' });
    expect(person.asked).toHaveLength(2);
  });

  test('an approval is not valid for other paths outside the arguments', async () => {
    const { broker, store, person } = setUp({ waitMs: 20 });
    const { id } = (await broker.requestApproval(question({ otherPaths: ['/a'] }), never)) as { id: string };
    await store.answer(id, yes('session'));
    for (const otherPaths of [['/b'], ['/a', '/b'], undefined])
      expect(await broker.requestApproval(question({ otherPaths }), never)).toMatchObject({
        kind: 'pending',
      });
    expect(person.asked).toHaveLength(4);
    expect(await broker.requestApproval(question({ otherPaths: ['/a'] }), never)).toMatchObject({
      kind: 'approved',
    });
  });

  test('repeating the same call in the meantime creates no second request', async () => {
    const { broker, person } = setUp({ waitMs: 20 });
    const [first, second] = [
      await broker.requestApproval(question(), never),
      await broker.requestApproval(question(), never),
    ];
    expect(second).toEqual(first);
    expect(person.asked).toHaveLength(1);
  });

  test('denies if the policy says so, and a late approval changes nothing', async () => {
    const { broker, store, person } = setUp({ waitMs: 20, onTimeout: 'deny' });
    expect(await broker.requestApproval(question(), never)).toEqual({
      kind: 'unavailable',
      reason: 'the approval was not given in time',
    });
    const id = person.asked[0]?.approval.id as string;
    expect(await store.answer(id, yes('always'))).toMatchObject({ kind: 'settled' });
    expect(await store.grants()).toEqual([]);
  });

  test('an expired request is removed', async () => {
    const { broker, person, store } = setUp({ waitMs: 10, expiresMs: 100 });
    const { id } = (await broker.requestApproval(question(), never)) as { id: string };
    await expect.poll(() => person.asked[0]?.over.aborted).toBe(true);
    await expect.poll(() => store.answer(id, yes('once'))).toEqual({ kind: 'unknown' });
  });
});

describe('once', () => {
  test('is for one of two identical calls; the other creates a new request', async () => {
    const { broker, asked, person } = setUp();
    const calls = [broker.requestApproval(question(), never), broker.requestApproval(question(), never)];
    (await asked(1)).say(yes('once'));
    expect(await Promise.race(calls)).toMatchObject({ kind: 'approved', scope: 'once' });
    (await asked(2)).say(no);
    const answers = await Promise.all(calls);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['approved', 'denied']);
    expect(person.asked).toHaveLength(2);
  });

  test('is used by one of many calls, in any process', async () => {
    const { broker, store, table } = setUp({ waitMs: 10 });
    const { id } = (await broker.requestApproval(question(), never)) as { id: string };
    await store.answer(id, yes('once'));
    const approval = (await store.approval(id)) as Approval;
    const uses = await Promise.all(
      Array.from({ length: 10 }, () => new ApprovalStore(table).useOnce(approval)),
    );
    expect(uses.filter(Boolean)).toHaveLength(1);
  });
});

describe('a standing approval', () => {
  const grantFor = async (reply: ApprovalDecision) => {
    const all = setUp();
    const asking = all.broker.requestApproval(question(), never);
    (await all.asked(1)).say(reply);
    await asking;
    return all;
  };

  test('is valid for the same call until it is revoked', async () => {
    const { broker, store, person } = await grantFor(yes('always'));
    expect(await broker.requestApproval(question(), never)).toEqual({
      kind: 'approved',
      by: 'anna',
      scope: 'always',
    });
    const [grant] = await store.grants();
    expect(await store.revoke(grant?.id as string)).toEqual(grant);
    expect(await store.revoke('nothing')).toBeUndefined();
    void broker.requestApproval(question(), never);
    await expect.poll(() => person.asked.length).toBe(2);
    await broker.close();
  });

  const others = [
    { name: 'another server', more: { server: 'other' } },
    { name: 'another tool', more: { tool: 'delete_file' } },
    { name: 'another rule', more: { rule: 'ask_twice' } },
    {
      name: 'other arguments',
      more: { params: '{"arguments":{"path":"/etc/hosts","mode":1},"name":"write_file"}' },
    },
    {
      name: 'a member next to the arguments',
      more: { params: '{"arguments":{"path":"/etc/hosts"},"name":"write_file","sudo":true}' },
    },
    {
      name: 'a path whose link has another target now',
      more: { linkTargets: ['/etc/hosts → /etc/shadow'] },
    },
    { name: 'no arguments', more: { params: '{"name":"write_file"}' } },
    { name: 'another definition', more: { definition: 'd2' } },
    { name: 'an unknown definition', more: { definition: undefined } },
    { name: 'another identity', more: { identity: 'eve' } },
    { name: 'another method', more: { method: 'prompts/get' } },
  ];
  for (const { name, more } of others) {
    test(`is not valid for ${name}`, async () => {
      const { broker, asked } = await grantFor(yes('always'));
      const asking = broker.requestApproval(question(more), never);
      (await asked(2)).say(no);
      expect(await asking).toMatchObject({ kind: 'denied' });
    });
  }

  test('is not valid for a server with the same name and another command', async () => {
    const { table } = await grantFor(yes('always'));
    const { broker, asked } = setUp({ table, origin: 'node evil.js' });
    const asking = broker.requestApproval(question(), never);
    (await asked(1)).say(no);
    expect(await asking).toMatchObject({ kind: 'denied' });
  });

  test('for a session is valid only in it, and ends with it', async () => {
    const { broker, table, store } = await grantFor(yes('session'));
    expect(await broker.requestApproval(question(), never)).toMatchObject({ scope: 'session' });
    const { broker: other, asked } = setUp({ table, session: 's2' });
    const asking = other.requestApproval(question(), never);
    (await asked(1)).say(no);
    expect(await asking).toMatchObject({ kind: 'denied' });
    await broker.close();
    expect(await store.grants()).toEqual([]);
  });

  test('with a time limit ends at that time', async () => {
    const { broker, asked } = await grantFor({
      decision: 'approve',
      scope: 'time',
      milliseconds: 300,
      by: 'anna',
    });
    expect(await broker.requestApproval(question(), never)).toMatchObject({ scope: 'time' });
    // Repeats the request until it is displayed again.
    await expect
      .poll(
        async () => {
          const ended = new AbortController();
          const answer = broker.requestApproval(question(), ended.signal);
          await Promise.race([answer, asked(2)]).catch(() => {});
          ended.abort();
          return (await answer).kind;
        },
        { timeout: 5000 },
      )
      .toBe('unavailable');
  });
});

describe('withdrawn', () => {
  test('a cancelled call withdraws its request', async () => {
    const { broker, asked, store } = setUp();
    const call = new AbortController();
    const asking = broker.requestApproval(question(), call.signal);
    const { approval, over } = await asked(1);
    call.abort();
    expect(await asking).toMatchObject({ kind: 'unavailable' });
    expect(over.aborted).toBe(true);
    expect(await store.answer(approval.id, yes('always'))).toMatchObject({ kind: 'settled' });
    expect(await broker.requestApproval(question(), call.signal)).toMatchObject({ kind: 'unavailable' });
  });

  test('if one of two identical calls is cancelled, the request stays open for the other one', async () => {
    const { broker, asked } = setUp();
    const call = new AbortController();
    const cancelled = broker.requestApproval(question(), call.signal);
    const other = broker.requestApproval(question(), never);
    const { say } = await asked(1);
    call.abort();
    expect(await cancelled).toMatchObject({ kind: 'unavailable' });
    say(yes('once'));
    expect(await other).toMatchObject({ kind: 'approved' });
  });

  test('a decision just before the broker is closed is reported', async () => {
    // A store that does not notify of changes, like a store that is polled.
    const table = new MemoryApprovalTable();
    table.watch = () => () => {};
    const { broker, asked, events } = setUp({ table });
    const asking = broker.requestApproval(question(), never);
    const { approval } = await asked(1);
    await new ApprovalStore(table).answer(approval.id, no);
    await broker.close();
    expect(events).toMatchObject([{ state: 'denied' }]);
    expect(await asking).toMatchObject({ kind: 'denied' });
  });

  test('closing the broker withdraws all requests', async () => {
    const { broker, asked } = setUp();
    const asking = broker.requestApproval(question(), never);
    const { over } = await asked(1);
    await broker.close();
    expect(over.aborted).toBe(true);
    expect(await asking).toMatchObject({ kind: 'unavailable' });
  });
});

describe('no channel', () => {
  const deaf: Channel = { name: 'elicitation', requestApproval: () => undefined };
  for (const channels of [[], [deaf]]) {
    test(`is available with ${channels.length} channels that do not work`, async () => {
      const { broker, store } = setUp({ channels });
      expect(await broker.requestApproval(question(), never)).toMatchObject({ kind: 'unavailable' });
      expect((await store.approvals()).filter(({ state }) => state === 'pending')).toEqual([]);
    });
  }

  test('is available for a caller with a few dozen open requests; after a decision, the next request is accepted', async () => {
    const { broker, person, asked } = setUp();
    const other = (index: number) => question({ params: `{"name":"write_file","arguments":{"n":${index}}}` });
    const asking = Array.from({ length: 64 }, (_, index) => broker.requestApproval(other(index), never));
    await asked(64);
    expect(await broker.requestApproval(other(64), never)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('too many'),
    });
    person.asked[0]?.say(no);
    await Promise.race(asking);
    const next = broker.requestApproval(other(65), never);
    (await asked(65)).say(no);
    expect(await next).toMatchObject({ kind: 'denied' });
    await broker.close();
  });

  test('is available for further requests if all arrive at the same time', async () => {
    const { broker, asked } = setUp();
    const answers = Array.from({ length: 300 }, (_, index) =>
      broker.requestApproval(question({ params: `{"name":"write_file","arguments":{"n":${index}}}` }), never),
    );
    await asked(64);
    await expect(Promise.race(answers)).resolves.toMatchObject({
      reason: expect.stringContaining('too many'),
    });
    await broker.close();
    const told = (await Promise.all(answers)).map((answer) => 'reason' in answer && answer.reason);
    expect(told.filter((reason) => String(reason).includes('too many'))).toHaveLength(300 - 64);
  });

  test('is available without a store, and the denial contains that reason', async () => {
    const table = new MemoryApprovalTable();
    table.list = () => {
      throw Object.assign(new Error('it is no database'), { code: 'STORE_UNAVAILABLE' });
    };
    expect(await setUp({ table }).broker.requestApproval(question(), never)).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('cannot be stored'),
    });
  });

  test('was used, so closing does not open the store', async () => {
    const table = new MemoryApprovalTable();
    table.list = () => {
      throw new Error('it was opened');
    };
    await setUp({ table }).broker.close();
  });

  test('except the store', async () => {
    const { broker, store } = setUp({ channels: [deaf, createStoreChannel('cli')], waitMs: 20 });
    expect(await broker.requestApproval(question(), never)).toMatchObject({ kind: 'pending' });
    expect(await store.approvals()).toHaveLength(1);
  });
});
