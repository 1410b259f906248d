// Checks third-party clients: Claude Code and the inspector find the same server and the same tools after `wrap`, and
// their files are unchanged after `unwrap`.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { filesystem, program } from './commands.mjs';
import { runInspector } from './inspector.mjs';
import { startRemoteServer } from './remote-server.mjs';
import { createRunner } from './runner.mjs';
import { installTools, tool } from './tools.mjs';

export const proof = {
  name: 'clients',
  summary: 'Claude Code and the inspector connect to wrapped servers, and unwrap restores their files',
  async run({ say }) {
    await installTools(say);
    const home = await mkdtemp(join(tmpdir(), 'prove-clients-'));
    const remote = await startRemoteServer();
    try {
      return await tryClients(home, remote.url, say);
    } finally {
      remote.stop();
      await rm(home, { recursive: true, force: true });
    }
  },
};

async function tryClients(home, url, say) {
  const run = await createRunner(home);
  const server = filesystem(home);
  const config = join(home, '.cursor', 'mcp.json');
  const [command, ...args] = server;
  await run(claude, ['mcp', 'add', '--scope', 'user', 'filesystem', '--', ...server]);
  // The login settings stay in the entry, so the client must accept them in an entry with a command.
  const login = ['--client-id', 'some-client', '--callback-port', '8765'];
  await run(claude, ['mcp', 'add', '--scope', 'user', '--transport', 'http', ...login, 'everything', url]);
  await put(config, { mcpServers: { files: { command, args } } });
  const look = async () => ({
    claude: connected(await run(claude, ['mcp', 'list'])),
    inspector: await listTools(home, config),
  });

  const before = await look();
  // A client may write its file when it reads it, so the content after that is compared.
  const files = [join(home, '.claude.json'), config];
  const servers = () => Promise.all(files.map(async (file) => serversIn(await readFile(file, 'utf8'))));
  const original = await servers();
  await run(process.execPath, [program, 'wrap', '--all']);
  const wrapped = await servers();
  if (wrapped.some((text) => !text.includes('"proxy"') || text.includes('"url"')))
    throw new Error(`not everything was wrapped:\n${wrapped}`);
  say('wrapped');
  const after = await look();
  if (before.inspector !== after.inspector)
    throw new Error(`the inspector sees other tools:\n${after.inspector}`);
  await run(process.execPath, [program, 'unwrap', '--all']);
  if (`${await servers()}` !== `${original}`)
    throw new Error(`unwrapped is not the same:\n${await servers()}`);
  return {
    'clients that connected through us': Object.keys(after).length,
    'tools listed': JSON.parse(after.inspector).tools.length,
  };
}

const claude = tool('.bin/claude');

async function put(file, value) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value, null, 2));
}

function connected(output) {
  if (!/connected/i.test(output) || /failed|✗/i.test(output)) throw new Error(`not connected:\n${output}`);
  return true;
}

/** Returns only the entries, in their order. */
function serversIn(text) {
  return JSON.stringify(JSON.parse(text).mcpServers);
}

async function listTools(home, config) {
  const { code, output, stderr } = await runInspector(
    home,
    ['--config', config, '--server', 'files'],
    'auto',
    ['tools/list'],
  );
  if (code !== 0) throw new Error(`the inspector failed: ${stderr}`);
  return output;
}
