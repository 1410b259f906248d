import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@claw/pipeline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEntry } from '../../test/audit-entry.js';
import { type AuditRecord, openAuditLog, verifyAudit } from '../index.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claw-audit-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (more: Partial<AuditEntry> = {}): AuditEntry =>
  auditEntry({
    time: Date.UTC(2026, 6, 28, 12, 0, 0, 7),
    decideUs: 12.6,
    arguments: '{"path":"/a"}',
    ...more,
  });

const logs = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
const records = (): AuditRecord[] =>
  logs()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line));

/** Changes the process id in the file names of a session, which breaks its chain. */
function rename(prefix: string, pid: string) {
  for (const name of readdirSync(folder).filter((file) => file.startsWith(prefix))) {
    const session = name.split('.').slice(0, 2).join('.');
    const other = session.replace(/Z-\d+-/, `Z-${pid}-`);
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(session, other);
    rmSync(join(folder, name));
    writeFileSync(join(folder, name.replace(session, other)), text);
  }
}

/** Returns the same lines with a valid chain of hashes. */
function chained(lines: readonly string[]): readonly string[] {
  let prev = '0'.repeat(64);
  return lines.map((line) => {
    const text = line.replace(/,"prev":.*$/, `,"prev":"${prev}"`);
    prev = createHash('sha256').update(text).digest('hex');
    return `${text},"hash":"${prev}"}\n`;
  });
}

test('a log that could not be created is created before the first record', async () => {
  let asked = 0;
  const now = () => {
    asked += 1;
    if (asked === 2) throw new Error('no time yet');
    return Date.UTC(2026, 6, 28);
  };
  const log = openAuditLog({ folder, server: 'files', now });
  log.record(entry());
  log.close();
  expect(records().map(({ kind }) => kind)).toEqual(['session_start', 'decision', 'session_end']);
});

describe('a record', () => {
  test('has the documented members in the documented order', () => {
    const log = openAuditLog({ folder, server: 'files', now: () => 0 });
    expect(log.record(entry({ identity: 'anna' }))).toBe(2);
    log.close();
    const line = readFileSync(join(folder, logs()[0] as string), 'utf8').split('\n')[1] as string;
    expect(Object.keys(JSON.parse(line))).toEqual(
      'v seq time session kind server client identity direction id method tool decision rule reason findings decide_us arguments prev hash'.split(
        ' ',
      ),
    );
    expect(JSON.parse(line)).toMatchObject({
      v: 1,
      seq: 2,
      time: '2026-07-28T12:00:00.007Z',
      session: log.session,
      server: 'files',
      id: 1,
      decide_us: 13,
      arguments: { path: '/a' },
    });
  });

  const finding = { kind: 'secrets', detector: 'aws', severity: 'high', where: 'result' };
  const step = { stage: 'policy', verdict: 'note', rule: 'r', reason: 'x' } as const;
  const remark = { stage: 'policy', verdict: 'note', rule: 'projects', reason: 'it is a project' } as const;
  const cases: { name: string; given: Partial<AuditEntry>; recorded: Partial<AuditRecord> }[] = [
    {
      name: 'a note that equals the reason',
      given: { trail: [remark] },
      recorded: { reason: remark.reason },
    },
    {
      name: 'a note next to another note',
      given: { trail: [remark, remark] },
      recorded: { trail: [remark, remark] },
    },
    {
      name: 'a reply refers to its call',
      given: { kind: 'reply', callSeq: 2, latencyUs: 81.5, findings: [finding], arguments: undefined },
      recorded: { kind: 'reply', call_seq: 2, latency_us: 82, findings: [finding] },
    },
    {
      name: 'the trail, and `observed`',
      given: { trail: [step], observed: true },
      recorded: { trail: [step], observed: true },
    },
    { name: 'an id that is a string', given: { id: '"a\\nb"' }, recorded: { id: 'a\nb' } },
    {
      name: 'an id that is not JSON',
      given: { id: '"a","decision":"allow' },
      recorded: { id: '"a","decision":"allow' },
    },
    {
      name: 'arguments on several lines',
      given: { arguments: '{"a":\n1}' },
      recorded: { arguments: { a: 1 } },
    },
    {
      name: 'arguments as bytes',
      given: { arguments: new TextEncoder().encode('{"ü": "\u{1f512}"}'), observed: true },
      recorded: { arguments: { ü: '\u{1f512}' }, observed: true },
    },
    { name: 'no arguments', given: { arguments: undefined }, recorded: { tool: 'read_file' } },
    {
      name: 'names with line breaks',
      given: { tool: 'x"\n{"seq":1}', rule: 'ü\u0000', reason: '\u2028' },
      recorded: { tool: 'x"\n{"seq":1}', rule: 'ü\u0000', reason: '\u2028' },
    },
    { name: 'half a surrogate pair', given: { tool: '\ud800' }, recorded: { tool: '\ud800' } },
  ];
  for (const { name, given, recorded } of cases) {
    test(`contains: ${name}`, async () => {
      const log = openAuditLog({ folder, server: 'files' });
      log.record(entry(given));
      log.close();
      const found = records();
      expect(found).toHaveLength(3);
      expect(found[1]).toMatchObject(recorded);
      expect(await verifyAudit(folder)).toMatchObject({ ok: true });
    });
  }

  test('contains long arguments by digest, as text and in bytes', () => {
    const log = openAuditLog({ folder, server: 'files' });
    const long = JSON.stringify({ text: 'x'.repeat(100_000) });
    log.record(entry({ arguments: long }));
    log.record(entry({ arguments: new TextEncoder().encode(long) }));
    log.close();
    expect(records()[2]?.arguments).toEqual(records()[1]?.arguments);
    expect(records()[1]?.arguments).toMatchObject({
      bytes: 100_011,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(statSync(join(folder, logs()[0] as string)).size).toBeLessThan(3000);
  });
});

test('one message cannot displace others from the log, whatever its names and findings are', () => {
  const log = openAuditLog({ folder, server: 'files' });
  const long = 'long words '.repeat(100_000);
  const finding = { kind: 'injection', detector: 'd', severity: 'high', where: long };
  const step = { stage: 'policy', verdict: 'deny', rule: 'r', reason: long } as const;
  const names = { id: JSON.stringify(long), method: long, tool: long, client: long, reason: long };
  log.record(entry({ ...names, findings: Array(500).fill(finding), trail: Array(500).fill(step) }));
  log.note('approval', { tool: long, approval: '1' });
  log.close();
  expect(statSync(join(folder, logs()[0] as string)).size).toBeLessThan(256 * 1024);
  const [, decision] = records();
  expect(decision?.tool).toBe(`${long.slice(0, 1024)}… (${long.length - 1024} more characters)`);
  expect(decision?.findings?.[0]).toMatchObject({ detector: 'd', severity: 'high' });
});

test('records with changing names keep their own names', () => {
  const log = openAuditLog({ folder, server: 'files' });
  const tools = ['a', 'a', 'b"', 'a', '', undefined, 'b"'];
  for (const tool of tools) log.record(entry({ tool, identity: tool }));
  log.close();
  expect(
    records()
      .slice(1, -1)
      .map(({ tool }) => tool),
  ).toEqual(tools);
  expect(
    records()
      .slice(1, -1)
      .map(({ identity }) => identity),
  ).toEqual(tools);
});

describe('a session', () => {
  test('is private to the user', () => {
    const inside = join(folder, 'deep', 'audit');
    openAuditLog({ folder: inside, server: 'files' }).close();
    expect(statSync(inside).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(inside)) expect(statSync(join(inside, name)).mode & 0o777).toBe(0o600);
  });

  test('counts messages for each direction, and records the counts at checkpoints and at the end', async () => {
    const log = openAuditLog({ folder, server: 'files', about: { version: '1' } });
    for (let index = 0; index < 3; index++) log.count('client-to-server');
    log.checkpoint();
    log.count('server-to-client');
    log.note('report', { text: 'done' });
    log.close();
    expect(records().map(({ kind, counts }) => [kind, counts])).toEqual([
      ['session_start', undefined],
      ['checkpoint', { client_to_server: 3, server_to_client: 0 }],
      ['report', undefined],
      ['session_end', { client_to_server: 3, server_to_client: 1 }],
    ]);
    expect((await verifyAudit(folder)).sessions[0]).toMatchObject({
      state: 'ended',
      counts: { server_to_client: 1 },
    });
  });

  test('records connected peers once, at the next checkpoint', () => {
    const log = openAuditLog({ folder, server: 'notes' });
    const peers = { client: { name: 'probe' }, server: { name: 'notes' } };
    log.introduce(peers);
    log.introduce({ ...peers });
    log.checkpoint();
    log.introduce(peers);
    log.introduce({ client: {}, server: { name: 'other' } });
    log.close();
    expect(records().map(({ kind, peers: told }) => [kind, told])).toEqual([
      ['session_start', undefined],
      ['checkpoint', [peers]],
      ['session_end', [{ client: {}, server: { name: 'other' } }]],
    ]);
  });

  test('writes a checkpoint automatically within about a second', async () => {
    const log = openAuditLog({ folder, server: 'files' });
    log.count('client-to-server');
    await expect.poll(() => records().at(-1)?.kind, { timeout: 5000 }).toBe('checkpoint');
    log.close();
  });

  test('rejects records after its end', () => {
    const log = openAuditLog({ folder, server: 'files' });
    log.close();
    log.close();
    expect(() => log.record(entry())).toThrow('the session has ended');
  });

  test('shares the folder with other sessions and refers to the previous one', async () => {
    const first = openAuditLog({ folder, server: 'a', now: () => 1000 });
    const second = openAuditLog({ folder, server: 'b', now: () => 2000 });
    for (let index = 0; index < 20; index++) {
      first.record(entry());
      second.record(entry());
    }
    first.close();
    second.close();
    expect(records().find(({ session }) => session === second.session)?.previous).toBe(first.session);
    expect((await verifyAudit(folder)).sessions.map(({ records: count }) => count)).toEqual([22, 22]);
  });

  for (const kept of ['kept', 'lost'])
    test(`the previous session is found whatever the clock shows; ${kept} is the list of sessions`, async () => {
      // The clock shows noon, is set back to eleven o'clock, is set back again, and then shows a time after noon.
      const sessions = [12_000, 11_000, 11_001, 3000, 13_000].map((now) => {
        if (kept === 'lost') rmSync(join(folder, 'sessions.order'), { force: true });
        const log = openAuditLog({ folder, server: 'files', now: () => now });
        log.close();
        return log.session;
      });
      const previous = (own: string) => records().find(({ session }) => session === own)?.previous;
      expect(previous(sessions[1] as string)).toBe(sessions[0]);
      expect((await verifyAudit(folder)).ok).toBe(true);
      if (kept === 'lost') return;
      expect(sessions.slice(1).map(previous)).toEqual(sessions.slice(0, -1));
      for (const gone of sessions.slice(0, -1)) {
        const copy = `${folder}-without`;
        cpSync(folder, copy, { recursive: true, filter: (file) => !file.includes(gone) });
        expect((await verifyAudit(copy)).problems).toMatchObject([{ code: 'missing_session', file: gone }]);
        rmSync(copy, { recursive: true });
      }
    });

  test('a damaged or missing list does not prevent writing', async () => {
    const first = openAuditLog({ folder, server: 'files', now: () => 2000 });
    first.close();
    const list = join(folder, 'sessions.order');
    appendFileSync(list, '19700101T0000');
    const second = openAuditLog({ folder, server: 'files', now: () => 1000 });
    second.close();
    const previous = (own: string) => records().find(({ session }) => session === own)?.previous;
    expect(previous(second.session)).toBe(first.session);
    rmSync(list);
    mkdirSync(list);
    const third = openAuditLog({ folder, server: 'files', now: () => 3000 });
    third.close();
    expect(previous(third.session)).toBe(first.session);
    expect((await verifyAudit(folder)).ok).toBe(true);
  });
});

describe('rotation', () => {
  test('continues in new files and keeps some; the remaining chain is valid', async () => {
    const log = openAuditLog({ folder, server: 'files', maxSize: 2000, keep: 3 });
    for (let index = 0; index < 60; index++) log.record(entry());
    log.close();
    expect(logs()).toHaveLength(3);
    const kept = records();
    expect(kept[0]?.seq).toBeGreaterThan(20);
    expect(await verifyAudit(folder)).toMatchObject({
      ok: true,
      sessions: [{ state: 'ended', records: kept.length }],
    });
  });

  test('continues in its own file, whatever already exists at the path', async () => {
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, 'mine');
    const log = openAuditLog({ folder, server: 'files', maxSize: 700 });
    symlinkSync(elsewhere, join(folder, `${log.session}.0002.jsonl`));
    mkdirSync(join(folder, `${log.session}.0003.jsonl`));
    for (let index = 0; index < 6; index++) log.record(entry());
    log.close();
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine');
    expect(logs().length).toBeGreaterThan(3);
    expect(await verifyAudit(folder)).toMatchObject({ ok: true });
  });

  test('is verifiable after each single record', async () => {
    const log = openAuditLog({ folder, server: 'files', maxSize: 1500, keep: 2, key: 'secret' });
    for (let index = 0; index < 30; index++) {
      log.record(entry());
      expect(await verifyAudit(folder, { key: 'secret' })).toMatchObject({ ok: true });
    }
    log.close();
  });

  test('removes the oldest ended sessions above the limit, and records which', async () => {
    for (const start of [1000, 2000, 3000]) {
      const log = openAuditLog({ folder, server: 'files', now: () => start });
      for (let index = 0; index < 5; index++) log.record(entry());
      log.close();
      // The sessions of this test have the id of a running process, except the first one, whose id is impossible.
      if (start === 1000) rename('19700101T000001', '99999999');
    }
    const before = logs().length;
    const log = openAuditLog({ folder, server: 'files', maxSize: 1000, keep: 1, now: () => 4000 });
    log.record(entry());
    log.checkpoint();
    await expect.poll(() => records().some(({ retired }) => retired?.length === 1)).toBe(true);
    await expect
      .poll(() => readdirSync(folder).some((name) => name.startsWith('19700101T000001')))
      .toBe(false);
    log.close();
    expect(before).toBe(3);
    expect((await verifyAudit(folder)).problems).toEqual([]);
  });
});

describe('a session whose removal by retention was interrupted', () => {
  const remains = [
    { name: 'may lack its checkpoint file', edit: (line: string) => line, ok: true },
    { name: 'must still have valid lines', edit: (line: string) => line.replace('/a', '/b'), ok: false },
  ];
  for (const { name, edit, ok } of remains) {
    test(name, async () => {
      const old = openAuditLog({ folder, server: 'files', now: () => 1000 });
      for (let index = 0; index < 3; index++) old.record(entry());
      old.close();
      rename('19700101T000001', '99999999');
      const [file] = logs() as [string];
      const before = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n');
      const log = openAuditLog({ folder, server: 'files', maxSize: 1500, keep: 1, now: () => 4000 });
      log.checkpoint();
      await expect.poll(() => logs().includes(file)).toBe(false);
      log.close();
      writeFileSync(join(folder, file), chained(before).map(edit).join(''));
      const { sessions, ...report } = await verifyAudit(folder);
      expect(report.ok).toBe(ok);
      expect(sessions[0]?.problems.map(({ code }) => code)).toEqual(
        ok ? [] : ['changed', 'changed', 'changed'],
      );
    });
  }
});

describe('a log that is written in groups', () => {
  test('contains no record before the commit and all records after it, in one chain', async () => {
    const log = openAuditLog({ folder, server: 'files', grouped: true });
    log.group?.commit();
    expect([log.record(entry()), log.record(entry())]).toEqual([2, 3]);
    expect(records()).toHaveLength(1);
    log.group?.commit();
    expect(records()).toHaveLength(3);
    expect(await verifyAudit(folder)).toMatchObject({ ok: true, sessions: [{ records: 3 }] });
    log.record(entry());
    log.close();
    expect(await verifyAudit(folder)).toMatchObject({ ok: true, sessions: [{ state: 'ended', records: 5 }] });
  });

  test('writes a note immediately, after pending records', () => {
    const log = openAuditLog({ folder, server: 'files', grouped: true });
    log.record(entry());
    expect(log.note('report', {})).toBe(3);
    expect(records()).toHaveLength(3);
    log.close();
  });

  test('rotates between records of a group', async () => {
    const log = openAuditLog({ folder, server: 'files', grouped: true, maxSize: 1500, keep: 100 });
    for (let index = 0; index < 40; index++) {
      log.record(entry());
      if (index % 7 === 0) log.group?.commit();
    }
    log.close();
    expect(logs().length).toBeGreaterThan(2);
    expect(await verifyAudit(folder)).toMatchObject({ ok: true });
  });
});

describe('a log that is removed while it is in use', () => {
  const removals = [
    {
      name: 'the whole folder',
      remove: () => rmSync(folder, { recursive: true }),
      found: ['missing_file', 'missing'],
      lost: 4,
    },
    {
      name: 'the log',
      remove: () => rmSync(join(folder, logs()[0] as string)),
      found: ['missing_file', 'missing'],
      lost: 4,
    },
    {
      name: 'the log, with another file in its place',
      remove() {
        const path = join(folder, logs()[0] as string);
        rmSync(path);
        writeFileSync(path, '');
      },
      found: ['missing'],
      lost: 4,
    },
    {
      name: 'the checkpoint file',
      remove: () =>
        rmSync(join(folder, readdirSync(folder).find((name) => name.endsWith('.checkpoint')) as string)),
      found: [],
      lost: 0,
    },
  ];
  for (const { name, remove, found, lost } of removals) {
    for (const grouped of [false, true]) {
      test(`${name}, ${grouped ? 'written in groups' : 'record by record'}: it continues in a new file and reports it`, async () => {
        const told: number[] = [];
        const onRemoved = (missing: number) => told.push(missing);
        const log = openAuditLog({ folder, server: 'files', grouped, onRemoved });
        for (const id of ['1', '2']) log.record(entry({ id }));
        log.group?.commit();
        log.checkpoint();
        expect(told).toEqual([]);
        remove();
        log.checkpoint();
        log.checkpoint();
        log.record(entry({ id: '3' }));
        log.close();
        expect(told).toEqual([lost]);
        expect(
          records()
            .filter(({ kind }) => kind === 'decision')
            .at(-1),
        ).toMatchObject({ id: 3 });
        expect(records().reduce((sum, { missing = 0 }) => sum + missing, 0)).toBe(lost);
        const { sessions } = await verifyAudit(folder);
        expect(sessions[0]?.problems.map(({ code }) => code)).toEqual(found);
      });
    }
  }

  test('the whole folder, before a rotation: no record is rejected, and it continues in a new file', async () => {
    const told: number[] = [];
    const onRemoved = (missing: number) => told.push(missing);
    const log = openAuditLog({ folder, server: 'files', maxSize: 2000, onRemoved });
    log.record(entry());
    rmSync(folder, { recursive: true });
    for (let index = 0; index < 20; index++) log.record(entry());
    log.close();
    expect(told).toHaveLength(1);
    expect(records().find(({ kind }) => kind === 'gap')).toMatchObject({ missing: told[0] });
    const { sessions } = await verifyAudit(folder);
    expect(sessions[0]?.problems.map(({ code }) => code)).toEqual(['missing_file', 'missing']);
  });

  test('retention tolerates a file that was already removed', async () => {
    const log = openAuditLog({ folder, server: 'files', maxSize: 2000, keep: 2 });
    for (let index = 0; index < 12; index++) {
      log.record(entry());
      if (logs().length === 2) rmSync(join(folder, logs()[0] as string));
    }
    log.close();
    expect(records().map(({ kind }) => kind)).not.toContain('gap');
  });
});

describe('a log that cannot be written', () => {
  test('rejects records until it can be written, then reports the gap', async () => {
    // A file in place of the folder has the same effect as a disk that cannot be written.
    const place = join(folder, 'audit');
    writeFileSync(place, '');
    const log = openAuditLog({ folder: place, server: 'files' });
    for (let index = 0; index < 3; index++)
      expect(() => log.record(entry())).toThrow(/^the audit log cannot be written: /);
    rmSync(place);
    mkdirSync(place);
    expect(log.record(entry())).toBe(3);
    log.close();
    folder = place;
    expect(records().map(({ kind, missing }) => [kind, missing])).toEqual([
      ['session_start', undefined],
      ['gap', 3],
      ['decision', undefined],
      ['session_end', undefined],
    ]);
    expect(await verifyAudit(folder)).toMatchObject({ ok: true, sessions: [{ missing: 3 }] });
  });

  test.runIf(process.platform === 'linux')('rejects records when no folder can be created', () => {
    const log = openAuditLog({ folder: '/proc/claw/audit', server: 'files' });
    expect(() => log.record(entry())).toThrow(
      'cannot create the folder `/proc/claw`: `/proc` does not accept new folders',
    );
    log.close();
  });
});
