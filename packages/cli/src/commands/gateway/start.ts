// Implements `clawdefender gateway`: starts a node and runs it until it receives a signal.

import { defineCommand, exitCode } from '../../command-line/command.js';
import { isLoopback } from '../../command-line/is-loopback.js';
import { openProcessLog, readLogFormat } from '../../diagnostics/log-format.js';
import { replaceProcessStderr } from '../../diagnostics/stderr.js';
import { readGatewayConfig } from './read-gateway-config.js';

export const start = defineCommand({
  name: 'gateway',
  summary: 'run the firewall in front of many remote servers for many callers',
  usage: ['[--config FILE] [--port N] [--host H] [--redis URL] [--dashboard [PORT]] [--log-format FORMAT]'],
  options: {
    config: {
      kind: 'value',
      value: 'FILE',
      summary:
        'file with settings, proxies, resources and API keys (default: `gateway.toml` in the configuration folder)',
    },
    port: { kind: 'value', value: 'N', summary: 'port to listen on (default: 3300; 0: any free port)' },
    host: { kind: 'value', value: 'H', summary: 'address to listen on (default: 127.0.0.1)' },
    redis: {
      kind: 'value',
      value: 'URL',
      summary:
        'Redis server that stores the state shared by all nodes (default: an embedded store for one node)',
    },
    dashboard: {
      kind: 'maybe',
      value: 'PORT',
      summary: 'also serve the dashboard on 127.0.0.1 (default port: 61100)',
    },
    'log-format': {
      kind: 'value',
      value: 'FORMAT',
      summary: 'format of the lines on stderr: text (default) or json',
    },
  },
  operands: 'none',
  passthrough: false,
  examples: [{ command: 'gateway', note: 'one node; the first start prints an admin token on stderr' }],
  async run({ options, output }) {
    const format = readLogFormat(options['log-format'], output);
    if (format === undefined) return exitCode.usageError;
    const config = await readGatewayConfig(options, output);
    if (config === undefined) return exitCode.usageError;
    replaceProcessStderr();
    const log = await openProcessLog(output, 'gateway', format);
    const { startGateway } = await import('../../gateway/compose.js');
    const gateway = await startGateway(config, log);
    if (gateway === undefined) return exitCode.usageError;
    const { firstAdminToken, listening, dashboardPort } = gateway;
    // The token is printed for users only, and never written to JSON logs.
    if (firstAdminToken !== undefined) output.error(`Admin token, shown only once: ${firstAdminToken}`);
    if (!isLoopback(config.listen.host) && config.tls === undefined)
      log.announce('warn', 'unencrypted', UNENCRYPTED);
    if (dashboardPort !== undefined)
      log.announce(
        'info',
        'dashboard',
        `Dashboard on http://127.0.0.1:${dashboardPort}: \`clawdefender dashboard --port ${dashboardPort}\` prints a link that signs in; you can also sign in with the admin token.`,
      );
    log.announce('info', 'listening', `Listening on ${listening.origin}`);
    await untilSignal(() => {
      gateway.drain();
      log.announce(
        'info',
        'draining',
        'Shutting down: waiting for running calls; new connections are not accepted.',
      );
    });
    await gateway.close(DRAIN_MILLISECONDS);
    return exitCode.success;
  },
});

const UNENCRYPTED =
  'Warning: the connection is not encrypted, and others on the network can read keys and tokens. Set `tls` in `gateway.toml`, or put a TLS terminator in front.';

/** Load balancers need up to this time to notice that the node is no longer ready. */
const NOTICE_MILLISECONDS = 1000;
/** The maximum time for running calls and streams to finish. */
const DRAIN_MILLISECONDS = 20_000;
const FORCE_EXIT_MILLISECONDS = 5000;

/** Resolves one notice period after the first signal, or immediately after the second signal. */
function untilSignal(drain: () => void): Promise<void> {
  return new Promise((resolve) => {
    let signals = 0;
    const onSignal = (_name: NodeJS.Signals, number: number) => {
      signals += 1;
      drain();
      if (signals === 1) setTimeout(resolve, NOTICE_MILLISECONDS);
      else {
        resolve();
        setTimeout(() => process.exit(128 + number), FORCE_EXIT_MILLISECONDS).unref();
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
}
