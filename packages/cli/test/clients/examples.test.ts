// Runs the examples in the help of the commands for new users in a shell, and checks that none of them is a usage
// error.

import { mkdirSync, symlinkSync } from 'node:fs';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Home, program } from './home.js';

const server = fileURLToPath(new URL('../../../../fixtures/servers/changing.mjs', import.meta.url));

const helps = [
  ['init'],
  ['wrap'],
  ['unwrap'],
  ['scan'],
  ['tools'],
  ['tools', 'list'],
  ['tools', 'diff'],
  ['tools', 'accept'],
  ['status'],
  ['doctor'],
  ['completion'],
];

/** Creates a user with the servers of the examples, and with the program on the PATH. */
async function atHome(): Promise<Home> {
  const home = new Home();
  home.write('tools.json', JSON.stringify([{ name: 'add', inputSchema: { type: 'object' } }]));
  const entry = { command: process.execPath, args: [server, home.at('tools.json')] };
  home.write(
    '.cursor/mcp.json',
    JSON.stringify({ mcpServers: { notes: entry, filesystem: entry, github: entry } }),
  );
  mkdirSync(home.at('bin'));
  symlinkSync(program, home.at('bin/clawdefender'));
  mkdirSync(home.at('.config/fish/completions'), { recursive: true });
  home.env = { PATH: [home.at('bin'), process.env['PATH']].join(delimiter) };
  // The scan stores tools, so that `tools` can list them.
  await home.run('scan', '--live');
  return home;
}

/** The folder of the program is on the PATH of this test, and not on the PATH of a desktop session. */
const otherPath = /^clawdefender: .*`clawdefender` is not on the PATH that .*\n/gm;

for (const words of helps)
  test(`the examples of \`${words.join(' ')}\``, async () => {
    const home = await atHome();
    const { stdout } = await home.run(...words, '--help');
    const examples = stdout.split('\nExamples\n')[1]?.match(/^ {2}clawdefender .*$/gm) ?? [];
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const { code, stderr } = await home.start('sh', ['-c', example]);
      expect({ example, code, stderr }).toSatisfy(
        (one: { code: number }) => one.code === 0 || one.code === 1,
      );
      expect({ example, stderr: stderr.replace(otherPath, '') }).toEqual({ example, stderr: '' });
    }
  });
