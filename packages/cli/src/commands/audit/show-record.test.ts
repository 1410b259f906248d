import { expect, test } from 'vitest';
import { colourFor } from '../../colour.js';
import { because, showRecord, toRecord } from './show-record.js';

const cases = [
  { rule: 'no_keys', reason: 'rule `no_keys`: a path matches', said: 'rule `no_keys`: a path matches' },
  { rule: 'egress', reason: 'a private address', said: 'egress: a private address' },
  { rule: 'no_keys', reason: 'rule `no_keys_2`: a path', said: 'no_keys: rule `no_keys_2`: a path' },
  { rule: 'egress', reason: undefined, said: 'egress' },
  { rule: undefined, reason: undefined, said: '' },
];
for (const { rule, reason, said } of cases)
  test(`${rule} and ${reason}: the rule is named once`, () => expect(because(rule, reason)).toBe(said));

const answers = [
  { state: 'approved', scope: 'once', by: 'cli:ann', said: 'approved (once), by cli:ann' },
  { state: 'denied', scope: 'always', by: 'revoked by cli:ann', said: 'denied (always), revoked by cli:ann' },
  { state: 'pending', said: 'pending' },
];
for (const { said, ...fields } of answers)
  test(`the record of an answer says what it was: ${said}`, () => {
    const about = { v: 1, seq: 1, time: 't', session: 's', kind: 'approval', server: 'files' } as const;
    const record = {
      ...about,
      tool: 'write_file',
      rule: 'ask',
      approval: '1a2b',
      ...fields,
      prev: '',
      hash: '',
    };
    const line = showRecord(record, colourFor({}, {}));
    expect(line.endsWith(`  files/write_file  ask: question 1a2b ${said}`)).toBe(true);
  });

test('an answer that somebody else wrote into the log is shown without a crash', () => {
  const line =
    '{"time":"t","kind":"approval","server":"files","rule":"ask","state":"approved","by":5,"scope":{"toString":1}}';
  expect(showRecord(toRecord(line), colourFor({}, {}))).toContain('approved');
});
