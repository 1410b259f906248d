import { expect, test } from 'vitest';
import { categoryOf } from './categories.js';
import { secretPatternDetectors } from './secrets/index.js';

const cases = [
  { kind: 'personal', detector: 'email', category: 'emails' },
  { kind: 'personal', detector: 'iban', category: 'financial' },
  { kind: 'personal', detector: 'card', category: 'financial' },
  { kind: 'personal', detector: 'ipv6', category: 'ips' },
  { kind: 'personal', detector: 'url', category: 'urls' },
  { kind: 'personal', detector: 'us-ssn', category: 'pii' },
  { kind: 'secrets', detector: 'github-token', category: 'vendor_keys' },
  { kind: 'secrets', detector: 'password-assignment', category: 'tokens' },
  { kind: 'egress', detector: 'loopback', category: undefined },
] as const;
for (const { kind, detector, category } of cases)
  test(`${kind} ${detector}`, () => expect(categoryOf({ kind, detector })).toBe(category));

test('every secret category without a vendor has a detector of the same name', () => {
  const tokens = secretPatternDetectors.filter(
    (detector) => categoryOf({ kind: 'secrets', detector: detector.name }) === 'tokens',
  );
  expect(tokens.length).toBe(26);
});
