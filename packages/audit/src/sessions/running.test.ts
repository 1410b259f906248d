import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@claw/pipeline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSessionAlive, openAuditLog, type RunningProgress, runningSessions } from '../index.js';
import { secondsOf } from './process-alive.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claw-running-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (params: object): AuditEntry => ({
  kind: 'decision',
  time: Date.now(),
  direction: 'client-to-server',
  id: '1',
  method: 'tools/call',
  tool: 'x',
  client: 'an "editor"',
  identity: undefined,
  decision: 'allow',
  rule: 'default',
  reason: 'no rule matched',
  findings: [],
  trail: [],
  decideUs: 1,
  arguments: JSON.stringify(params),
  callSeq: undefined,
  latencyUs: undefined,
  observed: false,
});

test('a session is running until it ends', async () => {
  const log = openAuditLog({ folder, server: 'no"tes', about: { policy: 'mine.toml' } });
  log.record(entry({ kind: 'session_end' }));
  log.record(entry({ text: '","kind":"decision","client":"forged"' }));
  log.note('report', { text: 'x' });
  expect(await runningSessions(folder)).toMatchObject([
    {
      session: log.session,
      pid: process.pid,
      server: 'no"tes',
      client: 'an "editor"',
      about: { policy: 'mine.toml' },
      decisions: 2,
    },
  ]);
  log.close();
  expect(await runningSessions(folder)).toEqual([]);
});

test('with the progress from the previous call, only new lines are read', async () => {
  const log = openAuditLog({ folder, server: 'notes' });
  const progress: RunningProgress = new Map();
  const decisions = async () => (await runningSessions(folder, progress)).map((session) => session.decisions);
  log.record(entry({}));
  expect(await decisions()).toEqual([1]);
  const [[file = '', offset = 0] = []] = [...progress].map(([name, read]) => [name, read.offset] as const);
  // The earlier lines are replaced with spaces to show that they are not read again.
  const text = readFileSync(join(folder, file), 'utf8');
  writeFileSync(join(folder, file), ' '.repeat(offset) + text.slice(offset));
  log.record(entry({}));
  expect(await Promise.all([decisions(), decisions()])).toEqual([[2], [2]]);
  expect(await runningSessions(folder, progress)).toMatchObject([{ server: 'notes', client: 'an "editor"' }]);
  log.close();
  expect(await decisions()).toEqual([]);
  rmSync(join(folder, file));
  await decisions();
  expect(progress.size).toBe(0);
});

test('a session is running as long as its process is running', async () => {
  const log = openAuditLog({ folder, server: 'files' });
  expect(await isSessionAlive(log.session)).toBe(true);
  expect(await isSessionAlive(log.session.replace(/Z-\d+-/, 'Z-99999999-'))).toBe(false);
  log.close();
});

test.runIf(process.platform === 'linux')(
  'a session is running even if the clock was set forward after its start',
  async () => {
    const log = openAuditLog({ folder, server: 'files', now: () => Date.now() - 86_400_000 });
    expect(await isSessionAlive(log.session)).toBe(true);
    log.close();
    expect(await isSessionAlive(log.session)).toBe(false);
  },
);

test('a missing folder has no sessions', async () => {
  expect(await runningSessions(join(folder, 'none'))).toEqual([]);
});

/** Gives a session of this process another process id or start time. */
function disguise(session: string, as: string): void {
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8').replaceAll(session, as);
    // The file is copied instead of renamed, because a process with an open file counts as running.
    rmSync(join(folder, file));
    writeFileSync(join(folder, file.replace(session, as)), text);
  }
}

test('a session of a killed process is not running', async () => {
  const { session } = openAuditLog({ folder, server: 'notes' });
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'close');
  disguise(session, session.replace(`-${process.pid}-`, `-${child.pid}-`));
  expect(await runningSessions(folder)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a process that reuses the id of another process is not the same process',
  async () => {
    const { session } = openAuditLog({ folder, server: 'notes' });
    disguise(session, session.replace(/^.{19}/, '20200101T000000.000'));
    expect(await runningSessions(folder)).toEqual([]);
  },
);

for (const [text, seconds] of [
  ['00:05', 5],
  ['01:02:03', 3723],
  ['2-00:00:01', 172_801],
] as const)
  test(`an age of ${text}`, () => expect(secondsOf(text)).toBe(seconds));
