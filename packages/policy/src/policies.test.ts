// Broken policies and what we say about them: the text beside each file is what a user reads. `UPDATE_FIXTURES=1` rewrites.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatDiagnostic, loadPolicy, parsePolicy } from './index.js';

const folder = new URL('../../../fixtures/policies/broken/', import.meta.url);
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

test('there are at least forty broken policies', () => expect(files.length).toBeGreaterThanOrEqual(40));

test('a policy with too many patterns is refused', async () => {
  const many = JSON.stringify(Array.from({ length: 5001 }, (_, index) => `tool_${index}`));
  const result = await parsePolicy(`[[rule]]\naction = "deny"\ntool = ${many}`);
  expect(!result.ok && result.diagnostics[0]?.code).toBe('too-many-patterns');
});

test('whoever needs a policy gets an error that says everything', async () => {
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
])('an empty list that could mean all or nothing is refused: %s.%s', async (section, key) => {
  expect(await parsePolicy(`[${section}]\n${key} = []\n`)).toMatchObject({ ok: false });
});
