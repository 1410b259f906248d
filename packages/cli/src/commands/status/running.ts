// The proxies that run now, as the record knows them.

import { runningSessions } from '@claw/audit';
import type { Colour } from '../../colour.js';
import { counted } from '../../counted.js';
import { auditFolder } from '../../places.js';
import { printable } from '../../printable.js';

/** One running proxy. */
export interface RunningProxy {
  readonly server: string;
  /** The record names it with the first decision. */
  readonly client: string | null;
  readonly pid: number;
  readonly since: string;
  /** The file, or what the preset is called. */
  readonly policy: string;
  readonly mode: string;
  readonly decisions: number;
}

export async function findRunningProxies(env: NodeJS.ProcessEnv): Promise<readonly RunningProxy[]> {
  const sessions = await runningSessions(auditFolder(env));
  return sessions.map(({ server, client, pid, since, about, decisions }) => ({
    server,
    client: client ?? null,
    pid,
    since,
    policy: textOf(about['policy']),
    mode: textOf(about['mode']),
    decisions,
  }));
}

/** Retention may have taken the record that says it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : 'unknown');

/** `2026-11-16 19:41` on the clock of whoever reads it. */
const localTime = (instant: string): string => new Date(instant).toLocaleString('sv-SE').slice(0, 16);

/** One line for each, in columns. A policy is named only where it is not the usual one. */
export function runningLines(items: readonly RunningProxy[], usual: string, colour: Colour): string[] {
  const rows = items.map(({ server, client, pid, since, policy, mode, decisions }) => [
    printable(server),
    client === null ? 'client not known yet' : printable(client),
    `process ${pid}`,
    `since ${localTime(since)}`,
    counted(decisions, 'decision'),
    [
      ...(mode === 'observe' ? ['only observing'] : []),
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
