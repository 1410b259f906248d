// Other ways to the same server: one that is wrapped here and bare in another scope or client is not protected.

import { whyUnprotected } from '../../clients/coverage.js';
import { type Item, itemOf } from './items.js';
import { readEverything, type Selection, serversIn } from './selection.js';

/** Unprotected servers elsewhere that carry the name of one that is protected here. */
export async function findBypasses(selection: Selection, items: readonly Item[]): Promise<readonly Item[]> {
  const covered = items.filter(({ state }) => state === 'wrapped' || state === 'protected');
  if (covered.length === 0) return [];
  const names = new Set(covered.map(({ server }) => server));
  const looked = new Set(items.map(({ file }) => file));
  const everything = serversIn(await readEverything(selection.machine, selection.own));
  return everything.flatMap((server) => {
    if (!names.has(server.entry.name) || looked.has(server.source.file)) return [];
    const reason = whyUnprotected(server);
    return reason === undefined ? [] : [itemOf(server, 'unprotected', reason)];
  });
}
