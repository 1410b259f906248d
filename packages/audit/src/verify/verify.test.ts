import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openAuditLog, verifyAudit } from '../index.js';

const root = mkdtempSync(join(tmpdir(), 'claw-verify-'));
afterAll(() => rmSync(root, { recursive: true }));

/**
 * Writes two sessions: one with several files and an end record, and a later one that was killed and has no end
 * record.
 */
function write(folder: string, key: string | undefined) {
  // With fake timers, the killed process writes no checkpoint.
  vi.useFakeTimers();
  let now = 1000;
  const log = openAuditLog({ folder, server: 'a', maxSize: 2500, keep: 10, key, now: () => now });
  for (let index = 0; index < 12; index++)
    log.note('report', { index, text: 'what was said, at some length' });
  log.close();
  now = 2000;
  const killed = openAuditLog({ folder, server: 'b', key, now: () => now });
  for (let index = 0; index < 6; index++) killed.note('report', { index });
  vi.useRealTimers();
}

type Hand = (file: {
  readonly folder: string;
  readonly logs: string[];
  readonly checkpointFile: string[];
}) => void;
const lines = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1);
const save = (path: string, all: readonly string[]) =>
  writeFileSync(path, all.map((line) => `${line}\n`).join(''));
const edit = (path: string, change: (all: string[]) => string[]) => save(path, change(lines(path)));
/** Recomputes the hash of a line, like an attacker who knows the hash function but not the key. */
const reseal = (line: string) => {
  const text = line.slice(0, line.lastIndexOf(',"hash":'));
  return `${text},"hash":"${createHash('sha256').update(text).digest('hex')}"}`;
};

const tampering: { name: string; hand: Hand; codes: string[]; message: RegExp }[] = [
  {
    name: 'a changed word',
    hand: ({ logs }) =>
      edit(logs[0] as string, (all) =>
        all.map((line, i) => (i === 2 ? line.replace('what was', 'that was') : line)),
      ),
    codes: ['changed'],
    message: /record 3 was changed/,
  },
  {
    name: 'a changed word with a new hash',
    hand: ({ logs }) =>
      edit(logs[0] as string, (all) =>
        all.map((line, i) => (i === 2 ? reseal(line.replace('what was', 'that was')) : line)),
      ),
    codes: [],
    message: /record (4 does not follow record 3|3 was changed)/,
  },
  {
    name: 'a link in place of a file',
    hand: ({ folder, logs }) => {
      renameSync(logs[0] as string, join(folder, 'elsewhere'));
      symlinkSync('elsewhere', logs[0] as string);
    },
    codes: ['not_a_file'],
    message: /is not a regular file/,
  },
  {
    name: 'a link in place of a checkpoint file',
    hand: ({ folder, checkpointFile }) => {
      renameSync(checkpointFile[0] as string, join(folder, 'elsewhere'));
      symlinkSync('elsewhere', checkpointFile[0] as string);
    },
    codes: ['not_a_file', 'missing_checkpoint_file'],
    message: /the checkpoint file is missing/,
  },
  {
    name: 'a line that is longer than a record can be',
    hand: ({ logs }) =>
      edit(logs[0] as string, ([a, ...rest]) => [a, 'x'.repeat(9_000_000), ...rest] as string[]),
    codes: ['not_a_record'],
    message: /line 2 is not a log entry/,
  },
  {
    name: 'a removed record',
    hand: ({ logs }) => edit(logs[0] as string, (all) => all.filter((_line, i) => i !== 2)),
    codes: ['missing'],
    message: /record 3 is missing before record 4/,
  },
  {
    name: 'removed records at the end of a file',
    hand: ({ logs }) => edit(logs[0] as string, (all) => all.slice(0, -2)),
    codes: ['missing'],
    message: /are missing before/,
  },
  {
    name: 'a removed first record',
    hand: ({ logs }) => edit(logs[0] as string, (all) => all.slice(1)),
    codes: ['missing'],
    message: /begins with record 2, but retention has kept all from 1 on/,
  },
  {
    name: 'two records in reverse order',
    hand: ({ logs }) => edit(logs[0] as string, ([a, b, c, ...rest]) => [a, c, b, ...rest] as string[]),
    codes: ['missing', 'out_of_place'],
    message: /record 2 comes after record 3/,
  },
  {
    name: 'a duplicate record',
    hand: ({ logs }) => edit(logs[0] as string, ([a, b, ...rest]) => [a, b, b, ...rest] as string[]),
    codes: ['out_of_place'],
    message: /record 2 comes after record 2/,
  },
  {
    name: 'a record from another session',
    hand: ({ logs }) =>
      edit(
        logs[0] as string,
        ([a, b, ...rest]) => [a, b, lines(logs.at(-1) as string)[2], ...rest] as string[],
      ),
    codes: ['foreign'],
    message: /belongs to another session/,
  },
  {
    name: 'a line that is not a record',
    hand: ({ logs }) => edit(logs[0] as string, ([a, ...rest]) => [a, '{"seq":2}', ...rest] as string[]),
    codes: ['not_a_record'],
    message: /line 2 is not a log entry/,
  },
  {
    name: 'a forged line after the end',
    hand: ({ logs }) =>
      edit(logs.at(-2) as string, (all) => [
        ...all,
        reseal(
          `{"v":1,"seq":99,"session":"${/"session":"([^"]+)"/.exec(all[0] as string)?.[1]}","time":"","kind":"report","prev":"","hash":"x"}`,
        ),
      ]),
    codes: ['after_end'],
    message: /after the end/,
  },
  {
    name: 'a log truncated before its checkpoint',
    hand: ({ logs }) => edit(logs.at(-1) as string, (all) => all.slice(0, -2)),
    codes: ['truncated'],
    message: /ends with record 5, but record 7 was acknowledged/,
  },
  {
    name: 'an emptied log',
    hand: ({ logs }) => truncateSync(logs.at(-1) as string, 0),
    codes: ['truncated'],
    message: /ends with record 0/,
  },
  {
    name: 'a truncated line in the middle of the file',
    hand: ({ logs }) => truncateSync(logs[0] as string, readFileSync(logs[0] as string).length - 10),
    codes: ['not_a_record'],
    message: /is incomplete/,
  },
  {
    name: 'a removed file',
    hand: ({ logs }) => rmSync(logs[1] as string),
    codes: ['missing_file', 'missing'],
    message: /the file \S+ is missing/,
  },
  {
    name: 'a removed first file',
    hand: ({ logs }) => rmSync(logs[0] as string),
    codes: ['missing_file', 'missing'],
    message: /begins with record|is missing/,
  },
  {
    name: 'a removed last file',
    hand: ({ logs }) => rmSync(logs.at(-2) as string),
    codes: ['missing_file', 'truncated'],
    message: /is missing/,
  },
  {
    name: 'a file that the session did not write',
    hand: ({ logs }) => copyFileSync(logs[0] as string, (logs[0] as string).replace('.0001.', '.0099.')),
    codes: ['unlisted_file', 'after_end'],
    message: /does not list/,
  },
  {
    name: 'a removed checkpoint file',
    hand: ({ checkpointFile }) => rmSync(checkpointFile[0] as string),
    codes: ['missing_checkpoint_file'],
    message: /checkpoint file is missing/,
  },
  {
    name: 'an invalid checkpoint file',
    hand: ({ checkpointFile }) => writeFileSync(checkpointFile[0] as string, 'hello'),
    codes: ['invalid_checkpoint_file'],
    message: /cannot be read/,
  },
  {
    name: 'a checkpoint file that lists a file twice',
    hand: ({ checkpointFile }) => {
      const file = checkpointFile[0] as string;
      const [head = '', first = '', ...rest] = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, [head, first, first, ...rest].join('\n'));
    },
    codes: ['invalid_checkpoint_file'],
    message: /cannot be read/,
  },
  {
    name: 'a checkpoint file for another record',
    hand: ({ checkpointFile }) =>
      edit(checkpointFile[0] as string, ([head, ...rest]) => [
        (head as string).replace(/(?<="hash":")./, (digit) => (digit === '0' ? '1' : '0')),
        ...rest,
      ]),
    codes: ['invalid_checkpoint_file'],
    message: /differs from the acknowledged/,
  },
  {
    name: 'a whole session removed',
    hand: ({ folder }) => {
      for (const name of readdirSync(folder).filter((file) => file.startsWith('19700101T000001')))
        rmSync(join(folder, name));
    },
    codes: ['missing_session'],
    message: /the whole session \S+ is missing/,
  },
];

for (const key of [undefined, 'a key']) {
  describe(key === undefined ? 'without a key' : 'with a key', () => {
    const honest = join(root, key ?? 'plain');
    beforeAll(() => write(honest, key));
    const copy = (name: string) => {
      const folder = join(root, `${key ?? 'plain'}-${name.replaceAll(/\W/g, '-')}`);
      cpSync(honest, folder, { recursive: true });
      const named = (end: string) =>
        readdirSync(folder)
          .filter((file) => file.endsWith(end))
          .sort()
          .map((file) => join(folder, file));
      return { folder, logs: named('.jsonl'), checkpointFile: named('.checkpoint') };
    };

    test('a copied folder still verifies', async () => {
      const { sessions, ...report } = await verifyAudit(copy('untouched').folder, { key });
      expect(report).toEqual({ ok: true, problems: [] });
      expect(sessions.map(({ state, records }) => [state, records])).toEqual([
        ['ended', sessions[0]?.records],
        ['open', 7],
      ]);
    });

    for (const { name, hand, codes, message } of tampering) {
      test(`detects ${name}`, async () => {
        const files = copy(name);
        hand(files);
        const { ok, sessions, problems } = await verifyAudit(files.folder, { key });
        const all = [...problems, ...sessions.flatMap((session) => session.problems)];
        expect(ok).toBe(false);
        expect(all.map((problem) => problem.code)).toEqual(expect.arrayContaining(codes.slice(0, 1)));
        expect(all.map((problem) => problem.message).join('\n')).toMatch(message);
      });
    }

    test('a process that dies between record and checkpoint file, or within a line, is reported as a note', async () => {
      const ahead = copy('ahead');
      const log = ahead.logs.at(-1) as string;
      writeFileSync(log, `${readFileSync(log, 'utf8')}{"v":1,"seq":8,"ti`);
      const checkpointFile = ahead.checkpointFile.at(-1) as string;
      const report = await verifyAudit(ahead.folder, { key });
      expect(report).toMatchObject({ ok: true, sessions: [{}, { state: 'open' }] });
      expect(report.sessions[1]?.notes[0]).toBe('its last line is incomplete');
      if (key !== undefined) return;
      const sixth = lines(log)[5] as string;
      const hash = sixth.slice(-66, -2);
      edit(checkpointFile, ([, ...rest]) => [
        `{"seq":"${'6'.padStart(16, '0')}","hash":"${hash}","tag":"${'0'.repeat(64)}"}`,
        ...rest,
      ]);
      const behind = await verifyAudit(ahead.folder);
      expect(behind.ok).toBe(true);
      expect(behind.sessions[1]?.notes).toContain(
        '1 entries are newer than the checkpoint file: the process died',
      );
    });
  });
}

describe('rewriting both log and checkpoint file', () => {
  const cut: Hand = ({ logs, checkpointFile }) => {
    edit(logs.at(-1) as string, (all) => all.slice(0, 4));
    const hash = (lines(logs.at(-1) as string)[3] as string).slice(-66, -2);
    edit(checkpointFile.at(-1) as string, ([head, ...rest]) => [
      (head as string).replace(
        /"seq":"\d+","hash":"\w+"/,
        `"seq":"${'4'.padStart(16, '0')}","hash":"${hash}"`,
      ),
      ...rest,
    ]);
  };
  for (const [key, found] of [
    [undefined, []],
    ['a key', ['forged_checkpoint_file']],
  ] as const) {
    test(key === undefined ? 'is not detected without a key' : 'is detected with a key', async () => {
      const folder = join(root, `both-${key}`);
      write(folder, key);
      const named = (end: string) =>
        readdirSync(folder)
          .filter((file) => file.endsWith(end))
          .sort()
          .map((file) => join(folder, file));
      cut({ folder, logs: named('.jsonl'), checkpointFile: named('.checkpoint') });
      const { sessions } = await verifyAudit(folder, { key });
      expect(sessions[1]?.problems.map(({ code }) => code)).toEqual(found);
    });
  }
});

const keys = [
  {
    name: 'a keyed log cannot be verified without its key',
    written: 'k',
    asked: undefined,
    code: 'needs_key',
  },
  { name: 'a keyed log cannot be verified with another key', written: 'k', asked: 'other', code: 'changed' },
  {
    name: 'with a key, a log that was written without one is reported',
    written: undefined,
    asked: 'k',
    code: 'unkeyed',
  },
];
for (const { name, written, asked, code } of keys) {
  test(name, async () => {
    const folder = join(root, name.replaceAll(' ', '-'));
    write(folder, written);
    const { ok, sessions } = await verifyAudit(folder, { key: asked });
    expect(ok).toBe(false);
    expect(sessions[0]?.problems[0]?.code).toBe(code);
  });
}

test('distinguishes a session whose process is writing from one whose process died', async () => {
  const folder = join(root, 'alive');
  const log = openAuditLog({ folder, server: 'a' });
  log.note('report', {});
  const told = async (where: string) =>
    (await verifyAudit(where)).sessions.map(({ state, alive, notes }) => [state, alive, notes.at(-1)]);
  expect(await told(folder)).toEqual([['open', true, expect.stringMatching(/^still running; /)]]);
  if (process.platform === 'linux') {
    const elsewhere = join(root, 'alive-copied');
    cpSync(folder, elsewhere, { recursive: true });
    expect(await told(elsewhere)).toEqual([
      ['open', false, expect.stringMatching(/^the process ended without closing the log; /)],
    ]);
  }
  log.close();
  expect(await told(folder)).toEqual([['ended', false, undefined]]);
});

describe('a session that disappears during verification', () => {
  /** The key is read before each session, so `act` runs between the first and the second session. */
  const whileChecking = (act: () => void) => {
    let sessions = 0;
    return {
      get key() {
        sessions += 1;
        if (sessions === 1) act();
        return undefined;
      },
    };
  };
  const begin = (name: string) => {
    const folder = join(root, name);
    let now = 1000;
    const open = () => openAuditLog({ folder, server: 'a', now: () => now });
    const first = open();
    now = 2000;
    const second = open();
    second.note('report', {});
    second.close();
    const remove = () => {
      for (const file of readdirSync(folder)) if (file.startsWith(second.session)) rmSync(join(folder, file));
    };
    return { folder, first, second, remove };
  };

  test('is reported as removed', async () => {
    const { folder, first, second, remove } = begin('vanished');
    first.close();
    const report = await verifyAudit(folder, whileChecking(remove));
    expect(report).toMatchObject({
      ok: false,
      sessions: [{ state: 'ended' }],
      problems: [{ code: 'missing_session', file: second.session }],
    });
  });

  test('is not reported if another session recorded its retention', async () => {
    const { folder, first, second, remove } = begin('retired-meanwhile');
    const retire = () => {
      first.note('report', { retired: [second.session] });
      first.close();
      remove();
    };
    const report = await verifyAudit(folder, whileChecking(retire));
    expect(report).toMatchObject({ ok: true, sessions: [{ session: first.session }], problems: [] });
  });
});
