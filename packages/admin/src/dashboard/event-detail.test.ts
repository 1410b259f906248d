import type { AuditRecord } from '@claw/audit';
import { expect, test } from 'vitest';
import { detailOf } from './event-detail.js';

const base = { session: 's', seq: 1, time: '2026-01-01T00:00:00.000Z', kind: 'decision', server: 'notes' };
const finding = { kind: 'secret', detector: 'aws', severity: 'high', where: 'arguments' };
const step = { stage: 'policy', verdict: 'deny', rule: 'r', reason: 'Because.' };

const cases = [
  {
    name: 'a valid record',
    record: { rule: 'r', observed: true, arguments: [1] },
    shown: { rule: 'r', observed: true, arguments: [1] },
  },
  {
    name: 'items that are not objects',
    record: { findings: [null, 1, finding], trail: [null] },
    shown: { findings: [finding], trail: [] },
  },
  { name: 'lists of other types', record: { findings: {}, trail: 'x' }, shown: { findings: [], trail: [] } },
  {
    name: 'members of other types',
    record: { reason: {}, tool: 1, direction: [], decide_us: '9' },
    shown: {},
  },
  {
    name: 'members of items of other types',
    record: { trail: [{ ...step, reason: null, more: 1 }] },
    shown: { trail: [{ ...step, reason: '' }] },
  },
];

for (const { name, record, shown } of cases)
  test(`the details of an event: ${name}`, () => {
    expect(detailOf({ ...base, ...record } as unknown as AuditRecord)).toEqual({ ...base, ...shown });
  });
