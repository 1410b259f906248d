// Rewrites the selected files and collects the results.

import { join } from 'node:path';
import { isOutside } from '../../clients/own-program.js';
import type { ReadSource, Server } from '../../clients/servers.js';
import { UserError } from '../../command-line/user-error.js';
import { withFileLock } from '../../files/file-lock.js';
import { stateFolder } from '../../files/paths.js';
import type { Colour } from '../../terminal/colour.js';
import { printable } from '../../terminal/printable.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { editFile, type FileOutcome, type TextRewriting } from './edit-files.js';
import { type Item, itemOf } from './report-items.js';
import { type Change, createDiff, isOnOneLine } from './show-diff.js';

type UsableSource = Extract<ReadSource, { kind: 'servers' }>;

/** The results for all files. */
export interface Report {
  readonly items: readonly Item[];
  readonly changes: readonly (Change & { readonly file: string })[];
  readonly backups: readonly string[];
}

/** Rewrites each file that contains one of the chosen servers. */
export async function editSources(
  sources: readonly ReadSource[],
  isChosen: (server: Server) => boolean,
  rewrite: (
    read: UsableSource,
    text: string,
  ) => Promise<TextRewriting<readonly Item[]> | { readonly problem: string }>,
  dryRun: boolean,
): Promise<Report> {
  const edit = () => editAll(sources, isChosen, rewrite, dryRun);
  if (dryRun) return edit();
  // Without the lock, two processes could overwrite each other's changes.
  return withFileLock(join(stateFolder(process.env), 'wrap.lock'), edit).catch((error: Error) => {
    throw new UserError(`Nothing was changed: ${error.message}.`);
  });
}

async function editAll(
  ...[sources, isChosen, rewrite, dryRun]: Parameters<typeof editSources>
): Promise<Report> {
  const items: Item[] = [];
  const changes: (Change & { file: string })[] = [];
  const backups: string[] = [];
  for (const read of sources) {
    if (read.kind !== 'servers' || !read.servers.some(isChosen)) continue;
    const outcome = checkLink(read) ?? (await editFile(read, (text) => rewrite(read, text), dryRun));
    if (outcome.kind === 'failed') {
      const reason = `${outcome.problem}; the file was not changed`;
      const failed = outcome.result?.map((item) => (isChange(item) ? failedItem(item, reason) : item));
      items.push(
        ...(failed ?? read.servers.filter(isChosen).map((server) => itemOf(server, 'failed', reason))),
      );
      continue;
    }
    items.push(...outcome.result);
    const { before, after } = outcome;
    const places = read.source.clients.flatMap(({ servers }) => servers);
    if (before !== after)
      changes.push({ file: read.source.file, before, after, format: read.format, places });
    if (outcome.backup !== undefined) backups.push(outcome.backup);
  }
  return { items, changes, backups };
}

const isChange = ({ state }: Item): boolean => state === 'wrapped' || state === 'unwrapped';

const failedItem = (item: Item, reason: string): Item => ({ ...item, state: 'failed', reason });

/**
 * Rejects a link in a repository, because it could point to any of the user's files. A link that the user names is
 * followed.
 */
function checkLink({
  source,
  file,
}: UsableSource): Extract<FileOutcome<never>, { kind: 'failed' }> | undefined {
  const { scope, project, named } = source;
  if (named || scope !== 'project' || !isOutside(file.path, project)) return undefined;
  const problem = `it is a link to ${file.path}, outside the project. To change that file, use \`--config ${shellQuote(source.file)}\``;
  return { kind: 'failed', problem };
}

/** Returns the diffs of a report. The detectors that mask secrets are loaded only if there is a diff. */
export async function describeChanges({ changes }: Report): Promise<(colour: Colour) => string[]> {
  if (changes.length === 0) return () => [];
  const diff = await createDiff();
  return (colour) =>
    changes.flatMap((change) => [
      `${colour.bold(printable(change.file))}${isOnOneLine(change.before, change.format) ? ' (shown with line breaks; the file stays on one line)' : ''}`,
      ...diff(change, colour),
      '',
    ]);
}
