// Counts the servers that `wrap --all` would protect, without changing a file. Only the rewriting itself knows:
// an entry may be spelled in a way that could not be restored.

import type { OwnProgram } from '../../clients/own-program.js';
import type { ReadSource } from '../../clients/servers.js';
import type { Machine } from '../../clients/user-folders.js';
import { createWrapRecords } from '../../clients/wrap-records.js';
import { stateFolder } from '../../files/paths.js';
import { editSources } from './edit-sources.js';
import { wrapServers } from './rewrite-text.js';

/** Project files are not counted: `wrap --all` does not change them. */
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
