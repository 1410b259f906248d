// Counts the servers that `wrap --all` would protect, without changing a file. The files are rewritten in memory,
// because only rewriting an entry shows whether it could be restored.

import type { Machine } from '../../clients/known/user-folders.js';
import type { OwnProgram } from '../../clients/own-program.js';
import type { ReadSource } from '../../clients/servers.js';
import { createWrapRecords } from '../../clients/wrap-records.js';
import { stateFolder } from '../../files/paths.js';
import { editSources } from './edit-sources.js';
import { wrapServers } from './rewrite-text.js';

/** Counts servers in user files only, because `wrap --all` does not change project files. */
export async function countWrappable(
  sources: readonly ReadSource[],
  machine: Machine,
  own: OwnProgram,
): Promise<number> {
  const user = sources.filter(({ source }) => source.scope === 'user');
  const isChosen = () => true;
  const request = {
    selection: { machine, own, sources: user },
    isChosen,
    convert: false,
    records: createWrapRecords(stateFolder(process.env)),
  };
  const { items } = await editSources(user, isChosen, (read, text) => wrapServers(read, text, request), true);
  return items.filter(({ state, reason }) => state === 'wrapped' && reason === undefined).length;
}
