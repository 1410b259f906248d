import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry } from '@claw/pipeline';
import { loadPolicy } from '@claw/policy';
import { afterAll, expect, test } from 'vitest';
import { call, recordCalls } from '../../../../test/recorded-calls.js';
import { replayCalls } from './replay-calls.js';

const home = mkdtempSync(join(tmpdir(), 'claw-past-calls-'));
afterAll(() => rmSync(home, { recursive: true }));

const ask = { stage: 'policy', verdict: 'ask', rule: 'ask_first', reason: 'it was asked' } as const;

async function judged(rules: string, entries: readonly AuditEntry[], cwd = '/srv/work') {
  const folder = mkdtempSync(join(home, 'audit-'));
  recordCalls(folder, entries, { cwd });
  const found = [];
  const policy = await loadPolicy(rules, 'policy.toml');
  for await (const past of replayCalls(policy, { folder }))
    found.push({
      tool: past.record.tool,
      decision: past.decision,
      now: past.now.decision,
      doubt: past.doubt ?? '',
    });
  return found;
}

const cases = [
  {
    name: 'a call is decided by the current policy',
    rules: '[[rule]]\naction = "deny"\ntool = "read"\n',
    entry: call('read', { path: '/x' }),
    found: { decision: 'allow', now: 'deny', doubt: '' },
  },
  {
    name: 'a relative path is resolved in the folder of the proxy',
    rules: '[[rule]]\naction = "allow"\npath = "/srv/work/**"\n',
    entry: call('read', { path: 'notes.txt' }),
    found: { decision: 'allow', now: 'allow', doubt: '' },
  },
  {
    name: 'a call that the user approved counts as `prompt`',
    rules: '[[rule]]\nname = "ask_first"\naction = "prompt"\ntool = "*"\n',
    entry: call('read', {}, { trail: [ask], rule: 'ask_first' }),
    found: { decision: 'prompt', now: 'prompt', doubt: '' },
  },
  {
    name: 'a call that the user denied counts as `prompt`',
    rules: '[[rule]]\nname = "ask_first"\naction = "prompt"\ntool = "*"\n',
    entry: call('read', {}, { trail: [ask], decision: 'deny', rule: 'ask_first' }),
    found: { decision: 'prompt', now: 'prompt', doubt: '' },
  },
  {
    name: 'the decision on a call with masked arguments is uncertain',
    rules: 'default = "allow"\n',
    entry: call('send', { deep: [{ text: 'token [REDACTED]' }] }),
    found: { decision: 'allow', now: 'allow', doubt: 'secrets in the arguments are masked' },
  },
  {
    name: 'the decision on a call without logged arguments is uncertain',
    rules: 'default = "allow"\n',
    entry: call('send', undefined),
    found: {
      decision: 'allow',
      now: 'allow',
      doubt: 'the log entry has no arguments: there were none, or they were too long',
    },
  },
  {
    name: 'the decision on a call with a digest instead of arguments is uncertain',
    rules: 'default = "allow"\n',
    entry: call('send', { text: 'a'.repeat(70_000) }),
    found: { decision: 'allow', now: 'allow', doubt: 'the arguments were too long for the log' },
  },
  {
    name: 'a call that the kill switch denied is uncertain',
    rules: 'default = "allow"\n',
    entry: call('read', {}, { decision: 'deny', rule: 'kill_switch' }),
    found: { decision: 'deny', now: 'allow', doubt: 'the kill switch was on' },
  },
  {
    name: 'a call that exceeded a rate limit is uncertain',
    rules: '[[rule]]\nname = "some"\naction = "allow"\ntool = "*"\nrate_limit = { max = 1, window = "1m" }\n',
    entry: call('read', {}, { decision: 'deny', rule: 'some' }),
    found: { decision: 'deny', now: 'allow', doubt: 'its rule has a rate limit' },
  },
];
for (const { name, rules, entry, found } of cases)
  test(name, async () => expect(await judged(rules, [entry])).toEqual([{ tool: entry.tool, ...found }]));

test('responses and other entries are not read as calls', async () => {
  const reply = call('read', undefined, { kind: 'reply', direction: 'server-to-client', callSeq: 2 });
  expect(await judged('default = "allow"\n', [call('read', {}), reply])).toHaveLength(1);
});
