// Defines third-party clients. Each sends the same requests to a server and returns the responses as text.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { fixturesFolder } from '../commands.mjs';
import { within } from '../deadline.mjs';
import { runInspector } from '../inspector.mjs';
import { httpTools } from '../tools.mjs';

const fixtures = createRequire(join(fixturesFolder, 'package.json'));
const load = (name) => import(pathToFileURL(fixtures.resolve(name)).href);

/** Replaces values that differ between two runs of the same server: times and generated names. */
const unnamed = (text) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d+:\d\d:\d\d [AP]M/g, 'TIME');

const asText = (value) => unnamed(JSON.stringify(value));

/** `way` is `{ url }` or `{ command }`; `input` is the input of the tool. */
async function withSdk(client, transport, { tool, input }) {
  await client.connect(transport);
  try {
    const heard = [client.getServerVersion(), client.getServerCapabilities()];
    heard.push(await client.listTools(), await client.callTool({ name: tool, arguments: input }));
    for (const list of ['listResources', 'listPrompts'])
      heard.push(await client[list]().catch(({ code, message }) => ({ code, message })));
    return asText(heard);
  } finally {
    await client.close();
  }
}

const info = { name: 'prove', version: '1.0.0' };

async function transportFor(way, { http, sse, stdio }) {
  if (way.command)
    return new stdio({
      command: way.command[0],
      args: way.command.slice(1),
      env: process.env,
      stderr: 'ignore',
    });
  return new (way.url.endsWith('/sse') ? sse : http)(new URL(way.url));
}

async function sdk1(way, question) {
  const folder = '@modelcontextprotocol/sdk/client';
  const { Client } = await load(`${folder}/index.js`);
  const { StreamableHTTPClientTransport: http } = await load(`${folder}/streamableHttp.js`);
  const { SSEClientTransport: sse } = await load(`${folder}/sse.js`);
  const { StdioClientTransport: stdio } = await load(`${folder}/stdio.js`);
  return withSdk(new Client(info), await transportFor(way, { http, sse, stdio }), question);
}

const sdk2 = (mode) => async (way, question) => {
  const name = '@modelcontextprotocol/client';
  const { Client, StreamableHTTPClientTransport: http, SSEClientTransport: sse } = await load(name);
  const { StdioClientTransport: stdio } = await load(`${name}/stdio`);
  const client = new Client(info, { versionNegotiation: { mode } });
  return withSdk(client, await transportFor(way, { http, sse, stdio }), question);
};

async function inspector(way, { tool, input, folder }) {
  const target = way.command
    ? await asConfig(way, folder)
    : [way.url, '--transport', way.url.endsWith('/sse') ? 'sse' : 'http'];
  const call = [
    'tools/call',
    '--tool-name',
    tool,
    ...Object.entries(input).flatMap((pair) => ['--tool-arg', pair.join('=')]),
  ];
  const heard = [];
  for (const method of [['tools/list'], call]) {
    const { code, output } = await runInspector(folder, target, 'auto', method);
    heard.push(code, output);
  }
  return asText(heard);
}

async function asConfig({ command: [command, ...args] }, folder) {
  const file = join(folder, `${process.hrtime.bigint()}.json`);
  await writeFile(file, JSON.stringify({ mcpServers: { it: { command, args } } }));
  return ['--config', file, '--server', 'it'];
}

const line = (id, method, params) =>
  `${JSON.stringify({ jsonrpc: '2.0', ...(id && { id }), method, params })}\n`;

/** Uses a bridge from stdio to HTTP, line by line. */
async function mcpRemote(way, { tool, input, folder }) {
  const transport = way.url.endsWith('/sse') ? 'sse-only' : 'http-only';
  const program = `${httpTools}/node_modules/mcp-remote/dist/proxy.js`;
  const child = spawn(process.execPath, [program, way.url, '--allow-http', '--transport', transport], {
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: folder },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    const answers = new Map();
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (text) => answers.set(JSON.parse(text).id, text));
    const answer = async (id) => {
      while (!answers.has(id)) await once(lines, 'line');
    };
    child.stdin.write(
      line(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info }),
    );
    await within(20_000, 'an answer through mcp-remote', answer(1));
    child.stdin.write(line(undefined, 'notifications/initialized'));
    child.stdin.write(line(2, 'tools/list', {}) + line(3, 'tools/call', { name: tool, arguments: input }));
    await within(20_000, 'an answer through mcp-remote', Promise.all([answer(2), answer(3)]));
    return unnamed([1, 2, 3].map((id) => answers.get(id)).join('\n'));
  } finally {
    child.kill('SIGKILL');
  }
}

/** The clients. Those with `httpOnly` do not support stdio. */
export const clients = [
  { name: 'SDK 1.32', ask: sdk1 },
  { name: 'SDK 2.4, auto', ask: sdk2('auto') },
  { name: 'SDK 2.4, legacy', ask: sdk2('legacy') },
  { name: 'inspector', ask: inspector },
  { name: 'mcp-remote', ask: mcpRemote, httpOnly: true },
];
