// Goes through the files of a selection and lets each be rewritten; collects what to report.

import { join } from 'node:path';
import { isOutside } from '../../clients/own-program.js';
import type { ReadSource, Server } from '../../clients/servers.js';
import type { Colour } from '../../colour.js';
import { whileHolding } from '../../file-lock.js';
import { stateFolder } from '../../places.js';
import { printable } from '../../printable.js';
import { shellWord } from '../../shell-word.js';
import { UserError } from '../../user-error.js';
import { editFile, type TextRewriting } from './edit-files.js';
import { type Item, itemOf } from './items.js';
import { type Change, createDiff } from './show-diff.js';

type UsableSource = Extract<ReadSource, { kind: 'servers' }>;

/** What happened to the files. */
export interface Report {
  readonly items: readonly Item[];
  readonly changes: readonly (Change & { readonly file: string })[];
  readonly backups: readonly string[];
}

/** Rewrites each file that holds one of the chosen servers. */
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
  // Of two at once, one would write over what the other has written, in a file or in the records.
  return whileHolding(join(stateFolder(process.env), 'wrap.lock'), edit).catch((error: Error) => {
    throw new UserError(`${error.message}; nothing was changed`);
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
    const outcome = leadsAway(read) ?? (await editFile(read, (text) => rewrite(read, text), dryRun));
    if (outcome.kind === 'failed') {
      const reason = `${outcome.problem}; the file is as it was`;
      items.push(...read.servers.filter(isChosen).map((server) => itemOf(server, 'failed', reason)));
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

/** A link in a repository could lead to any file of the user; only one that the user names is followed to be changed. */
function leadsAway({ source, file }: UsableSource): { kind: 'failed'; problem: string } | undefined {
  const { scope, project, named } = source;
  if (named || scope !== 'project' || !isOutside(file.path, project)) return undefined;
  const problem = `it leads out of the project, to ${file.path}; \`--config ${shellWord(source.file)}\` follows it`;
  return { kind: 'failed', problem };
}

/** The changes of a report for people. The detectors that hide secrets are loaded only when there is a diff. */
export async function describeChanges({ changes }: Report): Promise<(colour: Colour) => string[]> {
  if (changes.length === 0) return () => [];
  const diff = await createDiff();
  return (colour) =>
    changes.flatMap((change) => [colour.bold(printable(change.file)), ...diff(change, colour), '']);
}
