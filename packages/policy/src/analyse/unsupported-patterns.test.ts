import { expect, test } from 'vitest';
import { PRESETS, presetText } from '../presets/index.js';
import { checkPolicy } from './check.js';

const environment = { platform: 'linux', home: '/home/user', cwd: '/home/user/project' };
const check = (text: string) => checkPolicy(text, 'p.toml', { environment });
const rule = (field: string) => `[[rule]]\naction = "deny"\n${field}\n`;

const meant = [
  { name: 'a bracket without its end', field: 'path = "[a"' },
  { name: 'a range', field: 'path = "/data/[a-z]*"' },
  { name: 'anything but', field: 'tool = "[!x]*"' },
  { name: 'letters of an ending', field: 'path = ["*.txt", "*.[ch]"]' },
  { name: 'alternatives', field: 'path = "**/*.{key,pem}"' },
  { name: 'numbers', field: 'tool = "log{1..3}"' },
  { name: 'an argument that is a path', field: 'args.path = "*.[ch]"' },
  { name: 'a brace without its end', field: 'path = "~/x/{a,b"' },
  { name: 'alternatives in brackets', field: 'path = "~/x/(a|b)"' },
  { name: 'an expression', field: 'tool = "^read_file$"' },
  { name: 'an expression between slashes', field: 'tool = "/read_.*/"' },
  { name: 'alternatives of tools', field: 'tool = "read_file|write_file"' },
];
for (const { name, field } of meant)
  test(`${name}: \`${field}\` is matched literally`, async () => {
    const found = await check(rule(field));
    expect(found.map(({ severity, code, line }) => [severity, code, line])).toEqual([
      ['warning', 'letters-only', 3],
    ]);
  });

for (const host of ['http://evil.com/', 'evil.com:443', 'evil.com/path', '*.evil.com/**', '[::1]:80'])
  test(`\`${host}\` is not a plain host`, async () =>
    expect((await check(rule(`host = "${host}"`))).map(({ code }) => code)).toEqual(['host-only']));

test('the warning explains the match and the fix, with its position', async () => {
  const [found] = await check('[rules.c]\npriority = 1\naction = "block"\nmatch.path = "[a"\n');
  expect(found).toMatchObject({
    line: 4,
    column: 14,
    message:
      '`[a` in `path` of rule `c` is matched literally: brackets and braces are not wildcards, so it matches only names that contain them',
    help: expect.stringContaining('`["*.c", "*.h"]`'),
  });
});

const names = [
  { name: 'a folder called so', field: 'path = "app/[slug]/page.tsx"' },
  { name: 'a folder called so, with dots', field: 'path = "app/[...all]/**"' },
  { name: 'the address of this machine', field: 'host = "[::1]"' },
  { name: 'addresses', field: 'host = ["::1", "fe80::1", "10.0.0.0/8", "fc00::/7", "*.example.com"]' },
  { name: 'a name with a dollar', field: 'path = "/opt/$HOME/**"' },
  { name: 'an absolute path', field: 'path = "/srv/data.d/"' },
  { name: 'an address in a resource', field: 'resource = "http://[::1]/**"' },
  { name: 'a place for a name', field: 'resource = "notes://{id}"' },
  { name: 'a program', field: 'command = "["' },
  { name: 'free text', field: 'args.command = "cp a.{b,c}"' },
];
for (const { name, field } of names)
  test(`${name}: no warning for \`${field}\``, async () =>
    expect((await check(rule(field))).map(({ code }) => code)).toEqual([]));

const empty = [
  { name: 'nothing', text: '' },
  { name: 'spaces', text: '\n \n' },
  { name: 'comments', text: '# rules will come\n' },
  { name: 'a version', text: 'version = 1\n' },
  { name: 'settings', text: '[audit]\nlevel = "all"\n' },
  { name: 'a table without rules', text: '[rules]\n' },
];
for (const { name, text } of empty)
  test(`warns that a policy of ${name} denies everything`, async () =>
    expect(await check(text)).toMatchObject([
      {
        severity: 'warning',
        code: 'no-rules',
        line: 1,
        column: 1,
        message: expect.stringContaining('denied'),
      },
    ]));

for (const text of ['default = "deny"\n', 'default = "log"\n', ...PRESETS.map(presetText)])
  test(`an explicit setting causes no warning: ${JSON.stringify(text.slice(0, 30))}`, async () =>
    expect((await check(text)).map(({ code }) => code)).toEqual([]));
