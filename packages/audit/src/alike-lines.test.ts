import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@claw/pipeline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openAuditLog, verifyAudit } from './index.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'claw-alike-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const noon = Date.UTC(2026, 6, 28, 12, 0, 0, 7);

const call: AuditEntry = {
  kind: 'decision',
  time: noon,
  direction: 'client-to-server',
  id: '1',
  method: 'tools/call',
  tool: 'read_file',
  client: 'test',
  identity: undefined,
  decision: 'allow',
  rule: 'projects',
  reason: 'it is a "project" – all of it',
  findings: [],
  trail: [],
  decideUs: 12.6,
  arguments: Buffer.from('{"path":"/a"}'),
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
};
const reply: AuditEntry = {
  ...call,
  kind: 'reply',
  direction: 'server-to-client',
  arguments: undefined,
  callSeq: 4,
  latencyUs: 1234.5,
};

/** What a log says about some entries, its session and its hashes aside; its chain has to hold. */
async function linesOf(entries: readonly AuditEntry[], key?: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(root, 'log-'));
  const log = openAuditLog({ folder, server: 'files', now: () => noon, grouped: true, key });
  for (const entry of entries) log.record(entry);
  log.group?.commit();
  log.close();
  const { sessions } = await verifyAudit(folder, { key });
  expect(sessions.flatMap(({ problems }) => problems)).toEqual([]);
  const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  const text = readFileSync(join(folder, name), 'utf8').replaceAll(log.session, 'SESSION');
  return text.replaceAll(/"(prev|hash)":"[0-9a-f]{64}"/g, '"$1":""').split('\n');
}

/** The same entries, alike: each group of them shares one that they are like. */
const alike = (entries: readonly AuditEntry[]) => entries.map((entry) => ({ ...entry, like: base(entry) }));
const base = ({ kind }: AuditEntry) => (kind === 'decision' ? call : reply);

const cases: Readonly<Record<string, readonly AuditEntry[]>> = {
  'calls and their answers': [call, reply, { ...call, id: '2' }, { ...reply, id: '2', callSeq: 6 }],
  'ids of all kinds': [
    '',
    '0',
    '-7',
    '123456789012345',
    '1234567890123456',
    '1.50',
    '1e3',
    '""',
    '"550e8400-e29b-41d4-a716-446655440000"',
    '"a\\"b\\u00e9é"',
    'null',
    `"${'x'.repeat(3000)}"`,
    `"${'\u0001'.repeat(1500)}"`,
    undefined,
  ].map((id) => ({ ...call, id })),
  'numbers of all sizes': [0, 0.4, 9, 10, 99.5, 1e6, 2 ** 31 - 1, 2 ** 31, 2 ** 40, -1, -3].flatMap(
    (value) => [
      { ...call, decideUs: value },
      { ...reply, latencyUs: value },
      { ...reply, callSeq: Math.max(0, Math.floor(value) || 0) },
    ],
  ),
  'arguments of all sizes': [0, 1, 15, 16, 17, 1000, 16_381, 16_382, 16_383, 16_384, 40_000].map(
    (length) => ({
      ...call,
      arguments: Buffer.from(`"${'é'.repeat(length / 2)}"`),
    }),
  ),
  'arguments that are text, or none': [
    { ...call, arguments: '{"a":\n1}' },
    { ...call, arguments: undefined },
  ],
  'other seconds': [0, 1, 992, 993, 59_000, 86_400_000, -noon, -noon - 1, 4e14].map((later) => ({
    ...call,
    time: noon + later,
  })),
  'other addresses': ['10.0.0.1', '10.0.0.2', undefined, '10.0.0.1'].map((address) => ({ ...call, address })),
  'what was only observed': [{ ...call, observed: true }],
  'more than there is room for at once': Array.from({ length: 100 }, (_, index) => ({
    ...call,
    id: String(index),
    arguments: Buffer.from(`"${'x'.repeat(index * 100)}"`),
  })),
};

describe('entries that are alike are recorded as they would be one by one', () => {
  for (const [name, entries] of Object.entries(cases))
    for (const key of [undefined, 'a key'])
      test(`${name}${key === undefined ? '' : ', with a key'}`, async () => {
        expect(await linesOf(alike(entries), key)).toEqual(await linesOf(entries, key));
      });

  test('what they say may be long', async () => {
    for (const reason of ['x'.repeat(1024), '\u0001'.repeat(5000), '😀'.repeat(900)]) {
      const trail = Array.from({ length: 80 }, () => ({
        stage: 'policy',
        verdict: 'note' as const,
        rule: reason,
        reason,
      }));
      const findings = [{ kind: 'secrets', detector: 'x', severity: 'low', where: reason } as const];
      const long = { ...call, reason, trail, findings };
      const entries = [call, long, { ...long, id: '2' }, { ...call, id: '3' }];
      const likes = [call, long, long, call];
      const marked = entries.map((entry, index) => ({ ...entry, like: likes[index] as AuditEntry }));
      expect(await linesOf(marked)).toEqual(await linesOf(entries));
    }
  });

  test('one that cannot be written is missed, and leaves nothing behind for those that are like it', async () => {
    const log = openAuditLog({ folder: root, server: 'files', now: () => noon, grouped: true });
    const odd = { ...call, tool: 'other', findings: [{ ...finding, weight: 1n }] };
    log.record(call);
    log.record({ ...call, like: call });
    for (const id of ['66', '67'])
      expect(() => log.record({ ...odd, id, like: odd })).toThrow('the audit log cannot be written');
    expect(log.group?.lost).toBe(2);
    log.record({ ...call, id: '68', like: call });
    log.close();
    expect(await verifyAudit(root)).toMatchObject({ ok: true, sessions: [{ missing: 2, problems: [] }] });
  });
});

const finding = { kind: 'secrets', detector: 'x', severity: 'low', where: 'w' } as const;
