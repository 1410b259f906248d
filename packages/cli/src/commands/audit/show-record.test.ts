import { expect, test } from 'vitest';
import { because } from './show-record.js';

const cases = [
  { rule: 'no_keys', reason: 'rule `no_keys`: a path matches', said: 'rule `no_keys`: a path matches' },
  { rule: 'egress', reason: 'a private address', said: 'egress: a private address' },
  { rule: 'no_keys', reason: 'rule `no_keys_2`: a path', said: 'no_keys: rule `no_keys_2`: a path' },
  { rule: 'egress', reason: undefined, said: 'egress' },
  { rule: undefined, reason: undefined, said: '' },
];
for (const { rule, reason, said } of cases)
  test(`${rule} and ${reason}: the rule is named once`, () => expect(because(rule, reason)).toBe(said));
