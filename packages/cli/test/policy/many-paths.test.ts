// Tests a link among so many paths that they cannot all be resolved in time.

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Agent } from '../serve/agent.js';

const server = fileURLToPath(new URL('../../../../fixtures/servers/script.mjs', import.meta.url));

test('a link to a denied file is not hidden by thousands of other paths', async () => {
  const home = mkdtempSync(join(tmpdir(), 'claw-links-'));
  const project = mkdtempSync(join(tmpdir(), 'claw-project-'));
  symlinkSync(home, join(project, 'innocent'));
  writeFileSync(join(home, 'policy.toml'), 'default = "allow"\n');
  const proxy = new Agent(home, ['proxy', '--server', 'files', '--', process.execPath, server]);
  const others = Array.from({ length: 9_900 }, (_, index) => join(project, `${index}`, 'a'));
  const paths = [...others, join(project, 'innocent', 'policy.toml')];
  const answer = await proxy.call('write_files', { paths, content: 'default = "allow"' });
  // The call is denied whether or not all paths are resolved.
  expect(answer.error?.code).toBe(-32001);
  expect(['links', 'self_protection']).toContain(answer.error?.data?.['rule']);
  expect(await proxy.end()).toBe(0);
  for (const folder of [home, project]) rmSync(folder, { recursive: true, force: true });
});
