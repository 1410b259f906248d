// Tests a state folder that cannot be written: it is read-only, on a full disk, or cannot be created. A call that
// cannot be logged is denied with the reason, and when the folder can be written again, calls are allowed. If this user
// can mount a small file system, the folder is on it.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { programFile } from '../compatibility/command.js';
import { Running } from '../running-proxy.js';

const policy = `version = 1
default = "allow"
[[rule]]
name = "ask"
action = "prompt"
tool = "slow"
[approval]
wait = "1s"
[[guard]]
rule_type = "rate_limit"
name = "some"
tools = ["process"]
match_key = "consumer"
threshold = 100
timespan = 600
`;

const mount = (...words: string[]) => spawnSync('mount', words).status === 0;

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), 'claw-mount-'));
  const done = mount('-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
  if (done) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  return done;
}

const mountable = canMount();
if (!mountable)
  console.warn('SKIPPED: state folders that take nothing, because no small file system can be made');

/** Creates a home folder on a separate file system. */
function createHome() {
  const folder = mkdtempSync(join(tmpdir(), 'claw-state-'));
  mount('-t', 'tmpfs', '-o', 'size=512k,mode=700', 'tmpfs', folder);
  const running: Running[] = [];
  onTestFinished(async () => {
    for (const one of running) one.child.kill('SIGKILL');
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(join(folder, 'policy.toml'), policy, { mode: 0o600 });
  const env = { ...process.env, CLAWDEFENDER_HOME: folder };
  return {
    folder,
    start() {
      const one = new Running([], { options: ['--server', 'notes'], home: folder });
      running.push(one);
      return one;
    },
    cli(...words: string[]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [programFile(), ...words], { env });
      return { status, said: `${stdout}${stderr}` };
    },
  };
}

const reasonOf = (error: { data: object } | undefined) => (error?.data as { reason?: string })?.reason;

describe.runIf(mountable)('a state folder', () => {
  for (const used of [false, true])
    test(`that is read-only, ${used ? 'after it was used' : 'and new'}`, async () => {
      const { folder, start, cli } = createHome();
      if (used) {
        const before = start();
        await before.call('process');
        await before.refusal('slow');
        await before.end();
        expect(cli('audit', 'query').status).toBe(0);
      }
      mount('-o', 'remount,ro', folder);
      const running = start();
      const unrecorded = await running.refusal('echo');
      expect(unrecorded).toMatchObject({ code: -32001, data: { rule: 'audit' } });
      expect(reasonOf(unrecorded)).toMatch(/the audit log cannot be written: EROFS$/);
      await running.said('Cannot write the audit log: ');
      expect(running.stderr).toContain('read-only');
      expect(reasonOf(await running.refusal('slow'))).toContain('approvals cannot be stored');
      const uncounted = await running.refusal('process');
      expect(uncounted).toMatchObject({ code: -32001, data: { rule: 'guard' } });
      expect(JSON.stringify(uncounted)).not.toContain(folder);
      expect(running.stderr).toContain(`the store \`${join(folder, 'state.db')}\` cannot be used: `);
      const doctor = cli('doctor');
      expect(doctor).toMatchObject({ status: 1, said: expect.stringContaining('cannot be written') });
      expect(cli('kill', 'on')).toMatchObject({ status: 2, said: expect.stringContaining('read-only') });
      expect(cli('audit', 'verify').status).toBe(0);
      expect(cli('audit', 'query').status).toBe(0);

      mount('-o', 'remount,rw', folder);
      expect(await running.refusal('echo')).toBeUndefined();
      await running.said('The audit log can be written again');
      await running.end();
      expect(cli('audit', 'verify')).toMatchObject({
        status: 0,
        said: expect.stringContaining('could not be'),
      });
    });

  test('on a full disk', async () => {
    const { folder, start, cli } = createHome();
    mkdirSync(join(folder, 'audit'), { mode: 0o700 });
    const running = start();
    expect(await running.refusal('process')).toBeUndefined();
    expect(() => writeFileSync(join(folder, 'ballast'), Buffer.alloc(1024 * 1024))).toThrow('ENOSPC');
    // Entries that fit into the last block of the log file can still be written.
    const large = { text: 'x'.repeat(4000) };
    await expect
      .poll(async () => reasonOf(await running.refusal('echo', large)), { timeout: 10_000 })
      .toMatch(/the audit log cannot be written: ENOSPC$/);
    await running.said('Cannot write the audit log: ');
    expect(reasonOf(await running.refusal('slow'))).toContain('approvals cannot be stored');
    expect(cli('doctor')).toMatchObject({ status: 1, said: expect.stringContaining('free space') });
    expect(cli('audit', 'query', '--limit', '1').status).toBe(0);
    expect(cli('audit', 'verify').status).toBe(0);
    // An empty file needs no space, and only its existence counts.
    expect(cli('kill', 'on')).toMatchObject({ status: 0, said: expect.stringContaining('ON') });
    await expect.poll(() => running.refusal('echo')).toMatchObject({ data: { rule: 'kill_switch' } });
    expect(cli('kill', 'off').status).toBe(0);

    rmSync(join(folder, 'ballast'));
    await expect.poll(() => running.refusal('echo')).toBeUndefined();
    await running.said('The audit log can be written again');
    expect((await running.refusal('slow'))?.code).toBe(-32002);
    await running.end();
    expect(cli('audit', 'verify')).toMatchObject({
      status: 0,
      said: expect.stringContaining('could not be'),
    });
  });
});

describe.runIf(process.platform === 'linux')('a state folder that cannot be created', () => {
  const home = '/proc/claw/state';
  const env = { ...process.env, CLAWDEFENDER_HOME: home };
  const cases = [
    {
      words: ['kill', 'on'],
      status: 2,
      said: 'KILL`: cannot create the folder `/proc/claw`',
    },
    { words: ['kill', 'status'], status: 0, said: 'off' },
    { words: ['init', '--preset', 'strict'], status: 1, said: '`/proc` does not accept new folders' },
    { words: ['doctor'], status: 1, said: `\`${home}\` cannot be written` },
    { words: ['audit', 'query'], status: 0, said: '' },
    { words: ['approvals', 'list'], status: 0, said: '' },
  ];
  for (const { words, status, said } of cases)
    test(`\`${words.join(' ')}\` exits with an error`, () => {
      const done = spawnSync(process.execPath, [programFile(), ...words], {
        env,
        encoding: 'utf8',
        timeout: 20_000,
      });
      expect(done.status).toBe(status);
      expect(`${done.stdout}${done.stderr}`.replace(/\s+/g, ' ')).toContain(said);
    });

  test('a proxy denies calls that it cannot log, with the reason', async () => {
    const running = new Running([], { options: ['--server', 'notes'], home });
    onTestFinished(() => void running.child.kill('SIGKILL'));
    const refused = await running.refusal('echo');
    expect(reasonOf(refused)).toMatch(/^the check `tools` failed: the store cannot /);
    await running.said('`/proc` does not accept new folders');
    await running.end();
  });
});
