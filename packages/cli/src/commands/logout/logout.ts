// `logout`: takes a login back at its provider, and forgets its tokens here in any case.

import { type Login, logOut, serverOf } from '@claw/auth';
import { defineCommand, exitCode } from '../../command.js';
import type { Output } from '../../output.js';
import { findServer } from '../../remote-login/find-server.js';
import { type KeptLogins, openLogins } from '../../remote-login/kept-logins.js';
import { networkFor, publicOnly } from '../../remote-login/reachable.js';
import { hasSecretKey } from '../../secret-key.js';
import { whyOf } from '../../store-trouble.js';

interface LoggedOutItem {
  readonly server: string;
  /** Whether the provider took the tokens back; null when it offers no way to. */
  readonly revoked: boolean | null;
}

export const logout = defineCommand({
  name: 'logout',
  summary: 'end the login at a remote server',
  usage: ['(URL | SERVER | --all) [--json]'],
  options: {
    all: { kind: 'flag', summary: 'end every login' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'logout https://example.com/mcp', note: 'also tells the provider; exit 1 when that fails' },
    { command: 'logout --all', note: 'everywhere' },
  ],
  async run({ options, operands, output }) {
    const [word, extra] = operands;
    if (extra !== undefined || (word === undefined) !== options.all)
      return refuse(output, 'name one server or its URL, or say `--all`');
    const server = word === undefined ? undefined : await findServer(word);
    if (server !== undefined && 'problem' in server) return refuse(output, server.problem);
    if (!hasSecretKey(process.env)) return nothingToEnd(server, output);
    const kept = await openLogins(process.env, false).catch((error: Error) => error);
    if (kept instanceof Error) return refuse(output, whyOf(kept));
    try {
      const one = server === undefined ? undefined : await kept.logins.get(server);
      const chosen = server === undefined ? await kept.logins.list() : one === undefined ? [] : [one];
      if (chosen.length === 0) return nothingToEnd(server, output);
      return await endAll(chosen, kept, output);
    } catch (error) {
      return refuse(output, whyOf(error));
    } finally {
      await kept.close();
    }
  },
});

async function endAll(chosen: readonly Login[], { logins }: KeptLogins, output: Output): Promise<number> {
  const items: LoggedOutItem[] = [];
  for (const login of chosen) {
    const network = await networkFor(new URL(login.server)).catch(() => publicOnly);
    const { revoked, problem } = await logOut(login, logins, network);
    items.push({ server: login.server, revoked: revoked ?? null });
    if (problem !== undefined)
      output.complain(
        `${login.server}: the tokens are gone from here, but their provider was not told: ${problem}`,
      );
  }
  output.result({
    json: { items },
    text: () => items.map(({ server }) => `logged out of ${server}`).join('\n'),
  });
  return items.some(({ revoked }) => revoked === false) ? exitCode.negative : exitCode.success;
}

function nothingToEnd(server: URL | undefined, output: Output): number {
  if (server === undefined) {
    output.result({ json: { items: [] }, text: () => 'not logged in anywhere' });
    return exitCode.success;
  }
  output.complain(`not logged in at ${serverOf(server)}`);
  return exitCode.negative;
}

function refuse(output: Output, reason: string): number {
  output.complain(reason);
  return exitCode.wrongCall;
}
