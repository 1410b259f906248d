// Tests invalid policies and their diagnostics. The file next to each policy contains the diagnostics as users read
// them. `UPDATE_FIXTURES=1` rewrites these files.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkPolicy, compilePolicy, formatDiagnostic, loadPolicy, parsePolicy } from '../index.js';

const environment = { platform: 'linux', home: '/home/user', cwd: '/home/user/project' };
const folder = new URL('../../../../fixtures/policies/broken/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.toml'));

for (const file of files)
  test(file, async () => {
    const result = await parsePolicy(readFileSync(new URL(file, folder), 'utf8'), file);
    const diagnostics = result.ok ? [] : result.diagnostics;
    expect(diagnostics.length).toBeGreaterThan(0);
    for (const diagnostic of diagnostics) expect(diagnostic.help).not.toBe('');
    const text = diagnostics
      .map((diagnostic) => `${diagnostic.severity} ${diagnostic.code}\n  ${formatDiagnostic(diagnostic)}\n`)
      .join('');
    const expected = new URL(file.replace(/\.toml$/, '.expected'), folder);
    if (process.env['UPDATE_FIXTURES'] === '1') writeFileSync(expected, text);
    expect(existsSync(expected) && readFileSync(expected, 'utf8')).toBe(text);
  });

test('there are at least forty invalid policies', () => expect(files.length).toBeGreaterThanOrEqual(40));

test('a policy with too many patterns is rejected', async () => {
  const many = JSON.stringify(Array.from({ length: 5001 }, (_, index) => `tool_${index}`));
  const result = await parsePolicy(`[[rule]]\naction = "deny"\ntool = ${many}`);
  expect(!result.ok && result.diagnostics[0]?.code).toBe('too-many-patterns');
});

test('loadPolicy throws an error with all problems', async () => {
  await expect(loadPolicy('[[rule]]\naction = "dney"\ntool = "*"\n', 'p.toml')).rejects.toMatchObject({
    code: 'POLICY_INVALID',
    message: 'p.toml:2:10 unknown action `dney`; did you mean `deny`? (allow, deny, prompt, log, block)',
  });
});

test('a list of exceptions may be empty', async () => {
  const result = await parsePolicy('[egress]\ndeny_hosts = []\nexclude_tools = []\n');
  expect(result).toMatchObject({
    ok: true,
    policy: { settings: { egress: { deny_hosts: [], exclude_tools: [] } } },
  });
});

test.each([
  ['egress', 'allow_hosts'],
  ['responses', 'categories'],
  ['roots', 'allow_paths'],
])('an empty list that could mean all or nothing is rejected: %s.%s', async (section, key) => {
  expect(await parsePolicy(`[${section}]\n${key} = []\n`)).toMatchObject({ ok: false });
});

test('a file without rules denies by default', async () => {
  for (const text of ['', 'rule = []\n', '[rules]\n'])
    expect(await parsePolicy(text)).toMatchObject({
      ok: true,
      policy: { dialect: 'ordered', default: 'deny' },
    });
});

describe('named rules are evaluated in file order', () => {
  const rule = (name: string) => `[rules.${name}]\naction = "deny"\nmatch.tool = "x"\n`;
  const cases = [
    { name: 'descending numbers', text: rule('10') + rule('2') + rule('1'), order: ['10', '2', '1'] },
    { name: 'a word before a number', text: rule('b') + rule('1') + rule('a'), order: ['b', '1', 'a'] },
    { name: 'numbers in quotes', text: rule('z') + rule('"7"'), order: ['z', '7'] },
    {
      name: 'a match table before its rule',
      text: `[rules.9.match]\ntool = "x"\n${rule('3')}[rules.9]\naction = "log"\n`,
      order: ['9', '3'],
    },
    {
      name: 'inline tables',
      text: 'rules = { b = { action = "deny", match = { tool = "x" } }, 0 = { action = "log", match = { tool = "x" } } }\n',
      order: ['b', '0'],
    },
    {
      name: 'dotted keys of one section',
      text: '[rules]\n5.action = "deny"\n4.action = "log"\n4.match.tool = "x"\n5.match.tool = "x"\n',
      order: ['5', '4'],
    },
    {
      name: 'a priority that changes the file order',
      text: `${rule('2')}[rules.1]\naction = "log"\npriority = 0\nmatch.tool = "x"\n`,
      order: ['1', '2'],
    },
  ];
  for (const { name, text, order } of cases)
    test(name, async () => {
      const { rules } = await loadPolicy(text);
      expect(rules.map((one) => one.name)).toEqual(order);
    });
});

describe('names of built-in JavaScript properties', () => {
  for (const name of ['constructor', 'toString', 'hasOwnProperty', 'valueOf'])
    test(`a rule with the name ${name}`, async () => {
      const { rules } = await loadPolicy(`[rules.${name}]\naction = "deny"\nmatch.tool = "x"\n`);
      expect(rules).toMatchObject([{ name, match: { tool: ['x'] } }]);
    });
  for (const name of ['__proto__', 'constructor', '__proto__.a', 'a.__proto__', 'constructor.prototype.a'])
    test(`an argument with the name ${name}`, async () => {
      const text = `default = "log"\n[[rule]]\nname = "r"\naction = "deny"\nargs.${name} = "x*"\n`;
      const engine = compilePolicy(await loadPolicy(text), { environment });
      const call = (json: string) =>
        engine.evaluate({ method: 'tools/call', params: { name: 't', arguments: JSON.parse(json) } }).rule;
      const nested = name.split('.').reduceRight((value, key) => `{"${key}":${value}}`, '"x1"');
      expect([call(nested), call(nested.replace('x1', 'y')), call('{}')]).toEqual([
        'r',
        'default',
        'default',
      ]);
    });
  test.each([
    { names: ['constructor.polluted', '__proto__.polluted'], codes: ['shadowed-rule'] },
    { names: ['a', '"a.b"'], codes: [] },
  ])('a check with the arguments $names changes no prototype', async ({ names, codes }) => {
    const args = names.map((name) => `args.${name} = "x"\n`).join('');
    const text = ['allow', 'deny'].map((action) => `[[rule]]\naction = "${action}"\n${args}`).join('');
    const found = await checkPolicy(text, 'p.toml', { environment });
    expect(found.map(({ code }) => code)).toEqual(codes);
    expect('polluted' in {} || 'polluted' in Object).toBe(false);
  });
});
