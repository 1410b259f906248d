// Implements `dashboard`: serves the local web page until it is interrupted. If a dashboard is already running on the
// port, prints a new link to it.

import { defineCommand, exitCode } from '../../command-line/command.js';
import { openLink, removeLink } from './open-link.js';
import { isSeparateProcess, onProxyEnd } from './separate-process.js';
import { startDashboard } from './start.js';

export const dashboard = defineCommand({
  name: 'dashboard',
  summary: 'open a local web page with live events, approvals, the kill switch, the policy and the tools',
  usage: ['[--port 61100] [--open] [--json]'],
  options: {
    port: {
      kind: 'value',
      value: 'PORT',
      summary: 'port to listen on, on the loopback interface only (default: 61100; 0: any free port)',
    },
    open: { kind: 'flag', summary: 'open the link in the browser' },
    json: { kind: 'flag', summary: 'print the link as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'dashboard --open', note: 'approve or deny calls in the browser' },
    { command: 'dashboard --port 0 --json', note: 'print the link for a script' },
  ],
  async run({ options, output }) {
    const text = options.port ?? '61100';
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
    if (!(port <= 65_535)) {
      output.error(`Invalid value for \`--port\`: \`${text}\`. Use a port number up to 65535.`);
      return exitCode.usageError;
    }
    const started = await startDashboard(port, output, isSeparateProcess() ? '--dashboard' : '--port');
    if (started === undefined) return exitCode.usageError;
    const { link: url, isOwn } = started;
    output.result({
      json: { url, port: started.port },
      text: () =>
        `${url}\n${isOwn ? 'The link works once. Press Ctrl+C to stop the dashboard.' : 'The dashboard is already running. The link works once.'}`,
    });
    if (options.open) await openLink(url);
    if (!isOwn) return exitCode.success;
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
      if (isSeparateProcess()) onProxyEnd(resolve);
    });
    await started.close();
    await removeLink();
    return exitCode.success;
  },
});
