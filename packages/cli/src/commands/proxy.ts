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
      client: ownPipes,
      onIncident: createIncidentLog(process, options.server),
    });
    stopOnSignals(child);
    const { code, reason } = await child.finished;
    if (code !== 0) output.complain(options.server === undefined ? reason : `${options.server}: ${reason}`);
    return code;
  },
});

/** Opening our own pipes takes Node some milliseconds; as getters they are opened while the server is starting. */
const ownPipes = {
  get input() {
    return process.stdin;
  },
  get output() {
    return process.stdout;
  },
};

/** Longer than the proxy needs to end the firmest of servers. */
const lastResortMilliseconds = 10_000;

/** Whoever signals us wants both of us gone: each signal makes the proxy take its next, firmer step. */
function stopOnSignals(child: StdioProxy): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, (_name: NodeJS.Signals, number: number) => {
      child.stop();
      // By then the server is gone, and what keeps us is a client that does not read its last answers.
      setTimeout(() => process.exit(128 + number), lastResortMilliseconds).unref();
    });
  }
}
