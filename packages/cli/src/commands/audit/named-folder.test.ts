// Tests the `audit` commands with a folder on the command line.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuditLog } from '@claw/audit';
import { afterAll, expect, test, vi } from 'vitest';
import { removeFolder } from '../../../test/remove-folder.js';
import { createRunner } from '../../../test/run-commands.js';

const home = mkdtempSync(join(tmpdir(), 'claw-audit-folder-'));
vi.stubEnv('CLAWDEFENDER_HOME', home);
afterAll(async () => {
  vi.unstubAllEnvs();
  await removeFolder(home);
});

const other = join(home, 'other');
mkdirSync(other);
writeFileSync(join(other, 'notes.jsonl'), '{}\n');
const state = join(home, 'copied');
openAuditLog({ folder: join(state, 'audit'), server: 'files' }).close();

const run = createRunner('audit');

const cases = [
  { name: 'no log', folder: [other], code: 2, text: `The folder \`${other}\` contains no audit log.\n` },
  {
    name: 'the log in its folder `audit`',
    folder: [state],
    code: 2,
    text: `contains no audit log. Did you mean \`${join(state, 'audit')}\`?`,
  },
  { name: 'a log', folder: [join(state, 'audit')], code: 0, text: '' },
  { name: 'the default folder, which does not exist yet', folder: [], code: 0, text: '' },
];
for (const command of ['verify', 'query', 'stats', 'export', 'tail --no-follow'])
  for (const { name, folder, code, text } of cases)
    test(`\`audit ${command}\` for ${name} exits with ${code}`, async () => {
      const outcome = await run(...command.split(' '), ...folder);
      expect(outcome.err).toContain(text);
      expect(outcome.code).toBe(code);
    });
