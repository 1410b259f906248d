import { expect, test } from 'vitest';
import { createOutput } from '../../terminal/output.js';
import { formatEntry, formatReason, parseEntry } from './format-entry.js';

const outputTo = (stdout: object) =>
  createOutput(
    { stdout: { write: () => true, ...stdout }, stderr: { write: () => true }, env: { NO_COLOR: '1' } },
    false,
  );
const piped = outputTo({});

const cases = [
  { rule: 'no_keys', reason: 'rule `no_keys`: a path matches', said: 'rule `no_keys`: a path matches' },
  { rule: 'egress', reason: 'a private address', said: 'egress: a private address' },
  { rule: 'no_keys', reason: 'rule `no_keys_2`: a path', said: 'no_keys: rule `no_keys_2`: a path' },
  { rule: 'egress', reason: undefined, said: 'egress' },
  { rule: undefined, reason: undefined, said: '' },
];
for (const { rule, reason, said } of cases)
  test(`the name of the rule appears once for ${rule} and ${reason}`, () =>
    expect(formatReason(rule, reason)).toBe(said));

const answers = [
  { state: 'approved', scope: 'once', by: 'cli:ann', said: 'approved (once), by cli:ann' },
  { state: 'denied', scope: 'always', by: 'revoked by cli:ann', said: 'denied (always), revoked by cli:ann' },
  { state: 'revoked', scope: 'always', by: 'cli:ann', said: 'revoked (always), by cli:ann' },
  { state: 'pending', said: 'pending' },
];
for (const { said, ...fields } of answers)
  test(`an approval entry shows the decision: ${said}`, () => {
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
    const line = formatEntry(record, piped);
    expect(line.endsWith(`  files/write_file  ask: approval 1a2b ${said}`)).toBe(true);
  });

test('an entry that another program wrote into the log does not cause an error', () => {
  const line =
    '{"time":"t","kind":"approval","server":"files","rule":"ask","state":"approved","by":5,"scope":{"toString":1}}';
  expect(formatEntry(parseEntry(line), piped)).toContain('approved');
});

test('all rules that matched a response are shown', () => {
  const noted = { stage: 'answers', verdict: 'note', rule: 'responses.injection' };
  const trail = [noted, { ...noted, verdict: 'rewrite', rule: 'responses.secrets' }, 5, null, { rule: {} }];
  const record = { time: 't', kind: 'reply', rule: 'responses.secrets', reason: 'it holds a secret', trail };
  expect(formatEntry(parseEntry(JSON.stringify(record)), piped)).toContain(
    '(redacted) responses.secrets: it holds a secret; also responses.injection',
  );
});

test('an entry wider than the terminal continues on the next line, and its arguments are truncated', () => {
  const record = parseEntry(
    JSON.stringify({
      time: '2026-11-18T05:03:10.954Z',
      kind: 'decision',
      server: 'notes',
      tool: 'read_file',
      decision: 'deny',
      rule: 'no_keys',
      reason: 'rule `no_keys`: path `~/.ssh/id_rsa` matches `**/.ssh/**`, and keys stay on this machine',
      arguments: { path: '~/.ssh/id_rsa', more: 'word '.repeat(20) },
    }),
  );
  expect(formatEntry(record, outputTo({ isTTY: true, columns: 80 })).split('\n')).toEqual([
    '2026-11-18T05:03:10.954Z  decision       deny    notes/read_file',
    '    rule `no_keys`: path `~/.ssh/id_rsa` matches `**/.ssh/**`, and keys stay on',
    '    this machine',
    `    {"path":"~/.ssh/id_rsa","more":"${'word '.repeat(8)}wor…`,
  ]);
  expect(formatEntry(record, outputTo({ isTTY: true, columns: 300 }))).not.toContain('\n');
  expect(formatEntry(record, piped)).not.toContain('\n');
});
