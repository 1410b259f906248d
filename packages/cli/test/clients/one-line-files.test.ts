// Tests configuration files that a client wrote as one line: the diff is readable, and the file remains one line.

import { expect, test } from 'vitest';
import { Home } from './home.js';

const cursor = '.cursor/mcp.json';

test('the diff of a one-line file has line breaks, and the file itself remains one line', async () => {
  const home = new Home();
  const before = '{"mcpServers":{"notes":{"command":"notes-server","args":["--stdio"]}}}';
  home.write(cursor, before);
  const { code, stdout } = await home.run('wrap', 'notes');
  expect(code).toBe(0);
  expect(stdout).toContain('(shown with line breaks; the file stays on one line)');
  const changed = stdout.split('\n').filter((line) => /^\s*[+-] /.test(line));
  expect(changed).toContain('  -       "command": "notes-server",');
  expect(changed).toContain('  +         "--server",');
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThan(200);
  expect(home.read(cursor).trim().split('\n')).toHaveLength(1);
  await home.run('unwrap', 'notes');
  expect(home.read(cursor)).toBe(before);
});
