// Finds the running proxies in the audit log.

import type { ProxyView } from '@claw/admin';
import { type RunningProgress, runningSessions } from '@claw/audit';
import { auditFolder } from '../../files/paths.js';
import type { Colour } from '../../terminal/colour.js';
import { pluralize } from '../../terminal/pluralize.js';
import { printable } from '../../terminal/printable.js';

/** Finds running proxies. For repeated calls, `progress` stores which part of the log was already read. */
export async function findRunningProxies(
  env: NodeJS.ProcessEnv,
  progress?: RunningProgress,
): Promise<readonly ProxyView[]> {
  const sessions = await runningSessions(auditFolder(env), progress);
  return sessions.map(({ session, server, client, pid, since, about, decisions }) => ({
    session,
    server,
    client: client ?? null,
    pid,
    since,
    policy: textOf(about['policy']),
    mode: textOf(about['mode']),
    decisions,
  }));
}

/** Returns a string or `unknown`: the retention limit may have removed the entry. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : 'unknown');

/** Formats a time as `2026-11-16 19:41` in local time. */
const localTime = (instant: string): string => new Date(instant).toLocaleString('sv-SE').slice(0, 16);

/** Formats one line per proxy, in columns. The policy is shown only if it is not the configured one. */
export function runningLines(items: readonly ProxyView[], usual: string, colour: Colour): string[] {
  const rows = items.map(({ server, client, pid, since, policy, mode, decisions }) => [
    printable(server),
    client === null ? 'client unknown' : printable(client),
    `process ${pid}`,
    `since ${localTime(since)}`,
    pluralize(decisions, 'decision'),
    [
      ...(mode === 'observe' ? ['observe mode'] : []),
      ...(policy === usual ? [] : [`policy ${printable(policy)}`]),
    ].join(', '),
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map(([server = '', ...rest]) =>
    [
      `running      ${colour.accent(server.padEnd(widths[0] ?? 0))}`,
      ...rest.map((cell, index) => cell.padEnd(widths[index + 1] ?? 0)),
    ]
      .join('  ')
      .trimEnd(),
  );
}
