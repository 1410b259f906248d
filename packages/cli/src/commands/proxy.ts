// `clawdefender proxy -- COMMAND`: runs a server as our child and stands between it and the client that started us.
// Stdout belongs to the protocol; every word of ours goes to stderr.

import { childEnvironment, type StdioProxy, startStdioProxy } from '@claw/proxy-stdio';
import { defineCommand, exitCode } from '../command.js';
import { createIncidentLog } from '../incident-log.js';

export const proxy = defineCommand({
  name: 'proxy',
  summary: 'run a stdio MCP server behind the firewall',
  usage: ['[--server NAME] -- COMMAND [ARG…]'],
  options: {
    server: { kind: 'value', value: 'NAME', summary: 'what the server is called in messages' },
  },
  operands: 'none',
  passthrough: true,
  examples: [
    {
      command: 'proxy -- npx -y some-mcp-server',
      note: 'what a client configuration starts instead of the server',
    },
    {
      command: 'proxy --server notes -- node server.js ~/notes',
      note: 'with a name for the messages on stderr',
    },
  ],
  async run({ options, passthrough = [], output }) {
    const [command, ...args] = passthrough;
    if (!command) {
      output.complain('no server to run; name it after `--`: `clawdefender proxy -- npx -y some-mcp-server`');
      return exitCode.wrongCall;
    }
    const child = startStdioProxy({
      command,
      args,
      env: childEnvironment(process.env),
      client: { input: process.stdin, output: process.stdout },
      onIncident: createIncidentLog(process.stderr, options.server),
    });
    return waitForEnd(child);
  },
});

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How long a client that told us to stop may take to read what is still in the pipe. */
const lastWordsMilliseconds = 2_000;

/** Passes signals on until the server has ended. */
async function waitForEnd(child: StdioProxy): Promise<number> {
  let stopped = false;
  const stop = (signal: NodeJS.Signals) => {
    stopped = true;
    child.stop(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  const { code } = await child.finished;
  // The server is gone: from here on a signal ends us at once, as it would any program.
  for (const signal of signals) process.off(signal, stop);
  if (stopped) setTimeout(() => process.exit(code), lastWordsMilliseconds).unref();
  return code;
}
