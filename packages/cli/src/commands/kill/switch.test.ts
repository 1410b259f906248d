// Tests which changes to the kill switch are written to the audit log.

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { queryAudit } from '@claw/audit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.js';
import { createRunner } from '../../../test/run-commands.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-kill-'));
  vi.stubEnv('CLAWDEFENDER_HOME', home);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await removeFolder(home);
});

const run = createRunner('kill');

async function reports(): Promise<string[]> {
  const found: string[] = [];
  for await (const line of queryAudit(join(home, 'audit'), { kind: 'report' }))
    found.push((JSON.parse(line) as { reason: string }).reason);
  return found;
}

test('each change of the kill switch is logged with the user, and a call that changes nothing is not', async () => {
  for (const word of ['on', 'on', 'status', 'off', 'off']) expect((await run(word)).code).toBe(0);
  const by = `by \`${userInfo().username}\``;
  expect(await reports()).toEqual([`turn the kill switch on, ${by}`, `turn the kill switch off, ${by}`]);
});

test('the kill switch works without the audit log, and the user is told', async () => {
  writeFileSync(join(home, 'audit'), '');
  const { code, out, err } = await run('on');
  expect(code).toBe(0);
  expect(err).toContain('The change is not in the audit log');
  expect(out).toContain('The kill switch has been ON');
});
