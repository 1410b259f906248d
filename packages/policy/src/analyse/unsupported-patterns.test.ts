import { expect, test } from 'vitest';
import { PRESETS, presetText } from '../presets/index.js';
import { checkPolicy } from './check.js';

const environment = { platform: 'linux', home: '/home/user', cwd: '/home/user/project' };
const check = (text: string) => checkPolicy(text, 'p.toml', { environment });
const rule = (field: string) => `[[rule]]\naction = "deny"\n${field}\n`;

const meant = [
  { name: 'an unclosed bracket', field: 'path = "[a"' },
  { name: 'a character range', field: 'path = "/data/[a-z]*"' },
  { name: 'a negated character class', field: 'tool = "[!x]*"' },
  { name: 'a character class in a file extension', field: 'path = ["*.txt", "*.[ch]"]' },
  { name: 'alternatives in braces', field: 'path = "**/*.{key,pem}"' },
  { name: 'a number range', field: 'tool = "log{1..3}"' },
  { name: 'a path in an argument', field: 'args.path = "*.[ch]"' },
  { name: 'an unclosed brace', field: 'path = "~/x/{a,b"' },
  { name: 'alternatives in parentheses', field: 'path = "~/x/(a|b)"' },
  { name: 'a regular expression', field: 'tool = "^read_file$"' },
  { name: 'a regular expression between slashes', field: 'tool = "/read_.*/"' },
  { name: 'alternatives with a vertical bar', field: 'tool = "read_file|write_file"' },
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
  { name: 'a folder name in brackets', field: 'path = "app/[slug]/page.tsx"' },
  { name: 'a folder name in brackets with dots', field: 'path = "app/[...all]/**"' },
  { name: 'the IPv6 loopback address', field: 'host = "[::1]"' },
  {
    name: 'addresses and ranges',
    field: 'host = ["::1", "fe80::1", "10.0.0.0/8", "fc00::/7", "*.example.com"]',
  },
  { name: 'a path with a variable', field: 'path = "/opt/$HOME/**"' },
  { name: 'an absolute path', field: 'path = "/srv/data.d/"' },
  { name: 'an IPv6 address in a resource URI', field: 'resource = "http://[::1]/**"' },
  { name: 'a placeholder in a resource URI', field: 'resource = "notes://{id}"' },
  { name: 'the program named `[`', field: 'command = "["' },
  { name: 'free text', field: 'args.command = "cp a.{b,c}"' },
];
for (const { name, field } of names)
  test(`${name}: no warning for \`${field}\``, async () =>
    expect((await check(rule(field))).map(({ code }) => code)).toEqual([]));

const empty = [
  { name: 'no text', text: '' },
  { name: 'only white space', text: '\n \n' },
  { name: 'only comments', text: '# rules will come\n' },
  { name: 'only a version', text: 'version = 1\n' },
  { name: 'only settings', text: '[audit]\nlevel = "all"\n' },
  { name: 'a table without rules', text: '[rules]\n' },
];
for (const { name, text } of empty)
  test(`warns that a policy with ${name} denies everything`, async () =>
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
