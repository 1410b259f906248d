// `clawdefender serve`: our own MCP server, which agents ask before they act. Over stdio stdout belongs to the protocol; every word
// of ours goes to stderr.

import { defineCommand, exitCode } from '../../command.js';
import type { Output } from '../../output.js';
import { claimStderr } from '../../own-stderr.js';
import type { Serving } from './compose.js';
import { type HttpRequest, levels, readHttp, refuseHttpOptions } from './http-options.js';

export const serve = defineCommand({
  name: 'serve',
  summary: 'let agents ask before they act: our own MCP server',
  usage: [
    '[--policy FILE]',
    '--http [--port 3201] [--host 127.0.0.1] [--token T | --token-file FILE] [--log-level LEVEL] [--policy FILE]',
  ],
  options: {
    policy: {
      kind: 'value',
      value: 'FILE',
      summary: 'the policy to judge by (the configured one by default)',
    },
    http: { kind: 'flag', summary: 'take agents over HTTP, at `/mcp`, instead of stdio' },
    port: { kind: 'value', value: 'PORT', summary: 'where to listen (3201); 0 picks one' },
    host: { kind: 'value', value: 'HOST', summary: 'on which address (127.0.0.1)' },
    token: {
      kind: 'value',
      value: 'T',
      summary: 'what agents have to know; made up and printed on stderr by default',
    },
    'token-file': {
      kind: 'value',
      value: 'FILE',
      summary: 'the same from a file: a token a line, a name in front of it tells callers apart',
    },
    'log-level': {
      kind: 'value',
      value: 'LEVEL',
      summary: `what to log about requests (info): ${levels.join(', ')}`,
    },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'serve', note: 'what a client configuration starts' },
    { command: 'serve --http --port 3201', note: 'for agents that speak HTTP; the token is on stderr' },
    {
      command: 'serve --http --token-file ~/.config/clawdefender/tokens',
      note: 'with tokens that stay the same',
    },
  ],
  async run({ options, output }) {
    const http = options.http ? await readHttp(options, output) : refuseHttpOptions(options, output);
    if (http === 'wrong') return exitCode.wrongCall;
    claimStderr();
    const { composeServer } = await import('./compose.js');
    const callers = http === undefined ? 'process' : 'identity';
    const serving = await composeServer({ policyFile: options.policy, callers, output });
    if (serving === undefined) return exitCode.wrongCall;
    try {
      return await (http === undefined ? overPipes(serving, output) : overHttp(serving, http, output));
    } finally {
      await serving.close();
    }
  },
});

async function overPipes({ server, session }: Serving, output: Output): Promise<number> {
  const { serveStdio } = await import('@claw/mcp-server');
  onSignals(() => process.stdin.destroy());
  // Somebody looks at a cursor and wonders.
  if (process.stdin.isTTY)
    output.complain(
      'waiting for an MCP client to speak on stdin; name `clawdefender serve` in its configuration, or add --http',
    );
  await serveStdio(server, {
    input: process.stdin,
    output: process.stdout,
    caller: session,
    onRefused: (reason) => output.complain(`refused, from the client: ${reason}`),
  });
  return exitCode.success;
}

async function overHttp(serving: Serving, http: HttpRequest, output: Output): Promise<number> {
  const { listenForAgents } = await import('./http.js');
  try {
    const listening = await listenForAgents(serving, http);
    const stopped = new Promise<void>((resolve) => onSignals(resolve));
    // Only now: nobody should note down a token of a server that did not start.
    if (http.generated !== undefined)
      output.complain(`agents have to send: Authorization: Bearer ${http.generated}`);
    output.complain(`listening on ${listening.origin}/mcp`);
    await stopped;
    await listening.close(2000);
    return exitCode.success;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    output.complain(
      code === 'EADDRINUSE' ? `port ${http.port} is in use; choose another with --port` : message,
    );
    return exitCode.wrongCall;
  }
}

/** Longer than anything of ours needs to end. */
const lastResortMilliseconds = 5000;

function onSignals(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, (_name: NodeJS.Signals, number: number) => {
      stop();
      setTimeout(() => process.exit(128 + number), lastResortMilliseconds).unref();
    });
  }
}
