// `clawdefender proxy`: stands between a client and a server, over pipes or HTTP, and enforces the policy. Stdout belongs to
// the protocol; every word of ours goes to stderr.

import type { Incident } from '@claw/proxy-stdio';
import { defineCommand, exitCode } from '../command.js';
import { compileEarly } from '../compile-early.js';
import { foldersAmong } from '../firewall/server-folders.js';
import { createIncidentLog } from '../incident-log.js';
import type { Output } from '../output.js';
import { claimStderr, ownStderr } from '../own-stderr.js';
import { isOurOwnUser, nameOf, originOf, readEnds } from './proxy-ends.js';
import { type Running, startPairing } from './proxy-pairings.js';

export const proxy = defineCommand({
  name: 'proxy',
  summary: 'run an MCP server behind the firewall',
  usage: [
    '[--server NAME] [--policy FILE] [--dashboard [PORT]] [--mode enforce|observe] -- COMMAND [ARG…]',
    "[--listen HOST:PORT [--token T | --token-file F] [--tls-cert F --tls-key F]] (--url URL [--header 'K: V']… [--header-env K=VAR]… [--bearer-env VAR] | -- COMMAND…)",
  ],
  options: {
    server: { kind: 'value', value: 'NAME', summary: 'what the server is called in rules and messages' },
    policy: {
      kind: 'value',
      value: 'FILE',
      summary: 'the policy to enforce (the configured one by default)',
    },
    dashboard: {
      kind: 'maybe',
      value: 'PORT',
      summary: 'also start the dashboard (61100); its link is on stderr',
    },
    mode: { kind: 'value', value: 'MODE', summary: '`observe` only says what it would have done' },
    url: { kind: 'value', value: 'URL', summary: 'a remote server, instead of a command' },
    header: { kind: 'list', value: "'K: V'", summary: 'a header for the remote server' },
    'header-env': { kind: 'list', value: 'K=VAR', summary: 'the same, with the value of a variable' },
    'bearer-env': {
      kind: 'value',
      value: 'VAR',
      summary: 'the variable with a bearer token for the remote server',
    },
    listen: { kind: 'value', value: 'HOST:PORT', summary: 'take clients over HTTP (port 0 picks one)' },
    token: {
      kind: 'value',
      value: 'T',
      summary: 'what those clients have to know; needed beyond this machine',
    },
    'token-file': {
      kind: 'value',
      value: 'FILE',
      summary:
        'the same from a file, where no list of processes shows it: a token a line, or a name and a token',
    },
    'tls-cert': { kind: 'value', value: 'FILE', summary: 'the certificate, to listen with HTTPS' },
    'tls-key': { kind: 'value', value: 'FILE', summary: 'its key' },
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
    {
      command: 'proxy --url https://example.com/mcp --header-env Authorization=NOTES_TOKEN',
      note: 'a remote server for a client that starts its servers; or `clawdefender login URL` first',
    },
    {
      command: 'proxy --listen 127.0.0.1:3200 --url https://example.com/mcp',
      note: 'the same for clients that speak HTTP',
    },
    {
      command:
        'proxy --listen 0.0.0.0:3200 --token-file tokens --tls-cert cert.pem --tls-key key.pem -- npx -y some-mcp-server',
      note: 'a server of this machine for clients on others',
    },
  ],
  async run({ options, passthrough = [], output }) {
    const ends = readEnds(options, passthrough, process.env);
    const mode = options.mode ?? 'enforce';
    const dashboardPort = readPort(options.dashboard);
    if (dashboardPort === 'wrong') {
      output.complain(`\`--dashboard ${options.dashboard}\` is no port; write a number up to 65535`);
      return exitCode.wrongCall;
    }
    if (typeof ends === 'string' || (mode !== 'enforce' && mode !== 'observe')) {
      output.complain(typeof ends === 'string' ? ends : `unknown mode \`${mode}\`; use enforce or observe`);
      return exitCode.wrongCall;
    }
    claimStderr();
    const server = options.server ?? nameOf(ends.behind);
    const { readUsablePolicy } = await import('../firewall/usable-policy.js');
    const usable = await readUsablePolicy({ server, named: options.policy, output });
    if (usable === undefined) return exitCode.wrongCall;
    // Before the server is started: a signal in between would end us and leave it alone.
    let running: Running | undefined;
    stopOnSignals(() => running?.stop());
    const { startFirewall } = await import('../firewall/start.js');
    const firewall = startFirewall({
      server,
      origin: originOf(ends.behind),
      folders: ends.behind.kind === 'command' ? foldersAmong(ends.behind.words.slice(1)) : [],
      policyFile: options.policy,
      usable,
      mode,
      asksClient: isOurOwnUser(ends.front),
      overHttp: ends.front.kind === 'http',
      output,
    });
    const tell = createIncidentLog(ownStderr, options.server);
    const onIncident = (incident: Incident) => {
      tell(incident);
      if (incident.outcome === 'refused') firewall.refused(incident);
    };
    try {
      running = await startPairing({ ends, firewall, onIncident, output });
      await firewall.ready;
      // Not before: what only starts a proxy runs once.
      compileEarly();
    } catch (error) {
      output.complain((error as Error).message);
      running?.stop();
      await running?.finished;
      await firewall.close().catch(() => {});
      return exitCode.wrongCall;
    }
    const dashboard = dashboardPort === undefined ? undefined : await openDashboard(dashboardPort, output);
    const { code, reason } = await running.finished;
    await dashboard?.close();
    await firewall.close();
    if (code !== 0) output.complain(options.server === undefined ? reason : `${options.server}: ${reason}`);
    return code;
  },
});

/** The port of an option that may stand alone. */
function readPort(text: string | undefined): number | 'wrong' | undefined {
  if (text === undefined) return undefined;
  const port = text === '' ? 61_100 : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : 'wrong';
}

/** A proxy goes on without its page: another one may show it already. */
async function openDashboard(port: number, output: Output): Promise<{ close(): Promise<void> } | undefined> {
  const { startDashboard } = await import('./dashboard/start.js');
  const started = await startDashboard(port, output);
  if (started !== undefined) output.complain(`dashboard: ${started.link()}`);
  return started;
}

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
