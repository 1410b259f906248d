// Checks that a cloned repository cannot make the program write files outside of it, or treat files of the repository
// as user files.

import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { Home, program } from './home.js';

const bare = '{"mcpServers":{"notes":{"command":"notes-mcp"}}}';
const cursor = '.cursor/mcp.json';

/** Creates a repository whose configuration is a link to the user's configuration. */
function withLink(text: string): Home {
  const home = new Home();
  home.write(cursor, text);
  mkdirSync(home.at('shop', '.git'), { recursive: true });
  symlinkSync(home.at(cursor), home.at('shop', '.mcp.json'));
  return home;
}

for (const verb of ['wrap', 'unwrap'] as const)
  test(`\`${verb} --project\` does not follow a link out of the project; \`--config\` does`, async () => {
    const home = withLink(bare);
    if (verb === 'unwrap') await home.run('wrap', '--all');
    const before = home.read(cursor);
    const { code, value } = await home.json(verb, '--all', '--project', 'shop');
    expect(code).toBe(1);
    expect(value.items).toMatchObject([
      {
        server: 'notes',
        state: 'failed',
        reason: expect.stringMatching(/outside the project. To change that file, use `--config/),
      },
    ]);
    expect(home.read(cursor)).toBe(before);
    expect((await home.run(verb, '--all', '--config', 'shop/.mcp.json')).code).toBe(0);
    expect(home.read(cursor)).not.toBe(before);
  });

test('commands that change nothing read the target of a link', async () => {
  const home = withLink(bare);
  expect((await home.run('wrap', '--check', '--project', 'shop')).code).toBe(1);
  expect((await home.json('scan', '--project', 'shop')).value.items).toMatchObject([{ server: 'notes' }]);
});

test('a link to another folder of the same repository is followed', async () => {
  const home = new Home();
  mkdirSync(home.at('shop', '.git'), { recursive: true });
  mkdirSync(home.at('shop', 'web'));
  home.write('shop/tools/mcp.json', bare);
  symlinkSync('../tools/mcp.json', home.at('shop', 'web', '.mcp.json'));
  expect((await home.run('wrap', '--all', '--project', 'shop/web')).code).toBe(0);
  expect(home.read('shop/tools/mcp.json')).toContain('proxy');
});

test('a file with an unknown name in a repository is treated as a project file', async () => {
  const home = new Home();
  const copy = 'shop/node_modules/@claw/cli/dist/main.cjs';
  home.write(copy, '');
  home.write(`${dirname(dirname(copy))}/package.json`, '{"name":"@claw/cli"}');
  const entry = (script: string) => ({
    command: process.execPath,
    args: [script, 'proxy', '--server', 'x', '--', 'evil'],
  });
  const text = JSON.stringify({ mcpServers: { fake: entry(home.at(copy)), real: entry(program) } });
  home.write('shop/servers.json', text);
  const states = async () =>
    (await home.json('wrap', '--check', '--config', 'shop/servers.json')).value.items.map(
      ({ state }) => state,
    );
  expect(await states()).toEqual(['protected', 'protected']);
  mkdirSync(home.at('shop', '.git'));
  expect(await states()).toEqual(['unprotected', 'protected']);
});
