// Finds clients that cannot start wrapped servers, because their entries contain only the name of the program and the
// client does not find it on its PATH. This affects files of projects, which contain no paths of this machine.

import { join } from 'node:path';
import { realPath } from '../files/real-path.js';
import type { Client } from './known/client.js';
import type { Machine } from './known/user-folders.js';
import { findsProgram, type OwnProgram } from './own-program.js';
import type { ReadSource } from './servers.js';

/** Returns one warning for each file with servers that a client cannot start. */
export function describeMissingCommand(
  sources: readonly ReadSource[],
  machine: Machine,
  own: OwnProgram,
): readonly { readonly message: string; readonly fix: string }[] {
  return sources.flatMap((read) => {
    if (read.kind !== 'servers') return [];
    const byName = read.servers.flatMap(({ state }) =>
      state.kind === 'wrapped' && state.launch.how === 'name' ? [state.launch.program] : [],
    );
    const without = read.source.clients.filter(({ app }) => !findsProgram(app, machine, own));
    const [name] = byName;
    if (name === undefined || without.length === 0) return [];
    const fromTerminal = without.filter(({ app }) => app === 'terminal');
    const isDesktop = fromTerminal.length === 0;
    const who = titlesOf(isDesktop ? without : fromTerminal);
    const folder = folderOf(name, own);
    const place = folder === undefined ? 'the folder of this command' : `\`${folder}\``;
    return [
      {
        message: `${read.source.file}: \`${name}\` is not on the PATH that ${who} ${isDesktop ? 'has when started from the desktop' : 'has'}, so the wrapped servers do not start there`,
        fix: isDesktop
          ? `add ${place} to the PATH of your desktop session, or start the client from a terminal`
          : `add ${place} to the PATH`,
      },
    ];
  });
}

/** Returns the folder on the PATH of this terminal that contains the command. */
const folderOf = (name: string, { path, script }: OwnProgram): string | undefined =>
  path.find((folder) => realPath(join(folder, name)) === script);

const mostNamed = 3;

function titlesOf(clients: readonly Client[]): string {
  const titles = clients.slice(0, mostNamed).map(({ title }) => title);
  return clients.length > mostNamed ? `${titles.join(', ')}, …` : titles.join(' or ');
}
