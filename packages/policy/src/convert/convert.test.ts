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
} from '../index.js';
import { PRESETS, presetText } from '../presets/index.js';

const environment = { platform: 'linux', home: '/home/user', cwd: '/home/user/project' };
const bare = ({ rules, ...policy }: Policy) => ({
  ...policy,
  dialect: '',
  rules: rules.map(({ source: _, priority: __, ...rule }) => rule),
});

describe('converting a policy and converting it back gives the same policy', () => {
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
  test('every field is converted', async () => {
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

test('reports a limit that is split into two limits, and keeps names unique', async () => {
  const policy = await loadPolicy(
    '[rules.a]\naction = "log"\nrate_limit = { max = 5, window = "60s" }\nmatch.event_type = ["tool_call", "connect"]\n[rules.a-2]\naction = "log"\nmatch.tool = "x"\n',
  );
  const { text, notes } = await convertPolicy(policy);
  const { rules } = await loadPolicy(text);
  expect(rules.map(({ name, rateLimit }) => [name, rateLimit?.max])).toEqual([
    ['a', 5],
    ['a-3', 5],
    ['a-2', undefined],
  ]);
  expect(notes).toEqual([
    'rule `a` becomes two with a limit each, `a` and `a-3`: together they allow 10 calls instead of 5',
  ]);
});

test('show prints the rules in order, the built-in rules, and valid TOML', async () => {
  const policy = await loadPolicy(
    '[rules.late]\naction = "log"\n[rules.late.match]\nany = true\n[rules.early]\naction = "block"\npriority = 1\n[rules.early.match]\ntool_name = "x"\n',
  );
  const text = await showPolicy(policy);
  expect(text).toMatch(/self_protection[\s\S]*1\. early: deny[\s\S]*2\. late: log[\s\S]*last: log/);
  expect(bare(await loadPolicy(text))).toEqual(bare(policy));
});

const folder = new URL('../../../../fixtures/policies/foreign/', import.meta.url);
const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } });

test('an Agent Wall policy is imported', async () => {
  const imported = await importPolicy(readFileSync(new URL('agent-wall.yaml', folder), 'utf8'));
  if (!imported.ok) throw new Error(imported.reason);
  const engine = compilePolicy(await loadPolicy(imported.text), { environment });
  expect(engine.evaluate(call('read_file', { path: '/home/user/.ssh/id_rsa' }))).toMatchObject({
    action: 'deny',
    rule: 'block-ssh-keys',
  });
  expect(engine.evaluate(call('bash', { command: 'curl http://x/y' }))).toMatchObject({
    action: 'prompt',
    rule: 'ask-curl',
  });
  expect(engine.evaluate(call('list_directory', {}))).toMatchObject({
    action: 'allow',
    limit: { max: 10, windowMs: 60_000 },
  });
  expect(engine.evaluate(call('other', {}))).toMatchObject({ action: 'prompt', rule: 'default' });
  expect(engine.policy.settings.responses).toMatchObject({
    max_size: 5 * 1024 ** 2,
    oversize: 'truncate',
    secrets: 'redact',
    personal: 'off',
  });
  expect(engine.policy.settings.egress).toMatchObject({ allow_hosts: ['example.com'], private: 'deny' });
  expect(imported.notes).toEqual([
    '`globalRateLimit` has no equivalent: limits belong to rules (`rate_limit`)',
    'rule `ask-curl`: stars in `command` became `**`, which also matches `/`',
    'rule `ask-curl`: `rateLimit` on `prompt` has no equivalent',
    '`security.injectionDetection.logOnly` has no equivalent',
    '`dashboard` has no equivalent',
  ]);
});

test('AIronClaw rules are imported', async () => {
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
  test(`rejects text that is not a policy: ${JSON.stringify(text)}`, async () =>
    expect((await importPolicy(text)).ok).toBe(false));

const agentWall = (rule: string, rest = '') =>
  `defaultAction: deny\nrules:\n  - name: few\n    tool: read_*\n    action: allow\n${rule}${rest}`;
const limit = (text: string) => agentWall(`    rateLimit: ${text}\n`);
const NO_LIMIT =
  'rule `few`: `rateLimit` needs `maxCalls` and `windowSeconds`, both above 0; it is omitted, so the rule has no limit';

const foreign: readonly {
  readonly name: string;
  readonly text: string;
  readonly policy: object;
  readonly notes: readonly (string | RegExp)[];
}[] = [
  {
    name: 'a limit with the alternative key for its number',
    text: limit('{ maxRequests: 5, windowSeconds: 60 }'),
    policy: { rules: [{ name: 'few', rateLimit: { max: 5, windowMs: 60_000 } }] },
    notes: [],
  },
  {
    name: 'a limit with a window below one second',
    text: limit('{ maxCalls: 5, windowSeconds: 0.5 }'),
    policy: { rules: [{ name: 'few', rateLimit: { max: 5, windowMs: 500 } }] },
    notes: [],
  },
  {
    name: 'a limit without a number',
    text: limit('{ windowSeconds: 60 }'),
    policy: { rules: [{ name: 'few', action: 'allow' }] },
    notes: [NO_LIMIT],
  },
  {
    name: 'a limit without a window',
    text: limit('{ maxCalls: 5, burst: 2 }'),
    policy: { rules: [{ name: 'few' }] },
    notes: ['`few.rateLimit.burst` has no equivalent', NO_LIMIT],
  },
  {
    name: 'a limit that is not a table',
    text: limit('{ maxCalls: many, windowSeconds: 60 }'),
    policy: { rules: [{ name: 'few' }] },
    notes: [NO_LIMIT],
  },
  {
    name: 'tools and arguments in lists',
    text: 'defaultAction: deny\nrules:\n  - tool: [a, "b|c"]\n    action: deny\n    match: { arguments: { path: [/x, /y] } }\n',
    policy: { rules: [{ match: { tool: ['a', 'b', 'c'], args: [{ patterns: ['/x', '/y'] }] } }] },
    notes: [],
  },
  {
    name: 'two rules with the same name',
    text: agentWall('', '  - name: few\n    tool: x\n    action: deny\n'),
    policy: { rules: [{ name: 'few' }, { name: 'few-2' }] },
    notes: ['rule 2: the name `few` is taken, `few-2` is used'],
  },
  {
    name: 'a rule without a tool, and an invalid action',
    text: 'rules:\n  - name: a\n    tool: ""\n    action: nonsense\n',
    policy: { default: 'prompt', rules: [] },
    notes: [
      '`defaultAction` is missing or unknown: `prompt` is used',
      'rule `a`: unknown action `nonsense`, `deny` is used',
      /^expected a string or an array with at least one string, found an empty array; .*Left out, as a comment: \[\[rule\]\] name = "a"$/,
    ],
  },
  {
    name: 'unsupported patterns, one of which contains a line end',
    text: agentWall('', `  - tool: "${'?'.repeat(40)}\\n[self]\\nprotect = false"\n    action: deny\n`),
    policy: { rules: [{ name: 'few' }], settings: { self: { protect: true } } },
    notes: [/^pattern .* has 40 wildcards/],
  },
  {
    name: 'an argument that is a table',
    text: agentWall(
      '',
      '  - name: deep\n    tool: x\n    action: deny\n    match: { arguments: { a: { b: c } } }\n',
    ),
    policy: { rules: [{ name: 'few' }] },
    notes: [/Left out, as a comment: \[\[rule\]\] name = "deep"$/],
  },
  {
    name: 'unsupported settings',
    text: 'defaultAction: deny\nresponseScanning: { maxResponseSize: 1.5, detectPII: true }\nsecurity: { injectionDetection: { sensitivity: paranoid } }\n',
    policy: { settings: { responses: { personal: 'redact' }, injection: { sensitivity: 'medium' } } },
    notes: [
      /Left out of \[responses\]: max_size = "1.5B"$/,
      /^unknown sensitivity .*Left out of \[injection\]: sensitivity = "paranoid"$/,
    ],
  },
  {
    name: 'an unsupported regular expression',
    text: 'defaultAction: deny\nresponseScanning: { patterns: [{ name: x, pattern: "(?=a)" }] }\n',
    policy: { settings: { responses: { pattern: [] } } },
    notes: [/^lookahead .*Left out, as a comment/],
  },
  {
    name: 'a guard without a required key',
    text: '[{ "rule_type": "static_cache", "tools": ["*"] }]',
    policy: { settings: { guard: [] } },
    notes: [/has no `cache_ttl`.*Left out, as a comment: \[\[guard\]\]/, /^these rules/],
  },
];
for (const { name, text, policy, notes } of foreign)
  test(`the imported policy is valid: ${name}`, async () => {
    const imported = await importPolicy(text);
    if (!imported.ok) throw new Error(imported.reason);
    expect(await parsePolicy(imported.text)).toMatchObject({ ok: true, policy });
    expect(imported.notes).toHaveLength(notes.length);
    for (const note of notes)
      expect(imported.notes).toContainEqual(note instanceof RegExp ? expect.stringMatching(note) : note);
  });
