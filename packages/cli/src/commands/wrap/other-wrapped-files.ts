// Finds files that are still wrapped after `unwrap --all`. It does not change project files, because their folders are
// not known; if the program is then uninstalled, their servers no longer start.

import { existsSync } from 'node:fs';
import { identifySource } from '../../clients/identify-client.js';
import type { Selection } from '../../clients/selection.js';
import { readSource } from '../../clients/servers.js';
import type { WrapRecords } from '../../clients/wrap-records.js';

/** Returns the files outside the selection with servers that `wrap` has wrapped. */
export async function findOtherWrappedFiles(
  { sources, machine, own }: Selection,
  records: WrapRecords,
): Promise<readonly string[]> {
  const selected = new Set(
    sources.flatMap((read) => [read.source.file, ...(read.kind === 'servers' ? [read.file.path] : [])]),
  );
  const others = (await records.files()).filter((file) => !selected.has(file) && existsSync(file));
  const checked = others.map(async (file) => {
    const read = await readSource(identifySource(file, machine, undefined), own);
    const isWrapped = read.kind === 'servers' && read.servers.some(({ state }) => state.kind === 'wrapped');
    return isWrapped ? [file] : [];
  });
  return (await Promise.all(checked)).flat();
}
