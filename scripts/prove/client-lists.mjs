// Checks the command line programs of four clients. Each client writes its configuration with a stdio server and a
// remote server, and can still read it after `wrap`. The clients that connect to servers find both servers through the
// proxy. `unwrap` restores every byte.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesystem, program } from './commands.mjs';
import { startRemoteServer } from './remote-server.mjs';
import { createRunner } from './runner.mjs';
import { installTools } from './tools.mjs';

const folder = fileURLToPath(new URL('../tools/clients', import.meta.url));
const installed = (path) => `${folder}/node_modules/${path}`;

/**
 * For each client: how servers are added, where the client stores them, and what its list prints for a working server.
 */
const known = [
  {
    name: 'codex',
    program: installed('.bin/codex'),
    file: '.codex/config.toml',
    add: (server, url) => [
      ['mcp', 'add', 'files', '--', ...server],
      ['mcp', 'add', 'every', '--url', url, '--bearer-token-env-var', 'EVERY_TOKEN'],
    ],
    lists: (name) => new RegExp(`^${name} .*enabled`, 'm'),
  },
  {
    name: 'gemini',
    program: installed('.bin/gemini'),
    file: '.gemini/settings.json',
    // Without this setting, servers are not started in an untrusted folder.
    settings: { security: { folderTrust: { enabled: false } } },
    add: (server, url) => [
      ['mcp', 'add', '-s', 'user', 'files', ...server],
      ['mcp', 'add', '-s', 'user', '-t', 'http', 'every', url],
    ],
    lists: (name) => new RegExp(`✓ ${name}: .*Connected`),
  },
  {
    name: 'copilot',
    program: installed('.bin/copilot'),
    file: '.copilot/mcp-config.json',
    add: (server, url) => [
      ['mcp', 'add', 'files', '--', ...server],
      ['mcp', 'add', '--transport', 'http', 'every', url],
    ],
    lists: (name) => new RegExp(`^ +${name} \\(`, 'm'),
  },
  {
    name: 'opencode',
    // The client has one package per platform; the proofs install the one for Linux.
    program: installed('opencode-linux-x64/bin/opencode'),
    file: '.config/opencode/opencode.json',
    // This client prompts in a terminal only, so its file is written directly.
    settings: (server, url) => ({
      mcp: {
        files: { type: 'local', command: server },
        every: { type: 'remote', url, oauth: { scope: 'read' } },
      },
    }),
    add: () => [],
    lists: (name) => new RegExp(`✓ ${name} .*connected`),
  },
];

export const proof = {
  name: 'client-lists',
  summary: 'Codex, Gemini CLI, Copilot CLI and opencode read wrapped files, and unwrap restores every byte',
  async run({ say }) {
    await installTools(say, folder);
    const clients = known.filter(({ program }) => existsSync(program));
    for (const { name } of known.filter((client) => !clients.includes(client)))
      say(`${name} is not there for this kind of machine`);
    const home = await mkdtemp(join(tmpdir(), 'prove-lists-'));
    const remote = await startRemoteServer();
    try {
      return await tryAll(clients, home, remote.url, say);
    } finally {
      remote.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
};

async function tryAll(clients, home, url, say) {
  const run = await createRunner(home);
  const server = filesystem(home);
  for (const { program: client, file, settings, add } of clients) {
    if (settings)
      await put(join(home, file), typeof settings === 'function' ? settings(server, url) : settings);
    for (const words of add(server, url)) await run(client, words);
  }
  const look = async (when) => {
    for (const { name, program: client, lists } of clients) {
      const output = await run(client, ['mcp', 'list']);
      for (const one of ['files', 'every'])
        if (!lists(one).test(output)) throw new Error(`${when}, ${name} does not list ${one}:\n${output}`);
    }
    say(`${when}: ${clients.map(({ name }) => name).join(', ')} list both servers`);
  };
  await look('before');
  const read = () => Promise.all(clients.map(({ file }) => readFile(join(home, file), 'utf8')));
  const original = await read();
  await run(process.execPath, [program, 'wrap', '--all']);
  const wrapped = await read();
  for (const [index, text] of wrapped.entries())
    if (text.split('"proxy"').length !== 3) throw new Error(`${clients[index].name}: not wrapped:\n${text}`);
  await look('wrapped');
  await run(process.execPath, [program, 'unwrap', '--all']);
  for (const [index, text] of (await read()).entries())
    if (text !== original[index]) throw new Error(`${clients[index].name}: not restored:\n${text}`);
  return { clients: clients.length, 'files restored byte for byte': original.length };
}

async function put(file, value) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
