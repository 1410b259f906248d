import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  compilePolicy,
  convertPolicy,
  importPolicy,
  loadPolicy,
  type Policy,
  parsePolicy,
  showPolicy,
} from './index.js';
import { PRESETS, presetText } from './presets/index.js';

const environment = { platform: 'linux', home: '/home/user', cwd: '/home/user/project' };
const bare = ({ rules, ...policy }: Policy) => ({
  ...policy,
  dialect: '',
  rules: rules.map(({ source: _, priority: __, ...rule }) => rule),
});

describe('converting there and back gives the same policy', () => {
  for (const preset of PRESETS)
    test(preset, async () => {
      const policy = await loadPolicy(presetText(preset));
      const there = await convertPolicy(policy);
      const named = await loadPolicy(there.text);
      expect(named.dialect).toBe('named');
      expect(bare(named)).toEqual(bare(policy));
      const back = await convertPolicy(named);
      expect(bare(await loadPolicy(back.text))).toEqual(bare(policy));
      expect([...there.notes, ...back.notes]).toEqual([]);
    });
  test('every field', async () => {
    const policy = await loadPolicy(`
      [[rule]]
      name = "a b"
      action = "block"
      message = "say \\"no\\""
      tool = ["x", "y"]
      args."odd name".deep = "1"
      args."**" = "**z**"
      expires = 2030-02-28
      [[rule]]
      action = "allow"
      any = true
      rate_limit = { max = 3, window = "90s" }
      enabled = false
      [approval]
      wait = "1m"
      [limits]
      max_message = "1KB"
      [[chains.pattern]]
      name = "c"
      steps = [{ effect = "read", path = "/x" }, { effect = "connect" }]
      within = "5s"
      [[guard]]
      rule_type = "static_cache"
      tools = ["*"]
      cache_ttl = 60`);
    expect(bare(await loadPolicy((await convertPolicy(policy)).text))).toEqual(bare(policy));
    expect(bare(await loadPolicy((await convertPolicy(policy, 'ordered')).text))).toEqual(bare(policy));
  });
});

test('event types become methods and effects', async () => {
  const policy = await loadPolicy(
    '[rules.a]\naction = "block"\n[rules.a.match]\nevent_type = ["sampling", "connect", "other"]\n',
  );
  const { text, notes } = await convertPolicy(policy);
  const ordered = await loadPolicy(text);
  expect(ordered.rules.map(({ name, match }) => ({ name, match }))).toEqual([
    { name: 'a', match: { method: ['sampling/createMessage'] } },
    { name: 'a-2', match: { effect: ['connect'] } },
  ]);
  expect(ordered.default).toBe('log');
  expect(notes).toHaveLength(1);
});

test('show gives the order, the built-in rule and a text that loads', async () => {
  const policy = await loadPolicy(
    '[rules.late]\naction = "log"\n[rules.late.match]\nany = true\n[rules.early]\naction = "block"\npriority = 1\n[rules.early.match]\ntool_name = "x"\n',
  );
  const text = await showPolicy(policy);
  expect(text).toMatch(/self_protection[\s\S]*1\. early: deny[\s\S]*2\. late: log[\s\S]*last: log/);
  expect(bare(await loadPolicy(text))).toEqual(bare(policy));
});

const folder = new URL('../../../fixtures/policies/foreign/', import.meta.url);
const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } });

test('an Agent Wall policy', async () => {
  const imported = await importPolicy(readFileSync(new URL('agent-wall.yaml', folder), 'utf8'));
  if (!imported.ok) throw new Error(imported.reason);
  const engine = compilePolicy(await loadPolicy(imported.text), { environment });
  expect(engine.evaluate(call('read_file', { path: '/home/user/.ssh/id_rsa' }))).toMatchObject({
    decision: 'deny',
    rule: 'block-ssh-keys',
  });
  expect(engine.evaluate(call('bash', { command: 'curl http://x/y' }))).toMatchObject({
    decision: 'prompt',
    rule: 'ask-curl',
  });
  expect(engine.evaluate(call('list_directory', {}))).toMatchObject({
    decision: 'allow',
    limit: { max: 10, windowMs: 60_000 },
  });
  expect(engine.evaluate(call('other', {}))).toMatchObject({ decision: 'prompt', rule: 'default' });
  expect(engine.policy.settings.responses).toMatchObject({
    max_size: 5 * 1024 ** 2,
    oversize: 'truncate',
    secrets: 'redact',
    personal: 'off',
  });
  expect(engine.policy.settings.egress).toMatchObject({ allow_hosts: ['example.com'], private: 'deny' });
  expect(imported.notes).toEqual([
    '`globalRateLimit` has no equivalent: limits belong to rules (`rate_limit`)',
    'rule `ask-curl`: stars in `command` became `**`, which crosses `/`',
    'rule `ask-curl`: `rateLimit` on `prompt` has no equivalent',
    '`security.injectionDetection.logOnly` has no equivalent',
    '`dashboard` has no equivalent',
  ]);
});

test('AIronClaw rules', async () => {
  const imported = await importPolicy(readFileSync(new URL('aironclaw.json', folder), 'utf8'));
  if (!imported.ok) throw new Error(imported.reason);
  const policy = await loadPolicy(imported.text);
  expect(policy.settings.guard.map((guard) => guard.rule_type)).toEqual([
    'rate_limit',
    'tool_description_inject',
    'static_cache',
  ]);
  expect(imported.notes[0]).toBe('rule 4: `rule_type` `prompt_guard` has no equivalent');
});

for (const text of ['', '3', 'a: [', 'x: y'])
  test(`no policy: ${JSON.stringify(text)}`, async () => expect((await importPolicy(text)).ok).toBe(false));

test('what an importer writes is checked like anything else', async () => {
  const imported = await importPolicy('rules:\n  - name: a\n    tool: ""\n    action: nonsense\n');
  expect(imported).toMatchObject({
    ok: true,
    notes: [
      '`defaultAction` is missing or unknown: `prompt` is used',
      'rule `a`: unknown action `nonsense`, `deny` is used',
    ],
  });
  expect(imported.ok && (await parsePolicy(imported.text)).ok).toBe(false);
});
