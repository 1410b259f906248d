import { expect, test } from 'vitest';
import { serverProgram } from './server-program.js';

const rows: readonly (readonly [words: string, program: string])[] = [
  ['npx -y @modelcontextprotocol/server-memory', '@modelcontextprotocol/server-memory'],
  ['npx -y @modelcontextprotocol/server-memory@2026.8.31', '@modelcontextprotocol/server-memory'],
  ['cmd /c npx -y notes@latest', 'notes'],
  ['uvx mcp-server-git==1.2.3 --repository /srv', 'mcp-server-git'],
  ['docker run -i --rm -e TOKEN ghcr.io/github/github-mcp-server:0.5', 'ghcr.io/github/github-mcp-server'],
  ['docker run mcp/notes@sha256:4c9e1b7a', 'mcp/notes'],
  ['node --enable-source-maps /srv/notes/dist/index.js --port 1', '/srv/notes/dist/index.js'],
  ['/usr/bin/node /opt/notes-1.2.3/index.js', '/opt/notes/index.js'],
  ['python3 -m notes.server', 'notes.server'],
  ['uv run notes.py', 'notes.py'],
  ['/usr/local/bin/notes --stdio', '/usr/local/bin/notes'],
];

for (const [words, program] of rows)
  test(words, () => expect(serverProgram({ words: words.split(' ') })).toBe(program));

test('a URL is identified by its origin and path', () =>
  expect(serverProgram({ url: new URL('https://user:pass@mcp.example.org/notes?key=1') })).toBe(
    'https://mcp.example.org/notes',
  ));
