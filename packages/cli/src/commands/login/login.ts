// Implements `login`: the OAuth login for a remote server. The user logs in with a browser; the tokens are stored
// encrypted on this machine.

import { defineCommand, exitCode } from '../../command-line/command.js';
import type { Output } from '../../terminal/output.js';
import { listLogins } from './list.js';

export const login = defineCommand({
  name: 'login',
  summary: 'log in to a remote server',
  usage: [
    '(URL | SERVER) [--client-id ID] [--client-secret-env VAR] [--scope S] [--port N] [--no-browser] [--json]',
    '--list [--json]',
  ],
  options: {
    'client-id': {
      kind: 'value',
      value: 'ID',
      summary: 'client id registered with the provider, if it does not support dynamic registration',
    },
    'client-secret-env': {
      kind: 'value',
      value: 'VAR',
      summary: 'environment variable with the client secret',
    },
    scope: {
      kind: 'value',
      value: 'S',
      summary: 'scopes to request (default: those that the server advertises)',
    },
    port: {
      kind: 'value',
      value: 'N',
      summary: 'port of the redirect URL, if the provider requires a fixed one',
    },
    'no-browser': { kind: 'flag', summary: 'print the link instead of opening a browser' },
    list: { kind: 'flag', summary: 'list the stored logins and when they expire' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'login https://example.com/mcp', note: 'log in with the browser and store the tokens' },
    { command: 'login notes', note: 'log in to a server by its name in a client configuration' },
    {
      command: 'login notes --client-id my-client --client-secret-env NOTES_SECRET',
      note: 'for a provider without dynamic registration',
    },
    { command: 'login --list', note: 'tokens are never shown' },
  ],
  async run({ options, operands, output }) {
    if (options.list) {
      if (operands.length > 0) return refuse(output, 'Use `--list` without a server name.');
      return listLogins(output);
    }
    const [word, extra] = operands;
    if (word === undefined || extra !== undefined)
      return refuse(
        output,
        'No server given. Name one server or its URL: `clawdefender login https://example.com/mcp`.',
      );
    const request = readRequest(options, process.env);
    if (typeof request === 'string') return refuse(output, request);
    const { findServer } = await import('../../remote-login/find-server.js');
    const server = await findServer(word);
    if ('problem' in server) return refuse(output, server.problem);
    const { logInAt } = await import('./log-in-at.js');
    return logInAt({ ...request, server, opensBrowser: !options['no-browser'], output });
  },
});

interface Options {
  readonly 'client-id': string | undefined;
  readonly 'client-secret-env': string | undefined;
  readonly scope: string | undefined;
  readonly port: string | undefined;
}

/** Returns the parsed options, or an error message. */
function readRequest(options: Options, env: NodeJS.ProcessEnv) {
  const { 'client-id': id, 'client-secret-env': variable, scope, port } = options;
  const secret = variable === undefined ? undefined : env[variable];
  if (variable !== undefined && id === undefined)
    return '`--client-secret-env` needs `--client-id`. Add `--client-id ID` or remove `--client-secret-env`.';
  if (variable !== undefined && (secret ?? '') === '')
    return `The environment variable \`${variable}\` is not set.`;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    return `Invalid value for \`--port\`: \`${port}\`. Use a number from 1 to 65535.`;
  return {
    client: id === undefined ? undefined : { id, secret },
    scope,
    port: port === undefined ? undefined : Number(port),
  };
}

function refuse(output: Output, reason: string): number {
  output.error(reason);
  return exitCode.usageError;
}
