// Implements `clawdefender proxy`: forwards messages between a client and a server, over stdio or HTTP, and enforces
// the policy. Stdout is reserved for the protocol; everything else is written to stderr.

import type { MessageDiagnostic } from '@claw/proxy-stdio';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { openProcessLog, readLogFormat } from '../../diagnostics/log-format.js';
import { createRelayDiagnostics } from '../../diagnostics/relay-diagnostics.js';
import { privateStderr, replaceProcessStderr } from '../../diagnostics/stderr.js';
import { foldersInArguments } from '../../firewall/ports/server-folders.js';
import { stopMemoryGrowth } from '../../loader/v8-settings.js';
import type { Output } from '../../terminal/output.js';
import { portInUse } from '../../terminal/port-in-use.js';
import { serverProgram } from '../../wrap/program/server-program.js';
import { approvalOrigin } from './approval-origin.js';
import { type Endpoints, isLocalUser, parseEndpoints, serverName, upstreamOrigin } from './endpoints.js';
import { type RunningProxy, startProxy } from './transports.js';

export const proxy = defineCommand({
  name: 'proxy',
  summary: 'run an MCP server behind the firewall',
  usage: [
    '[--server NAME] [--policy FILE] [--dashboard [PORT]] [--mode enforce|observe] [--log-format FORMAT] -- COMMAND [ARG…]',
    "[--listen HOST:PORT [--token T | --token-file F] [--tls-cert F --tls-key F]] (--url URL [--header 'K: V']… [--header-env K=VAR]… [--bearer-env VAR] | -- COMMAND…)",
  ],
  options: {
    server: {
      kind: 'value',
      value: 'NAME',
      summary: 'name of the server in rules and messages (default: from the command or URL)',
    },
    policy: {
      kind: 'value',
      value: 'FILE',
      summary: 'policy to enforce (default: the configured policy)',
    },
    dashboard: {
      kind: 'maybe',
      value: 'PORT',
      summary: 'also start the dashboard (default port: 61100) and print its link on stderr',
    },
    mode: {
      kind: 'value',
      value: 'MODE',
      summary:
        '`enforce` (default) or `observe`, which logs denials but forwards the calls, unless the kill switch is on',
    },
    'log-format': {
      kind: 'value',
      value: 'FORMAT',
      summary: 'format of the lines on stderr: text (default) or json',
    },
    url: { kind: 'value', value: 'URL', summary: 'URL of a remote server, instead of a command' },
    header: { kind: 'list', value: "'K: V'", summary: 'HTTP header for the remote server' },
    'header-env': {
      kind: 'list',
      value: 'K=VAR',
      summary: 'HTTP header with its value from an environment variable',
    },
    'bearer-env': {
      kind: 'value',
      value: 'VAR',
      summary: 'environment variable with a bearer token for the remote server',
    },
    listen: {
      kind: 'value',
      value: 'HOST:PORT',
      summary: 'accept clients over HTTP (port 0: any free port)',
    },
    token: {
      kind: 'value',
      value: 'T',
      summary: 'bearer token that clients must send; required unless HOST is a loopback address',
    },
    'token-file': {
      kind: 'value',
      value: 'FILE',
      summary:
        'file with one token per line, optionally preceded by a name; keeps tokens out of the process list, unlike `--token`',
    },
    'tls-cert': { kind: 'value', value: 'FILE', summary: 'certificate for HTTPS' },
    'tls-key': { kind: 'value', value: 'FILE', summary: 'private key for the certificate' },
  },
  operands: 'none',
  passthrough: true,
  examples: [
    {
      command: 'proxy -- npx -y some-mcp-server',
      note: 'the command to put into a client configuration',
    },
    {
      command: 'proxy --server notes -- node server.js ~/notes',
      note: 'with a name for rules and messages',
    },
    {
      command: 'proxy --mode observe -- npx -y some-mcp-server',
      note: 'try a policy: denials are printed and logged, but not enforced',
    },
    {
      command: 'proxy --url https://example.com/mcp --header-env Authorization=NOTES_TOKEN',
      note: 'a remote server for a stdio client, with a token; without one, run `clawdefender login URL` first',
    },
    {
      command: 'proxy --listen 127.0.0.1:3200 --url https://example.com/mcp',
      note: 'a remote server for HTTP clients',
    },
    {
      command:
        'proxy --listen 0.0.0.0:3200 --token-file tokens --tls-cert cert.pem --tls-key key.pem -- npx -y some-mcp-server',
      note: 'a local server for clients on other machines',
    },
  ],
  async run({ options, passthrough = [], output }) {
    const endpoints = parseEndpoints(options, passthrough, process.env);
    const mode = options.mode ?? 'enforce';
    const dashboardPort = readPort(options.dashboard);
    if (dashboardPort === 'wrong') {
      output.error(
        `Invalid value for \`--dashboard\`: \`${options.dashboard}\`. Use a port number up to 65535.`,
      );
      return exitCode.usageError;
    }
    if (typeof endpoints === 'string' || (mode !== 'enforce' && mode !== 'observe')) {
      output.error(
        typeof endpoints === 'string'
          ? endpoints
          : `Invalid value for \`--mode\`: \`${mode}\`. Use \`enforce\` or \`observe\`.`,
      );
      return exitCode.usageError;
    }
    const format = readLogFormat(options['log-format'], output);
    if (format === undefined) return exitCode.usageError;
    replaceProcessStderr();
    const server = options.server ?? serverName(endpoints.upstream);
    const { loadActivePolicy: loadPolicy } = await import('../../firewall/load-policy.js');
    const log = await openProcessLog(output, server, format);
    const { diagnostics } = log;
    const loaded = await loadPolicy({ named: options.policy, output: log, diagnostics });
    if (loaded === undefined) return exitCode.usageError;
    // The signal handler is installed before the server is started: a signal in between would end this process and
    // leave the server running.
    let running: RunningProxy | undefined;
    stopOnSignals(() => running?.stop());
    const { startFirewall } = await import('../../firewall/start.js');
    const firewall = startFirewall({
      server,
      origin: upstreamOrigin(endpoints.upstream),
      approvalOrigin: approvalOrigin(endpoints.upstream, process.cwd()),
      program: serverProgram(endpoints.upstream),
      folders:
        endpoints.upstream.kind === 'command' ? foldersInArguments(endpoints.upstream.words.slice(1)) : [],
      policyFile: options.policy,
      loaded,
      mode,
      elicitation: isLocalUser(endpoints.listener),
      overHttp: endpoints.listener.kind === 'http',
      output: log,
      diagnostics,
    });
    const report = createRelayDiagnostics(diagnostics, {
      bufferedBytes: () => privateStderr().writableLength,
      readsStdout: endpoints.upstream.kind === 'command',
    });
    const onDiagnostic = (diagnostic: MessageDiagnostic) => {
      report(diagnostic);
      if (diagnostic.outcome === 'refused') firewall.refused(diagnostic);
    };
    try {
      running = await startProxy({ endpoints, firewall, onDiagnostic, diagnostics });
      await firewall.ready;
      stopMemoryGrowth();
      // In a terminal, this message prevents the impression that the command hangs.
      if (endpoints.listener.kind === 'stdio' && process.stdin.isTTY)
        log.error(
          'Waiting for an MCP client on stdin. Put this command into the configuration of a client, or use `--listen`.',
        );
    } catch (error) {
      log.error(describeStartError(error as NodeJS.ErrnoException, endpoints));
      running?.stop();
      await running?.finished;
      await firewall.close().catch(() => {});
      return exitCode.usageError;
    }
    const dashboard = dashboardPort === undefined ? undefined : await openDashboard(dashboardPort, output);
    const { code, reason } = await running.finished;
    await dashboard?.close();
    await firewall.close();
    if (code !== 0)
      diagnostics.write({ level: 'error', event: 'server_exited', message: reason, fields: { code } });
    return code;
  },
});

function describeStartError({ code, message }: NodeJS.ErrnoException, { listener }: Endpoints): string {
  return code === 'EADDRINUSE' && listener.kind === 'http' ? portInUse(listener.port, '--listen') : message;
}

/** Parses the port of an option whose value is optional. */
function readPort(text: string | undefined): number | 'wrong' | undefined {
  if (text === undefined) return undefined;
  const port = text === '' ? 61_100 : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : 'wrong';
}

/**
 * Starts the dashboard. If that fails, for example because another process uses the port, the proxy continues without
 * it.
 */
async function openDashboard(port: number, output: Output): Promise<{ close(): Promise<void> } | undefined> {
  const { startSeparateDashboard } = await import('../dashboard/separate-process.js');
  const started = await startSeparateDashboard(port);
  if (started !== undefined) output.error(`Dashboard: ${started.link}`);
  return started;
}

/** The time limit for shutting down, which is longer than the proxy needs to kill a server that ignores signals. */
const forceExitMilliseconds = 10_000;

/** Stops the proxy and its server when a signal arrives; a repeated signal shortens the timeouts. */
function stopOnSignals(stop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) {
    process.on(signal, (_name: NodeJS.Signals, number: number) => {
      stop();
      // At this point the server has exited. The process still runs only if a client does not read its last responses.
      setTimeout(() => process.exit(128 + number), forceExitMilliseconds).unref();
    });
  }
}
