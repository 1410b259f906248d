// Tests the limits of the real program: they are exact for concurrent calls from several processes.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Agent, type Answer, callBody, post, startEndpoint } from './agent.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-serve-'));
  writeFileSync(join(home, 'policy.toml'), 'default = "allow"\n');
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const intent = { description: 'a', action_type: 'file_read', target: '/project/a' };
const passed = (answers: readonly Answer[]) => answers.filter(({ result }) => result !== undefined).length;
const limited = (answers: readonly Answer[]) => answers.filter(({ error }) => error?.code === -32000);

test('over stdio each process is a caller', async () => {
  const agents = [new Agent(home), new Agent(home)];
  for (const agent of agents) {
    const answers = await Promise.all(Array.from({ length: 150 }, () => agent.call('checkIntent', intent)));
    expect(passed(answers)).toBe(100);
    const [refused] = limited(answers);
    expect(refused?.error?.data).toMatchObject({ rule: 'limits.checkIntent' });
    expect(refused?.error?.data?.['retry_after']).toBeGreaterThan(0);
    expect(refused?.error?.data?.['retry_after']).toBeLessThanOrEqual(60);
    const wishes = Array.from({ length: 15 }, () =>
      agent.call('requestPermission', { resource: '/project/a', operation: 'read', justification: 'b' }),
    );
    expect(passed(await Promise.all(wishes))).toBe(10);
    const reports = Array.from({ length: 1050 }, () =>
      agent.call('reportAction', { ...intent, result: 'success' }),
    );
    expect(passed(await Promise.all(reports))).toBe(1000);
    expect((await agent.call('getPolicy', {})).result).toBeDefined();
    expect(await agent.end()).toBe(0);
  }
});

test('over HTTP each identity is one caller across all servers', async () => {
  const tokens = join(home, 'tokens');
  writeFileSync(tokens, '# callers\nanna anna-knows-this-word\nberta berta-knows-that-word\n', {
    mode: 0o600,
  });
  const endpoints = await Promise.all([1, 2].map(() => startEndpoint(home, '--token-file', tokens)));
  const ask = async (token: string) => {
    const answers = await Promise.all(
      Array.from({ length: 140 }, (_, index) =>
        post({ url: endpoints[index % 2]?.url ?? '', token }, callBody('checkIntent', intent)),
      ),
    );
    return answers.map(({ message }) => message);
  };
  const [anna, berta] = await Promise.all([ask('anna-knows-this-word'), ask('berta-knows-that-word')]);
  expect([passed(anna), limited(anna).length]).toEqual([100, 40]);
  expect([passed(berta), limited(berta).length]).toEqual([100, 40]);
  for (const endpoint of endpoints) expect(await endpoint.stop()).toBe(0);
});
