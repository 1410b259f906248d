// Tests that a syntax error is reported where the mistake is, and not where the parser noticed it.

import { expect, test } from 'vitest';
import { parsePolicy } from './parse.js';

const cases = [
  { name: 'an unclosed string', lines: ['version = 1', 'default = "deny', '', '[x]'], at: '2:16' },
  { name: 'an unclosed string at the end', lines: ['version = 1', 'default = "deny'], at: '2:11' },
  { name: 'a missing value', lines: ['version = 1', 'default =', '', '[x]'], at: '2:10' },
  { name: 'a missing value before a comment', lines: ['default = # deny', '[x]'], at: '1:11' },
  { name: 'a missing value at the end', lines: ['version = 1', 'default ='], at: '2:10' },
  { name: 'a missing `=`', lines: ['version = 1', 'default "deny"', '[x]'], at: '2:9' },
  { name: 'a missing `=` and value', lines: ['version = 1', 'default', '', '[x]'], at: '2:8' },
  { name: 'a missing `=` at the end', lines: ['version = 1', 'default'], at: '2:1' },
  { name: 'a duplicate key', lines: ['version = 1', 'default = "deny"', 'version = 1'], at: '3:1' },
  { name: 'a duplicate table', lines: ['[audit]', 'keep = 1', '[audit]', 'keep = 2'], at: '3:2' },
  { name: 'an unclosed list', lines: ['[[rule]]', 'tool = ["a", "b"', 'path = "x"'], at: '2:8' },
  { name: 'an unclosed list before a table', lines: ['tool = ["a"', '', '[[rule]]'], at: '1:8' },
  { name: 'an unclosed list at the end', lines: ['[[rule]]', 'tool = ["a"', ''], at: '2:8' },
  { name: 'an unclosed list in the last line', lines: ['tool = ["a"'], at: '1:8' },
  { name: 'an unclosed list with a trailing comma', lines: ['tool = ["a",', 'path = "x"'], at: '1:8' },
  {
    name: 'an unclosed list with a trailing comma before a table',
    lines: ['tool = ["a",', '[[rule]]', 'a = 1'],
    at: '1:8',
  },
  {
    name: 'an unclosed list of several lines',
    lines: ['tool = [', '  "a[",', '  "b", # ]', 'path = "x"'],
    at: '1:8',
  },
  { name: 'an unclosed list that contains a list', lines: ['tool = [["a", "b"]', 'path = "x"'], at: '1:8' },
  { name: 'a missing comma', lines: ['tool = [', '  "a" # "one"', '  # two', '  "b",', ']'], at: '2:6' },
  { name: 'a missing comma within a line', lines: ['tool = ["a" "b"]'], at: '1:12' },
  { name: 'a missing comma between braces', lines: ['args = {', '  a = "x"', '  b = "y"', '}'], at: '2:10' },
  { name: 'unclosed braces', lines: ['args = { a = "x"', '', '[[rule]]'], at: '1:8' },
  { name: 'an unquoted word in a list', lines: ['tool = [', '  read,', ']'], at: '2:3' },
  { name: 'brackets in a string of several lines', lines: ['a = """', '[', '"""', 'b = x'], at: '4:5' },
];
for (const end of ['\n', '\r\n'])
  for (const { name, lines, at } of cases)
    test(`${name}, lines that end with ${JSON.stringify(end)}`, async () => {
      const parsed = await parsePolicy(lines.join(end));
      const found = parsed.ok ? [] : parsed.diagnostics;
      expect(found.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual([`syntax ${at}`]);
    });

test('names an unclosed bracket and how to close it', async () => {
  const parsed = await parsePolicy('tool = ["a"\npath = "x"\n');
  expect(parsed).toMatchObject({
    diagnostics: [{ message: 'not valid TOML: the bracket `[` is never closed', help: 'close it with `]`' }],
  });
});
