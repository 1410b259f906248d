// Kills a process at random moments and checks that no acknowledged record is lost and that the log verifies. `npm
// run prove -- --only audit` repeats this fifty times.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { queryAudit, verifyAudit } from '../src/index.js';

const root = mkdtempSync(join(tmpdir(), 'claw-kill-'));
afterAll(() => rmSync(root, { recursive: true }));

const writer = fileURLToPath(new URL('./writer.mjs', import.meta.url));
const times = Number(process.env['AUDIT_KILLS'] ?? 5);

/**
 * Runs the writer, kills it a few milliseconds after its first record, and returns the number of the last acknowledged
 * record.
 */
async function killOnce(folder: string, key: string, group: number, milliseconds: number): Promise<number> {
  const args = [writer, folder, key, '20000', String(group)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child.stdout, 'data');
  setTimeout(() => child.kill('SIGKILL'), milliseconds);
  await once(child, 'close');
  const acknowledged = said.slice(0, said.lastIndexOf('\n')).split('\n');
  return Number(acknowledged.at(-1));
}

const ways = [
  { name: 'without a key', key: '', group: 1 },
  { name: 'with a key', key: 'a key', group: 1 },
  { name: 'in groups', key: '', group: 8 },
];
for (const { name, key, group } of ways) {
  test(`killed ${times} times ${name}: every log is valid and contains every acknowledged record`, async () => {
    const folder = join(root, name.replaceAll(' ', '-'));
    const acknowledged: number[] = [];
    for (let run = 0; run < times; run++)
      acknowledged.push(await killOnce(folder, key, group, Math.floor(Math.random() * 120)));
    const { ok, sessions, problems } = await verifyAudit(folder, { key });
    expect(problems).toEqual([]);
    expect(sessions.flatMap((session) => session.problems)).toEqual([]);
    expect(ok).toBe(true);
    expect(sessions).toHaveLength(times);
    sessions.forEach((session, run) => {
      expect(session.records).toBeGreaterThanOrEqual(acknowledged[run] as number);
      // In addition, the log may contain the records in progress and one or two checkpoints.
      expect(session.records).toBeLessThanOrEqual((acknowledged[run] as number) + group + 3);
    });
    let found = 0;
    for await (const line of queryAudit(folder, { kind: 'decision' })) if (line !== '') found++;
    expect(found).toBe(sessions.reduce((sum, { kinds }) => sum + (kinds['decision'] ?? 0), 0));
  }, 600_000);
}
