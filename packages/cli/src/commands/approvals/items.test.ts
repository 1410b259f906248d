import { type ApprovalDecision, ApprovalStore } from '@claw/approvals';
import { openMemoryStore } from '@claw/store';
import { expect, test } from 'vitest';
import { approvalItem, decidedItem, describeScope, grantItem } from './items.js';

const subject = {
  server: 'notes',
  origin: 'notes',
  method: 'resources/read',
  arguments: '{"uri":"a:b"}',
  rule: 'asks',
};
const members = [
  'id',
  'state',
  'server',
  'tool',
  'arguments',
  'rule',
  'created_at',
  'waits_until',
  'expires_at',
  'scope',
].sort();

// Scripts read JSON, which omits undefined members.
const keysOf = (item: object) => Object.keys(JSON.parse(JSON.stringify(item))).sort();

test('a pending request and an approval without an expiry have all members', () => {
  const question = { id: 'q', state: 'pending', subject, createdAt: 0, expiresAt: 1 };
  expect(keysOf(approvalItem(question as Parameters<typeof approvalItem>[0]))).toEqual(members);
  const grant = { id: 'g', subject, scope: 'always', createdAt: 0 };
  expect(keysOf(grantItem(grant as Parameters<typeof grantItem>[0]))).toEqual(members);
});

const day = 24 * 3_600_000;
const answers: { name: string; answer: object; ends: number | null; words: string }[] = [
  {
    name: 'for one call',
    answer: { scope: 'once' },
    ends: 600_000,
    words: 'once, within 10 min',
  },
  {
    name: 'for the session',
    answer: { scope: 'session' },
    ends: 7 * day,
    words: 'for this session, for another 7 days at most',
  },
  {
    name: 'for an hour',
    answer: { scope: 'time', milliseconds: 3_600_000 },
    ends: 3_600_000,
    words: 'for another 60 min',
  },
  { name: 'without a limit', answer: { scope: 'always' }, ends: null, words: 'always' },
];
for (const { name, answer, ends, words } of answers)
  test(`an approval ${name} has the same expiry in the result and in the list`, async () => {
    const { table } = openMemoryStore({ now: () => 0 });
    const approvalStore = new ApprovalStore(table, () => 0);
    const question = { direction: 'client-to-server', reason: '', effects: [], matched: [] };
    const { id } = await approvalStore.open(question as unknown as Parameters<ApprovalStore['open']>[0], {
      subject: { ...subject, identity: undefined, tool: undefined, definition: undefined },
      digest: 'd',
      session: 's',
      milliseconds: 1000,
      waitMs: 1000,
    });
    const answered = await approvalStore.answer(id, {
      decision: 'approve',
      by: 'me',
      ...answer,
    } as ApprovalDecision);
    if (answered.kind !== 'answered') throw new Error(answered.kind);
    const item = await decidedItem(approvalStore, answered.approval);
    const [listed = item] = (await approvalStore.grants()).map(grantItem);
    for (const one of [item, listed]) {
      expect(one.expires_at).toBe(ends === null ? null : new Date(ends).toISOString());
      expect(describeScope(one, 0)).toBe(words);
    }
  });
