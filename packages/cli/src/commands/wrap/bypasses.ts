// Finds bypasses: a server that is wrapped in one file, but unprotected under the same name in another scope or client.

import { unprotectedReason } from '../../clients/coverage.js';
import { readAllSources, type Selection, serversIn } from '../../clients/selection.js';
import { type Item, itemOf } from './report-items.js';

/** Returns unprotected servers in other files that have the same name as a protected server. */
export async function findBypasses(selection: Selection, items: readonly Item[]): Promise<readonly Item[]> {
  const covered = items.filter(({ state }) => state === 'wrapped' || state === 'protected');
  if (covered.length === 0) return [];
  const names = new Set(covered.map(({ server }) => server));
  const files = new Set(items.map(({ file }) => file));
  const everything = serversIn(await readAllSources(selection.machine, selection.own));
  return everything.flatMap((server) => {
    if (!names.has(server.entry.name) || files.has(server.source.file)) return [];
    const reason = unprotectedReason(server);
    return reason === undefined ? [] : [itemOf(server, 'unprotected', reason)];
  });
}
