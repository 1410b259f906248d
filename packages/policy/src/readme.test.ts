// Compares docs/policy-reference.md with the schema, and validates the policies in the documents.
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { parsePolicy } from './index.js';
import { orderedRule } from './parse/schema/rules.js';
import { settingsShape } from './parse/schema/settings.js';

const documents = ['../../../docs/policy-reference.md', '../../../docs/policy.md', '../../../README.md'].map(
  (file) => ({
    file,
    text: readFileSync(new URL(file, import.meta.url), 'utf8'),
  }),
);
const blocksOf = (text: string) => [...text.matchAll(/^```toml\n(.*?)^```$/gms)].map(([, code = '']) => code);
const [ours = ''] = documents.map(({ text }) => text);
const sections = blocksOf(ours).at(-1) ?? '';

for (const { file, text } of documents)
  test(`the policies in ${file} are valid`, async () => {
    expect(blocksOf(text).length).toBeGreaterThan(0);
    for (const code of blocksOf(text)) expect(await parsePolicy(code, file)).toMatchObject({ ok: true });
  });

for (const key of Object.keys(orderedRule.shape))
  test(`the table of keys contains \`${key}\``, () =>
    expect(ours).toMatch(new RegExp(`^\\|[^|]*\`${key}\`[^|]*\\|`, 'm')));

test('the reference contains every section with every setting and its default', async () => {
  const [shown, given] = await Promise.all([parsePolicy(sections), parsePolicy('')]);
  if (!shown.ok || !given.ok) throw new Error('a policy could not be read');
  expect(shown.policy.settings).toEqual(given.policy.settings);
  const { guard: _, ...defaults } = given.policy.settings;
  // Settings without a default are written as comments.
  const written = parse(sections.replace(/^# (?=\w+ = )/gm, '')) as Record<string, object>;
  expect(Object.keys(written)).toEqual(Object.keys(settingsShape).filter((name) => name !== 'guard'));
  for (const [name, settings] of Object.entries(defaults)) {
    const known = Object.keys(settings).filter((key) => key !== 'pattern');
    expect(Object.keys(written[name] ?? {}), name).toEqual(expect.arrayContaining(known));
  }
});
