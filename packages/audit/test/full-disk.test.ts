// Tests a full disk: records are rejected, no line is truncated, and when space is available again, the log continues
// and reports the gap. A file size limit of the system simulates the full disk.

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

for (const group of [1, 4]) {
  test.runIf(canLimit)(
    `a full disk rejects groups of ${group}; when space is available again, the log continues`,
    async () => {
      const place = join(folder, String(group));
      const command = `ulimit -S -f 40; exec "${process.execPath}" "${writer}" "${place}" "" 100000000 ${group}`;
      const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      await expect.poll(() => said, { timeout: 20_000 }).toMatch(/refused EFBIG\nrefused EFBIG\n/);
      execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
      await expect.poll(() => said, { timeout: 20_000 }).toMatch(/refused.*\n\d+\n/);
      child.kill('SIGKILL');
      await once(child, 'close');
      const lines = said.slice(0, said.lastIndexOf('\n')).split('\n');
      const refused = lines.filter((line) => line.startsWith('refused')).length;
      const report = await verifyAudit(place);
      expect(report).toMatchObject({ ok: true, sessions: [{ kinds: { gap: 1 } }] });
      const [session] = report.sessions;
      // The whole first group is lost; after that, each group is rejected at its first record. Failed checkpoints do
      // not count as lost records.
      expect(session?.missing).toBe(refused + group - 1);
      const acknowledged = (lines.length - refused) * group;
      // The log may contain records that were not acknowledged, because they were being written when the process was
      // killed.
      expect(session?.kinds['decision']).toBeGreaterThanOrEqual(acknowledged);
      expect(session?.kinds['decision']).toBeLessThanOrEqual(acknowledged + group);
    },
  );
}
