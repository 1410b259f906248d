// Runs the command line of the MCP inspector with servers directly, and with the same servers through a gateway with an
// API key. The output and the exit code must be equal in both protocol eras.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { servers, startServer } from '../http/servers.mjs';
import { call, eras, lists, runInspector } from '../inspector.mjs';
import { installTools } from '../tools.mjs';
import { createProxy, startNode, stop, withProcesses } from './processes.mjs';

export const proof = {
  name: 'gateway-inspector',
  summary: 'the output of the inspector is the same with and without a gateway',
  async run(options) {
    await installTools(options.say);
    return withProcesses((processes) => run(processes, options));
  },
};

const policy = 'version = 1\ndefault = "allow"\n[egress]\nenabled = false\n';

const conformance = fileURLToPath(new URL('../../../fixtures/servers/http-conformance.mjs', import.meta.url));

/** A server of both eras, a server of the older era only, and a server with the legacy transport. */
const targets = [
  {
    name: 'conformance',
    calls: [call('test_simple_text'), call('test_error_handling'), call('nothing')],
    async start() {
      const child = spawn(process.execPath, [conformance], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = await once(child.stdout, 'data');
      return { url: line.toString().trim(), stop: () => stop(child) };
    },
  },
  ...servers.slice(0, 2).map((server) => ({
    name: server.name,
    calls: [call('echo', 'message=hé'), call('get-sum', 'a=1', 'b=2')],
    start: () => startServer(server),
  })),
];

async function run(processes, { say }) {
  const node = await startNode(processes, [], policy);
  let compared = 0;
  let answered = 0;
  for (const [index, target] of targets.entries()) {
    const started = await target.start();
    try {
      const name = `server-${index}`;
      const { key } = await createProxy(node, started.url, [], name);
      const isOldest = started.url.endsWith('/sse');
      const inspect = (url, era, method, ...more) => {
        const words = [url, '--transport', isOldest ? 'sse' : 'http', ...more];
        return runInspector(processes.folder, words, era, method);
      };
      const there = `${node.origin}/mcp/${name}${isOldest ? '/sse' : ''}`;
      for (const era of eras) {
        for (const method of [...lists, ...target.calls]) {
          const [direct, through] = await Promise.all([
            inspect(started.url, era, method),
            inspect(there, era, method, '--header', `Authorization: Bearer ${key}`),
          ]);
          compared += 1;
          if (direct.code === 0) answered += 1;
          if (direct.code === through.code && direct.output === through.output) continue;
          const show = ({ code, output, stderr }) => `exit ${code}\n${output}${stderr}`;
          throw new Error(
            `different: ${target.name}, ${era}, ${method.join(' ')}\n--- direct: ${show(direct)}\n--- gateway: ${show(through)}`,
          );
        }
      }
      say(`${target.name}: the same in ${eras.join(', ')}`);
    } finally {
      await started.stop();
    }
  }
  // If most runs failed in the same way, the comparison would prove nothing.
  if (answered < compared / 2) throw new Error(`only ${answered} of ${compared} runs got an answer`);
  return { 'runs compared': compared, 'of them answered': answered };
}
