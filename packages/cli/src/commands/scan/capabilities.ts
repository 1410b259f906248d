// Determines the capabilities of a server from its package, image, command or host.

import { addressOf, type Server } from '../../clients/servers.js';
import { programName } from '../../wrap/program/program-name.js';
import { type KnownServer, knownServers } from './known-servers.js';

/** Returns the command of the server itself, without the firewall. */
export function ownWords({ state }: Server): readonly string[] {
  if (state.kind === 'bare') return state.words;
  return state.kind === 'wrapped' || state.kind === 'foreign' ? state.original : [];
}

const byName = new Map(knownServers.flatMap((known) => known.names.map((name) => [name, known] as const)));

/** Finds the table entry for a server by its package, image, command or host. */
export function findKnownServer(server: Server): KnownServer | undefined {
  const address = addressOf(server);
  if (address !== undefined) return byName.get(hostOf(address) ?? '');
  for (const word of ownWords(server)) {
    const known = candidates(word)
      .map((name) => byName.get(name))
      .find((found) => found !== undefined);
    if (known) return known;
  }
  return undefined;
}

/**
 * Returns possible names in a command: from `pkg@1.2`, `pkg==1.2`, `image:tag`, `/path/to/bin` or
 * `node_modules/@scope/pkg/dist/index.js`.
 */
function candidates(word: string): readonly string[] {
  const name = word.replace(/(?<=.)(?:@[^@/]*|==.*|:[^/:]*)$/, '');
  const inModules = /node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(word)?.[1]?.replaceAll('\\', '/');
  const command = programName(word);
  return [
    word,
    name,
    ...(inModules ? [inModules] : []),
    ...(/[\\/]/.test(word) && !word.startsWith('@') ? [command] : []),
  ];
}

export function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname;
  } catch {
    return undefined;
  }
}
