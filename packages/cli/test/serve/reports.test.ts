// Compares the reports of an agent with the calls that the proxies logged.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyAudit } from '@claw/audit';
import { expect, onTestFinished, test } from 'vitest';
import { Agent, cli } from './agent.js';

const server = fileURLToPath(new URL('../../../../fixtures/servers/script.mjs', import.meta.url));

test('a report without a call and a call without a report are listed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'claw-serve-'));
  writeFileSync(join(home, 'policy.toml'), 'default = "allow"\n');
  const agent = new Agent(home);
  const proxy = new Agent(home, ['proxy', '--server', 'files', '--', process.execPath, server]);
  const report = async (target: string) => {
    const answer = await agent.call('reportAction', {
      description: 'a test',
      action_type: 'file_read',
      target,
      result: 'success',
    });
    return answer.result?.structuredContent['event_id'];
  };
  await agent.call('checkIntent', {
    description: 'a test',
    action_type: 'file_read',
    target: '/project/told',
  });
  await proxy.call('echo', { path: '/project/told' });
  await report('/project/x/../told');
  await proxy.call('echo', { path: '/project/untold' });
  const invented = await report('/project/invented');
  expect(await proxy.end()).toBe(0);
  expect(await agent.end()).toBe(0);

  const query = async (...words: string[]) =>
    JSON.parse((await cli(home, 'audit', 'query', '--json', ...words)).stdout).items;
  expect(await query('--uncorrelated')).toMatchObject([
    { kind: 'decision', server: 'files', arguments: { path: '/project/untold' } },
    { kind: 'report', server: 'clawdefender', event_id: invented, tool: 'file_read', result: 'success' },
  ]);
  expect(await query('--uncorrelated', '--kind', 'report')).toMatchObject([{ event_id: invented }]);
  expect(await query('--uncorrelated', '--limit', '1')).toMatchObject([{ event_id: invented }]);
  expect(await query('--uncorrelated', '--server', 'other')).toEqual([]);
  expect(await query('--kind', 'report')).toHaveLength(2);
  const { stdout } = await cli(home, 'audit', 'query', '--uncorrelated');
  expect(stdout).toMatch(/untold.*\n.*invented/);
  expect(await verifyAudit(join(home, 'audit'))).toMatchObject({ ok: true });
  rmSync(home, { recursive: true, force: true });
});

test('an unwritable log is reported on stderr with its path, and it is reported when it works again', async () => {
  const home = mkdtempSync(join(tmpdir(), 'claw-serve-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  writeFileSync(join(home, 'policy.toml'), 'default = "allow"\n');
  writeFileSync(join(home, 'audit'), 'in the way');
  const agent = new Agent(home);
  const action = { description: 'a test', action_type: 'file_read', target: '/project/a' };
  const answers = [
    await agent.call('checkIntent', action),
    await agent.call('reportAction', { ...action, result: 'success' }),
  ];
  expect(answers[0]?.result?.structuredContent).toMatchObject({ allowed: false, rule: 'audit' });
  expect(JSON.stringify(answers)).not.toContain(home);
  rmSync(join(home, 'audit'));
  const { result } = await agent.call('checkIntent', action);
  expect(result?.structuredContent).toMatchObject({ allowed: true });
  await agent.end();
  const said = agent.stderr.split('\n').filter((line) => /the audit log/i.test(line));
  expect(said).toHaveLength(2);
  expect(said[0]).toContain('Cannot write the audit log: ');
  expect(said[0]).toContain(join(home, 'audit'));
  expect(said[1]).toContain('The audit log can be written again');
});
