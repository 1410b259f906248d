import { expect, test } from 'vitest';
import type { Ask } from '../types.js';
import { approvalInBatchError, denialOf, pendingApprovalError, toDenialError } from './denial-errors.js';

const ask: Ask = { kind: 'ask', rule: 'ask_first', reason: 'tool `x` matches' };

test('a denial names its rule and the reason', () => {
  expect(
    toDenialError({ kind: 'deny', rule: 'no_keys', reason: 'path `/k` matches', suggestion: 'ask the user' }),
  ).toEqual({
    code: -32001,
    message: 'Denied by rule `no_keys`: path `/k` matches',
    data: { rule: 'no_keys', action: 'denied', reason: 'path `/k` matches', suggestion: 'ask the user' },
  });
});

test('the message of the rule replaces the reason', () => {
  const { message, data } = toDenialError({
    kind: 'deny',
    rule: 'r',
    reason: 'pattern `/k/**`',
    message: 'keys stay here',
    blocked: true,
  });
  expect(message).toBe('Blocked by rule `r`: keys stay here');
  expect(data).toEqual({ rule: 'r', action: 'blocked' });
});

test('a rate limit contains the seconds to wait', () => {
  expect(toDenialError({ kind: 'deny', rule: 'few', reason: '', retryAfter: 1 })).toEqual({
    code: -32000,
    message: 'Rate limited by rule `few`: try again in 1 second',
    data: { rule: 'few', retry_after: 1 },
  });
});

test('errors for a pending approval, an approval inside a batch, and a denied approval', () => {
  expect(pendingApprovalError(ask, { kind: 'pending', id: 'a', expiresAt: 0 })).toMatchObject({
    code: -32002,
    data: { approval_id: 'a', expires_at: '1970-01-01T00:00:00.000Z' },
  });
  expect(approvalInBatchError(ask).code).toBe(-32002);
  expect(denialOf(ask, { kind: 'denied', by: 'ada' }).reason).toContain('the user denied it');
  expect(
    denialOf({ ...ask, message: 'Really?' }, { kind: 'unavailable', reason: 'no terminal' }).message,
  ).toBe('Really? (no terminal)');
});
