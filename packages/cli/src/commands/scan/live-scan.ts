// Implements `scan --live`: starts the servers and adds findings about their declarations.

import type { Server } from '../../clients/servers.js';
import { useStore } from '../../state/open-store.js';
import { createProgress } from '../../terminal/progress.js';
import { inspectDeclarations } from './declarations.js';
import { type ListedTools, listTools } from './list-tools.js';
import { itemOf, type ScanItem } from './scan-item.js';

export interface LiveOptions {
  /** True if the user named the files. Only then are servers of a project started. */
  readonly named: boolean;
  /** The time limit for each server in seconds; undefined for the default. */
  readonly seconds: number | undefined;
}

export async function scanLive(
  servers: readonly Server[],
  rated: readonly ScanItem[],
  { named, seconds }: LiveOptions,
): Promise<readonly ScanItem[]> {
  // A scan must not run commands from a repository that the user has only cloned.
  const startable = servers.filter(
    ({ state, scope }) =>
      (named || scope !== 'project') && state.kind !== 'ourselves' && state.kind !== 'out-of-reach',
  );
  const progress = createProgress(startable.length, 'Scanning servers');
  const answers = new Map<Server, ListedTools>();
  await listTools(startable, seconds, (server, answer) => {
    answers.set(server, answer);
    progress.step(server.entry.name);
  });
  progress.end();
  const declared = new Map(
    startable.flatMap((server) => {
      const answer = answers.get(server);
      return answer === undefined || 'problem' in answer ? [] : [[server, answer] as const];
    }),
  );
  const found = await useStore((store) => inspectDeclarations(declared, store));
  return servers.map((server, index) => {
    const item = rated[index] as ScanItem;
    const answer = answers.get(server);
    if (!named && server.scope === 'project') return { ...item, reasons: [...item.reasons, notStarted] };
    if (answer && 'problem' in answer) {
      const { problem } = answer;
      return { ...item, reasons: [...item.reasons, problem], unasked: problem };
    }
    return itemOf(server, [...item.findings, ...(found.get(server) ?? [])]);
  });
}

const notStarted = 'not started, because it belongs to a project; use `--project DIR`';
