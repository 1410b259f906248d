import { expect, test } from 'vitest';
import { approvalItem, grantItem } from './items.js';

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
  'expires_at',
  'scope',
].sort();

// What JSON leaves out is not there for a script.
const keysOf = (item: object) => Object.keys(JSON.parse(JSON.stringify(item))).sort();

test('a question without an answer, and a yes without an end, have every member', () => {
  const question = { id: 'q', state: 'pending', subject, createdAt: 0, expiresAt: 1 };
  expect(keysOf(approvalItem(question as Parameters<typeof approvalItem>[0]))).toEqual(members);
  const grant = { id: 'g', subject, scope: 'always', createdAt: 0 };
  expect(keysOf(grantItem(grant as Parameters<typeof grantItem>[0]))).toEqual(members);
});
