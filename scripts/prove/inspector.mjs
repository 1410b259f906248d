// Runs the command line of the MCP inspector, a third-party client, with each server in each era. Its output and exit
// code through the proxy must equal those without it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dualEra, everything, fastmcp, filesystem, memory, throughProxy } from './commands.mjs';
import { installTools, nodes, tool } from './tools.mjs';

export const eras = ['legacy', 'auto', 'modern'];
export const lists = [['tools/list'], ['resources/list'], ['prompts/list']];
export const call = (name, ...input) => [
  'tools/call',
  '--tool-name',
  name,
  ...input.flatMap((pair) => ['--tool-arg', pair]),
];

const servers = (folder) => ({
  everything: { command: everything(), calls: [call('echo', 'message=hé'), call('get-sum', 'a=1', 'b=2')] },
  filesystem: { command: filesystem(folder), calls: [call('list_directory', `path=${folder}`)] },
  memory: {
    command: memory(),
    env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
    calls: [call('read_graph')],
  },
  fastmcp: { command: fastmcp(), calls: [call('echo', 'text=hé'), call('fail')] },
  // This is the same script with the newest major version, which requires a newer Node than the workspace.
  'fastmcp-4': {
    command: [nodes[22], ...fastmcp().slice(1)],
    env: { FIXTURE_FASTMCP: pathToFileURL(tool('fastmcp/dist/FastMCP.js')).href },
    calls: [call('echo', 'text=hé')],
  },
  'dual-era': {
    command: dualEra(),
    calls: [call('echo', 'text=hé'), call('add', 'a=1', 'b=2'), call('nothing')],
  },
});

export const proof = {
  name: 'inspector',
  summary: 'the output of the inspector is the same with and without the proxy',
  async run({ say }) {
    await installTools(say);
    const folder = await mkdtemp(join(tmpdir(), 'prove-'));
    try {
      return await compareAll(folder, say);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function compareAll(folder, say) {
  const config = join(folder, 'mcp.json');
  const table = servers(folder);
  await writeFile(config, JSON.stringify({ mcpServers: bothWays(table) }));
  let compared = 0;
  let answered = 0;
  for (const [name, { calls }] of Object.entries(table)) {
    for (const era of eras) {
      for (const method of [...lists, ...calls]) {
        const inspect = (server) =>
          runInspector(folder, ['--config', config, '--server', server], era, method);
        const [direct, proxied] = await Promise.all([inspect(name), inspect(`${name} proxied`)]);
        const what = `${name}, ${era}, ${method.join(' ')}`;
        if (direct.output !== proxied.output || direct.code !== proxied.code)
          throw difference(what, direct, proxied);
        compared++;
        if (direct.code === 0) answered++;
      }
    }
    say(`${name}: the same in ${eras.join(', ')}`);
  }
  // If most runs failed in the same way, the comparison would prove nothing.
  if (answered < compared / 2) throw new Error(`only ${answered} of ${compared} runs got an answer`);
  return { 'runs compared': compared, 'of them answered': answered };
}

function bothWays(table) {
  const entry = ([command, ...args], env) => ({ command, args, env });
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { command, env }]) => [
      [name, entry(command, env)],
      [`${name} proxied`, entry(throughProxy(command), env)],
    ]),
  );
}

/** Runs the inspector with Node 22, which it requires. Its state stays in our temporary folder. */
export function runInspector(folder, target, era, method) {
  const launcher = tool('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const args = [launcher, '--cli', ...target, '--protocol-era', era, '--method', ...method];
  const env = { ...process.env, HOME: folder, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  return new Promise((resolve) => {
    execFile(nodes[22], args, { env, timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? error.signal) : 0, output: stdout, stderr }),
    );
  });
}

function difference(what, direct, proxied) {
  const show = ({ code, output, stderr }) => `exit ${code}\n${output}${stderr}`;
  return new Error(`different: ${what}\n--- direct: ${show(direct)}\n--- proxied: ${show(proxied)}`);
}
