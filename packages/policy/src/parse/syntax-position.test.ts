// A syntax error is reported at the mistake, not where the parser notices it.

import { expect, test } from 'vitest';
import { parsePolicy } from './parse.js';

const cases = [
  { name: 'a text that is not closed', lines: ['version = 1', 'default = "deny', '', '[x]'], at: '2:16' },
  { name: 'a text that is not closed at the end', lines: ['version = 1', 'default = "deny'], at: '2:11' },
  { name: 'a missing value', lines: ['version = 1', 'default =', '', '[x]'], at: '2:10' },
  { name: 'a missing value before a comment', lines: ['default = # deny', '[x]'], at: '1:11' },
  { name: 'a missing value at the end', lines: ['version = 1', 'default ='], at: '2:10' },
  { name: 'a missing `=`', lines: ['version = 1', 'default "deny"', '[x]'], at: '2:9' },
  { name: 'a missing `=` and value', lines: ['version = 1', 'default', '', '[x]'], at: '2:8' },
  { name: 'a missing `=` at the end', lines: ['version = 1', 'default'], at: '2:1' },
  { name: 'a key twice', lines: ['version = 1', 'default = "deny"', 'version = 1'], at: '3:1' },
  { name: 'a table twice', lines: ['[audit]', 'keep = 1', '[audit]', 'keep = 2'], at: '3:2' },
  { name: 'a list that is not closed', lines: ['[[rule]]', 'tool = ["a", "b"', 'path = "x"'], at: '2:8' },
  { name: 'a list that is not closed before a table', lines: ['tool = ["a"', '', '[[rule]]'], at: '1:8' },
  { name: 'a list that is not closed at the end', lines: ['[[rule]]', 'tool = ["a"', ''], at: '2:8' },
  { name: 'a list that is not closed in the last line', lines: ['tool = ["a"'], at: '1:8' },
  { name: 'a list with a last comma', lines: ['tool = ["a",', 'path = "x"'], at: '1:8' },
  {
    name: 'a list with a last comma before a table',
    lines: ['tool = ["a",', '[[rule]]', 'a = 1'],
    at: '1:8',
  },
  { name: 'a list of many lines', lines: ['tool = [', '  "a[",', '  "b", # ]', 'path = "x"'], at: '1:8' },
  { name: 'a list in a list', lines: ['tool = [["a", "b"]', 'path = "x"'], at: '1:8' },
  { name: 'a missing comma', lines: ['tool = [', '  "a" # "one"', '  # two', '  "b",', ']'], at: '2:6' },
  { name: 'a missing comma in a line', lines: ['tool = ["a" "b"]'], at: '1:12' },
  { name: 'a missing comma between braces', lines: ['args = {', '  a = "x"', '  b = "y"', '}'], at: '2:10' },
  { name: 'braces that are not closed', lines: ['args = { a = "x"', '', '[[rule]]'], at: '1:8' },
  { name: 'words without quotes in a list', lines: ['tool = [', '  read,', ']'], at: '2:3' },
  { name: 'brackets in texts of many lines', lines: ['a = """', '[', '"""', 'b = x'], at: '4:5' },
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
