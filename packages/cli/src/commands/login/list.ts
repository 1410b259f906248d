// Implements `login --list`: lists the stored logins with their expiry.

import { exitCode } from '../../command-line/command.js';
import { userMessage } from '../../diagnostics/store-warnings.js';
import { hasSecretKey } from '../../state/secret-key.js';
import type { Output } from '../../terminal/output.js';
import { itemOf, type LoginItem } from './item.js';

export async function listLogins(output: Output): Promise<number> {
  const items = await readItems().catch((error: Error) => error);
  if (items instanceof Error) {
    output.error(userMessage(items));
    return exitCode.usageError;
  }
  output.result({
    json: { items },
    text: () => (items.length === 0 ? 'No logins stored.' : items.map(lineOf).join('\n')),
  });
  return exitCode.success;
}

async function readItems(): Promise<readonly LoginItem[]> {
  if (!hasSecretKey(process.env)) return [];
  const { openLogins } = await import('../../remote-login/login-store.js');
  const { logins, close } = await openLogins(process.env, false);
  try {
    return (await logins.list()).map((login) => itemOf(login, Date.now()));
  } finally {
    await close();
  }
}

function lineOf({ server, issuer, state, expires_at, renewable }: LoginItem): string {
  const until = expires_at === null ? '' : ` until ${expires_at}`;
  const how =
    state === 'over'
      ? 'expired; log in again'
      : `${until.trim()}${renewable ? ', renewed automatically' : ''}`;
  return `${server}  at ${issuer}  ${how.replace(/^, /, '')}`;
}
