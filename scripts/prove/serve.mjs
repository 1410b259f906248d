// Runs `clawdefender serve` with a third-party client in each era, over stdio and HTTP. The responses to the example
// calls of the contract must have the format of the contract. Also measures the rate of responses, compared with
// servers of the official SDKs in the same run.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { program } from './commands.mjs';
import { runInspector } from './inspector.mjs';
import { installTools } from './tools.mjs';

const eras = ['legacy', 'auto', 'modern'];

const policy = `default = "log"
[[rule]]
name = "no_keys"
action = "block"
path = "/home/user/.ssh/**"
`;

/** The calls, each with the required members of its response. */
const calls = [
  {
    tool: 'checkIntent',
    input: ['description=Read', 'action_type=file_read', 'target=/home/user/.ssh/id_rsa'],
    answer: { allowed: false, risk_level: 'High', policy_rule: 'block', rule: 'no_keys' },
  },
  {
    tool: 'checkIntent',
    input: ['description=Read', 'action_type=file_read', 'target=/project/config.toml'],
    answer: { allowed: true, risk_level: 'Low', policy_rule: 'log' },
  },
  {
    tool: 'requestPermission',
    input: ['resource=/project/a', 'operation=read', 'justification=to read it'],
    answer: { granted: true, expires_at: null },
  },
  {
    tool: 'reportAction',
    input: ['description=Read', 'action_type=file_read', 'target=/project/a', 'result=success'],
    answer: { recorded: true },
  },
  { tool: 'getPolicy', input: ['resource=/home/user/.ssh/id_rsa'], answer: { default_action: 'log' } },
];

export const proof = {
  name: 'serve',
  summary: 'the cooperative server with the inspector in each era, over stdio and HTTP, and its speed',
  async run({ say }) {
    await installTools(say);
    const home = await mkdtemp(join(tmpdir(), 'prove-serve-'));
    await writeFile(join(home, 'policy.toml'), policy);
    const endpoint = await listen(home);
    try {
      const answered = await inspect(home, endpoint, say);
      return { 'calls of the inspector': answered, ...(await measure(say)) };
    } finally {
      endpoint.child.kill('SIGTERM');
      await once(endpoint.child, 'exit');
      await rm(home, { recursive: true });
    }
  },
};

async function inspect(home, { url, token }, say) {
  const config = join(home, 'mcp.json');
  const env = { CLAWDEFENDER_HOME: home };
  const ours = { command: process.execPath, args: [program, 'serve'], env };
  await writeFile(config, JSON.stringify({ mcpServers: { ours } }));
  const ways = {
    pipes: ['--config', config, '--server', 'ours'],
    HTTP: [url, '--transport', 'http', '--header', `Authorization: Bearer ${token}`],
  };
  let answered = 0;
  for (const [way, target] of Object.entries(ways)) {
    for (const era of eras) {
      const { tools } = await ask(home, target, era, ['tools/list']);
      if (tools.length !== calls.length - 1) throw new Error(`${way}, ${era}: ${tools.length} tools`);
      for (const { tool, input, answer } of calls) {
        const words = input.flatMap((pair) => ['--tool-arg', pair]);
        const result = await ask(home, target, era, ['tools/call', '--tool-name', tool, ...words]);
        compare(`${way}, ${era}, ${tool}`, result, answer);
        answered++;
      }
    }
    say(`the inspector over ${way}: every call answered in ${eras.join(', ')}`);
  }
  return answered;
}

async function ask(home, target, era, method) {
  const { code, output, stderr } = await runInspector(home, target, era, method);
  if (code !== 0) throw new Error(`${era}, ${method.join(' ')}: exit ${code}\n${output}${stderr}`);
  return JSON.parse(output);
}

function compare(what, { content, structuredContent }, expected) {
  const told = JSON.stringify(structuredContent);
  if (JSON.stringify(JSON.parse(content[0].text)) !== told)
    throw new Error(`${what}: text and structure differ`);
  for (const [name, value] of Object.entries(expected))
    if (structuredContent[name] !== value)
      throw new Error(`${what}: \`${name}\` is not as promised: ${told}`);
}

async function listen(home) {
  const child = spawn(process.execPath, [program, 'serve', '--http', '--port', '0'], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  for await (const chunk of child.stderr) {
    text += chunk;
    const url = /Listening on (\S+)/.exec(text)?.[1];
    if (url !== undefined) return { child, url, token: /Bearer (\S+)/.exec(text)?.[1] };
  }
  throw new Error(`it does not listen: ${text}`);
}

/** The minimum number of responses per second of CPU time, which does not depend on the load of the machine. */
const minPerSecond = 1000;

async function measure(say) {
  const bench = fileURLToPath(new URL('../../packages/mcp-server/bench/main.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [bench, '--json', '--rounds', '3']);
  const rows = JSON.parse(stdout);
  for (const { name, perCpuSecond } of rows) say(`${name}: ${perCpuSecond} answers for a second of CPU time`);
  const slow = rows.find(({ perCpuSecond }) => perCpuSecond < minPerSecond);
  if (slow !== undefined) throw new Error(`${slow.name}: only ${slow.perCpuSecond} answers a second`);
  return Object.fromEntries(rows.map(({ name, perCpuSecond }) => [`${name}, per CPU second`, perCpuSecond]));
}
