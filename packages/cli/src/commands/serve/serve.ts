// Implements `clawdefender serve`: an MCP server from which agents request permission before they act. Over stdio,
// stdout is reserved for the protocol, and everything else is written to stderr.

import { defineCommand, exitCode } from '../../command-line/command.js';
import { replaceProcessStderr } from '../../diagnostics/stderr.js';
import type { Output } from '../../terminal/output.js';
import { portInUse } from '../../terminal/port-in-use.js';
import type { Serving } from './compose.js';
import { type HttpRequest, levels, parseHttpOptions, rejectHttpOptions } from './http-options.js';

export const serve = defineCommand({
  name: 'serve',
  summary: 'run an MCP server that lets agents request permission before they act',
  usage: [
    '[--policy FILE]',
    '--http [--port 3201] [--host 127.0.0.1] [--token T | --token-file FILE] [--log-level LEVEL] [--policy FILE]',
  ],
  options: {
    policy: {
      kind: 'value',
      value: 'FILE',
      summary: 'policy to apply (default: the configured policy)',
    },
    http: { kind: 'flag', summary: 'accept agents over HTTP at `/mcp` instead of stdio' },
    port: { kind: 'value', value: 'PORT', summary: 'port to listen on (default: 3201; 0: any free port)' },
    host: { kind: 'value', value: 'HOST', summary: 'address to listen on (default: 127.0.0.1)' },
    token: {
      kind: 'value',
      value: 'T',
      summary: 'bearer token that agents must send (default: generated and printed on stderr)',
    },
    'token-file': {
      kind: 'value',
      value: 'FILE',
      summary: 'file with one token per line, optionally preceded by a name that identifies the caller',
    },
    'log-level': {
      kind: 'value',
      value: 'LEVEL',
      summary: `level of the request log (default: info): ${levels.join(', ')}`,
    },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'serve', note: 'the command to put into a client configuration' },
    { command: 'serve --http --port 3201', note: 'for HTTP agents; prints a token on stderr' },
    {
      command: 'serve --http --token-file ~/.config/clawdefender/tokens',
      note: 'with fixed tokens',
    },
  ],
  async run({ options, output }) {
    const http = options.http ? await parseHttpOptions(options, output) : rejectHttpOptions(options, output);
    if (http === 'invalid') return exitCode.usageError;
    replaceProcessStderr();
    const { composeServer } = await import('./compose.js');
    const callers = http === undefined ? 'process' : 'identity';
    const serving = await composeServer({ policyFile: options.policy, callers, output });
    if (serving === undefined) return exitCode.usageError;
    try {
      return await (http === undefined
        ? serveOverStdio(serving, output)
        : serveOverHttp(serving, http, output));
    } finally {
      await serving.close();
    }
  },
});

async function serveOverStdio({ server, session }: Serving, output: Output): Promise<number> {
  const { serveStdio } = await import('@claw/mcp-server');
  onSignals(() => process.stdin.destroy());
  // In a terminal, this message prevents the impression that the command hangs.
  if (process.stdin.isTTY)
    output.error(
      'Waiting for an MCP client on stdin. Put `clawdefender serve` into the configuration of a client, or use `--http`.',
    );
  await serveStdio(server, {
    input: process.stdin,
    output: process.stdout,
    caller: session,
    onRefused: (reason) => output.error(`Rejected a message from the client: ${reason}`),
  });
  return exitCode.success;
}

async function serveOverHttp(serving: Serving, http: HttpRequest, output: Output): Promise<number> {
  const { listenForAgents } = await import('./http.js');
  try {
    const listening = await listenForAgents(serving, http);
    const stopped = new Promise<void>((resolve) => onSignals(resolve));
    // The token is printed after start-up, because the token of a server that failed to start is useless.
    if (http.generated !== undefined)
      output.error(`Agents must send this header: Authorization: Bearer ${http.generated}`);
    output.error(`Listening on ${listening.origin}/mcp`);
    await stopped;
    await listening.close(2000);
    return exitCode.success;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    output.error(code === 'EADDRINUSE' ? portInUse(http.port, '--port') : message);
    return exitCode.usageError;
  }
}

/** The time limit for shutting down; a normal shutdown takes less. */
const forceExitMilliseconds = 5000;

function onSignals(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, (_name: NodeJS.Signals, number: number) => {
      stop();
      setTimeout(() => process.exit(128 + number), forceExitMilliseconds).unref();
    });
  }
}
