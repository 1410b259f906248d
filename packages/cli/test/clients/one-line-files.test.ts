// Configuration files that a client wrote as one line: the change is readable, and the file stays on its line.

import { expect, test } from 'vitest';
import { Home } from './home.js';

const cursor = '.cursor/mcp.json';

test('the change of a one-line file is shown with line breaks, and the file keeps its form', async () => {
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
