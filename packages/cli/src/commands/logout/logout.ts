// Implements `logout`: revokes a login at its OAuth provider. The stored tokens are deleted even if that fails.

import { type Login, logOut, normalizeServerUrl } from '@claw/auth';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { userMessage } from '../../diagnostics/store-warnings.js';
import { networkFor, publicOnly } from '../../remote-login/allowed-addresses.js';
import { findServer } from '../../remote-login/find-server.js';
import { type LoginStore, openLogins } from '../../remote-login/login-store.js';
import { hasSecretKey } from '../../state/secret-key.js';
import type { Output } from '../../terminal/output.js';

interface LoggedOutItem {
  readonly server: string;
  /** True if the provider has revoked the tokens; null if it does not support revocation. */
  readonly revoked: boolean | null;
}

export const logout = defineCommand({
  name: 'logout',
  summary: 'log out of a remote server',
  usage: ['(URL | SERVER | --all) [--json]'],
  options: {
    all: { kind: 'flag', summary: 'log out of all remote servers' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    {
      command: 'logout https://example.com/mcp',
      note: 'also revokes the tokens at the provider; exits with 1 if that fails',
    },
    { command: 'logout --all', note: 'all servers' },
  ],
  async run({ options, operands, output }) {
    const [word, extra] = operands;
    if (extra !== undefined || (word === undefined) !== options.all)
      return refuse(output, 'No server given. Name one server or its URL, or use `--all`.');
    const server = word === undefined ? undefined : await findServer(word);
    if (server !== undefined && 'problem' in server) return refuse(output, server.problem);
    if (!hasSecretKey(process.env)) return nothingToEnd(server, output);
    const kept = await openLogins(process.env, false).catch((error: Error) => error);
    if (kept instanceof Error) return refuse(output, userMessage(kept));
    try {
      const one = server === undefined ? undefined : await kept.logins.get(server);
      const chosen = server === undefined ? await kept.logins.list() : one === undefined ? [] : [one];
      if (chosen.length === 0) return nothingToEnd(server, output);
      return await endAll(chosen, kept, output);
    } catch (error) {
      return refuse(output, userMessage(error));
    } finally {
      await kept.close();
    }
  },
});

async function endAll(chosen: readonly Login[], { logins }: LoginStore, output: Output): Promise<number> {
  const items: LoggedOutItem[] = [];
  for (const login of chosen) {
    const network = await networkFor(new URL(login.server)).catch(() => publicOnly);
    const { revoked, error } = await logOut(login, logins, network);
    items.push({ server: login.server, revoked: revoked ?? null });
    if (error !== undefined)
      output.error(
        `${login.server}: the tokens were deleted here, but could not be revoked at the provider: ${error}`,
      );
  }
  output.result({
    json: { items },
    text: () => items.map(({ server }) => `Logged out of ${server}.`).join('\n'),
  });
  return items.some(({ revoked }) => revoked === false) ? exitCode.failure : exitCode.success;
}

function nothingToEnd(server: URL | undefined, output: Output): number {
  if (server === undefined) {
    output.result({ json: { items: [] }, text: () => 'No logins stored.' });
    return exitCode.success;
  }
  output.error(`Not logged in to ${normalizeServerUrl(server)}.`);
  return exitCode.failure;
}

function refuse(output: Output, reason: string): number {
  output.error(reason);
  return exitCode.usageError;
}
