// A disk that takes no more: records are refused, nothing is torn, and when there is space again the log goes on and
// says what is missing. The limit of the system on the size of a file plays the disk.

import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { verifyAudit } from '../src/index.js';

const folder = mkdtempSync(join(tmpdir(), 'claw-full-'));
afterAll(() => rmSync(folder, { recursive: true }));

const writer = fileURLToPath(new URL('./writer.mjs', import.meta.url));
const canLimit = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0;

test.runIf(canLimit)('a full disk refuses records; with space again the log goes on', async () => {
  const command = `ulimit -S -f 40; exec "${process.execPath}" "${writer}" "${folder}" "" 100000000`;
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/refused EFBIG\n/);
  execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/refused.*\n\d+\n/);
  child.kill('SIGKILL');
  await once(child, 'close');
  const refused = said.split('\n').filter((line) => line.startsWith('refused')).length;
  const report = await verifyAudit(folder);
  expect(report).toMatchObject({ ok: true, sessions: [{ kinds: { gap: 1 } }] });
  // Checkpoints that failed are no records that anybody waited for.
  expect(report.sessions[0]?.missing).toBe(refused);
});
