// `clawdefender proxy -- COMMAND`: runs a server as our child and stands between it and the client that started us.
// Stdout belongs to the protocol; every word of ours goes to stderr.

import { childEnvironment, type StdioProxy, startStdioProxy } from '@claw/proxy-stdio';
import { defineCommand, exitCode } from '../command.js';
import { createIncidentLog } from '../incident-log.js';
import { claimStderr, ownStderr } from '../own-stderr.js';

export const proxy = defineCommand({
  name: 'proxy',
  summary: 'run a stdio MCP server behind the firewall',
  usage: ['[--server NAME] [--policy FILE] [--mode enforce|observe] -- COMMAND [ARG…]'],
  options: {
    server: { kind: 'value', value: 'NAME', summary: 'what the server is called in rules and messages' },
    policy: {
      kind: 'value',
      value: 'FILE',
      summary: 'the policy to enforce (the configured one by default)',
    },
    mode: { kind: 'value', value: 'MODE', summary: '`observe` only says what it would have done' },
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
      note: 'with a name for the policy and for messages',
    },
    {
      command: 'proxy --mode observe -- npx -y some-mcp-server',
      note: 'a day on probation: nothing is refused, stderr says what would have been',
    },
  ],
  async run({ options, passthrough = [], output }) {
    const [command, ...args] = passthrough;
    if (!command) {
      output.complain('no server to run; name it after `--`: `clawdefender proxy -- npx -y some-mcp-server`');
      return exitCode.wrongCall;
    }
    const mode = options.mode ?? 'enforce';
    if (mode !== 'enforce' && mode !== 'observe') {
      output.complain(`unknown mode \`${mode}\`; use enforce or observe`);
      return exitCode.wrongCall;
    }
    claimStderr();
    const { composeFirewall } = await import('../firewall/compose.js');
    const server = options.server ?? serverName(passthrough);
    const firewall = await composeFirewall({
      server,
      origin: passthrough.join(' '),
      policyFile: options.policy,
      mode,
      output,
    });
    if (firewall === undefined) return exitCode.wrongCall;
    // Before the server is started: a signal in between would end us and leave it alone.
    let child: StdioProxy | undefined;
    stopOnSignals(() => child?.stop());
    child = startStdioProxy({
      command,
      args,
      env: childEnvironment(process.env),
      client: ownPipes,
      ...firewall.options,
      onIncident: createIncidentLog(ownStderr, options.server),
    });
    const { code, reason } = await child.finished;
    await firewall.close();
    if (code !== 0) output.complain(options.server === undefined ? reason : `${options.server}: ${reason}`);
    return code;
  },
});

/** What a server is called when nobody said: its package or program, without path, version and ending. */
function serverName(words: readonly string[]): string {
  const runners = /^(?:npx|bunx|uvx|pnpx|node|python3?|deno|bun|docker|uv)(?:\.cmd|\.exe)?$/;
  const bases = words.map((word) => word.replace(/^.*[\\/]/, ''));
  const telling = bases.find((word) => !word.startsWith('-') && !runners.test(word)) ?? bases[0] ?? 'server';
  return telling.replace(/(?<=.)@[^@]*$/, '').replace(/\.(?:[cm]?js|ts|py|exe|cmd)$/, '') || 'server';
}

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

/** Whoever signals us wants both of us gone: a repeated signal shortens the waits. */
function stopOnSignals(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, (_name: NodeJS.Signals, number: number) => {
      stop();
      // By then the server is gone, and what keeps us is a client that does not read its last answers.
      setTimeout(() => process.exit(128 + number), lastResortMilliseconds).unref();
    });
  }
}
