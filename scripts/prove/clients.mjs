// Clients that we did not write: Claude Code and the inspector find the same server, and the same tools, after `wrap`; and
// their files are what they were after `unwrap`.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { filesystem, program } from './commands.mjs';
import { runInspector } from './inspector.mjs';
import { installTools, tool } from './tools.mjs';

export const proof = {
  name: 'clients',
  summary: 'Claude Code and the inspector connect to wrapped servers, and unwrap restores their files',
  async run({ say }) {
    await installTools(say);
    const home = await mkdtemp(join(tmpdir(), 'prove-clients-'));
    try {
      return await tryClients(home, say);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
};

async function tryClients(home, say) {
  const run = await createRunner(home);
  const server = filesystem(home);
  const config = join(home, '.cursor', 'mcp.json');
  const [command, ...args] = server;
  await run(claude, ['mcp', 'add', '--scope', 'user', 'filesystem', '--', ...server]);
  await put(config, { mcpServers: { files: { command, args } } });
  const look = async () => ({
    claude: connected(await run(claude, ['mcp', 'list'])),
    inspector: await listTools(home, config),
  });

  const before = await look();
  // A client may write its file when it looks; what counts is what it holds afterwards.
  const files = [join(home, '.claude.json'), config];
  const servers = () => Promise.all(files.map(async (file) => serversIn(await readFile(file, 'utf8'))));
  const original = await servers();
  await run(process.execPath, [program, 'wrap', '--all']);
  const wrapped = await servers();
  if (wrapped.some((text) => !text.includes('"proxy"')))
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

/** Runs a program as this user; an exit code other than 0 is the end of the proof. */
async function createRunner(home) {
  const bin = join(home, 'bin');
  await mkdir(bin);
  await symlink(program, join(bin, 'clawdefender'));
  const env = {
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  return (command, args) =>
    new Promise((resolve, reject) => {
      const child = execFile(command, args, { env, cwd: home, timeout: 120_000 }, (error, stdout, stderr) =>
        error
          ? reject(new Error(`${command} ${args.join(' ')}: ${error.message}\n${stdout}${stderr}`))
          : resolve(stdout + stderr),
      );
      child.stdin.end();
    });
}

async function put(file, value) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value, null, 2));
}

function connected(output) {
  if (!/connected/i.test(output) || /failed|✗/i.test(output)) throw new Error(`not connected:\n${output}`);
  return true;
}

/** The entries alone, in the order in which they stand. */
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
