// `login`: the OAuth login for a remote server. A person does it in a browser; the tokens stay here, sealed.

import { defineCommand, exitCode } from '../../command-line/command.js';
import type { Output } from '../../terminal/output.js';
import { listLogins } from './list.js';

export const login = defineCommand({
  name: 'login',
  summary: 'log in at a remote server',
  usage: [
    '(URL | SERVER) [--client-id ID] [--client-secret-env VAR] [--scope S] [--port N] [--no-browser] [--json]',
    '--list [--json]',
  ],
  options: {
    'client-id': {
      kind: 'value',
      value: 'ID',
      summary: 'the id of a client that you registered with the provider, where we may not do it ourselves',
    },
    'client-secret-env': { kind: 'value', value: 'VAR', summary: 'the variable that holds its secret' },
    scope: { kind: 'value', value: 'S', summary: 'the rights to ask for (those that the server names)' },
    port: {
      kind: 'value',
      value: 'N',
      summary: 'the port to come back to, where the provider insists on one',
    },
    'no-browser': { kind: 'flag', summary: 'only print the link' },
    list: { kind: 'flag', summary: 'show where you are logged in, and until when' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'login https://example.com/mcp', note: 'opens the browser, waits, and keeps the login' },
    { command: 'login notes', note: 'by the name of the server in the configuration of a client' },
    {
      command: 'login notes --client-id my-client --client-secret-env NOTES_SECRET',
      note: 'where the provider wants programs to be registered by hand',
    },
    { command: 'login --list', note: 'never shows a token' },
  ],
  async run({ options, operands, output }) {
    if (options.list) {
      if (operands.length > 0) return refuse(output, '`--list` shows all logins; leave the name out');
      return listLogins(output);
    }
    const [word, extra] = operands;
    if (word === undefined || extra !== undefined)
      return refuse(output, 'name one server or its URL: `clawdefender login https://example.com/mcp`');
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

/** What the options ask for, or what is wrong with them. */
function readRequest(options: Options, env: NodeJS.ProcessEnv) {
  const { 'client-id': id, 'client-secret-env': variable, scope, port } = options;
  const secret = variable === undefined ? undefined : env[variable];
  if (variable !== undefined && id === undefined) return '`--client-secret-env` goes with `--client-id`';
  if (variable !== undefined && (secret ?? '') === '') return `there is no variable \`${variable}\``;
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536))
    return `\`--port ${port}\` is no port; use a number from 1 to 65535`;
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
