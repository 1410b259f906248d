// Wraps and unwraps the chosen servers of one file: text in, text and a report out.

import { coverageOf, whyUnprotected } from '../../clients/coverage.js';
import { absoluteLauncher, launcherFor, type OwnProgram } from '../../clients/own-program.js';
import { type ReadSource, type Server, serversOf } from '../../clients/servers.js';
import type { WrapRecords } from '../../clients/wrap-records.js';
import { unwrapEntries, wrapEntries } from '../../wrap/rewrite.js';
import { choosingVariable } from '../../wrap/standing.js';
import type { TextRewriting } from './edit-files.js';
import { type Item, itemOf } from './items.js';
import type { Selection } from './selection.js';

type UsableSource = Extract<ReadSource, { kind: 'servers' }>;

/** What both directions need to know. */
export interface RewriteRequest {
  readonly selection: Selection;
  readonly records: WrapRecords;
  /** Whether other firewalls are replaced. */
  readonly convert: boolean;
  isChosen(server: Server): boolean;
}

type Rewriting = TextRewriting<readonly Item[]> | { readonly problem: string };

/** Puts us in front of what can be wrapped. */
export async function wrapText(
  read: UsableSource,
  text: string,
  request: RewriteRequest,
): Promise<Rewriting> {
  const { own, machine } = request.selection;
  const bare = request.convert ? withoutOthers(read, text, request) : text;
  const found = serversOf(read.source, bare, read.format, own);
  if ('problem' in found) return found;
  const chosen = found.servers.filter(request.isChosen);
  const wrappable = chosen.filter((server) => coverageOf(server).kind === 'wrappable');
  // Colleagues have their Node and us elsewhere: in a file that they share, a path of this machine is of no use to them.
  const isShared = read.source.scope === 'project';
  const jobs = wrappable.map(({ entry, shape, client, list }) => ({
    entry,
    shape,
    ...(list.stdioType === undefined ? {} : { stdioType: list.stdioType }),
    launcher:
      choosingVariable(entry, shape) === undefined
        ? launcherFor(isShared ? 'terminal' : client.app, machine, own)
        : absoluteLauncher(own),
  }));
  const { text: after, results } = wrapEntries(bare, read.format, jobs);
  const weak = weakAfter(read, after, own);
  const records = results.flatMap((result) => ('reason' in result ? [] : [result.record]));
  return {
    text: after,
    result: chosen.map((server) => {
      const result = results[wrappable.indexOf(server)];
      if (result && !('reason' in result)) return itemOf(server, 'wrapped', weak.get(keyOf(server)));
      const reason = result?.reason ?? whyUnprotected(server);
      return reason === undefined ? itemOf(server, 'protected') : itemOf(server, 'unprotected', reason);
    }),
    prepare: ({ path }) => request.records.add(path, records),
  };
}

const keyOf = ({ entry }: Server): string => JSON.stringify(entry.path);

/** What is behind us and still not protected, with the reason: a file of variables in the project can change us, too. */
function weakAfter(read: UsableSource, text: string, own: OwnProgram): ReadonlyMap<string, string> {
  const found = serversOf(read.source, text, read.format, own);
  const servers = 'problem' in found ? [] : found.servers;
  return new Map(
    servers.flatMap((server) => {
      const reason = server.standing.kind === 'wrapped' ? whyUnprotected(server) : undefined;
      return reason === undefined ? [] : [[keyOf(server), `but not protected: ${reason}`] as const];
    }),
  );
}

/** The text with other firewalls taken out. */
function withoutOthers(read: UsableSource, text: string, { selection, isChosen }: RewriteRequest): string {
  const found = serversOf(read.source, text, read.format, selection.own);
  if ('problem' in found) return text;
  const foreign = found.servers.filter((server) => isChosen(server) && server.standing.kind === 'foreign');
  const jobs = foreign.map(({ entry, shape }) => ({ entry, shape, record: undefined }));
  return unwrapEntries(text, read.format, jobs).text;
}

/** Takes us out again, and the firewalls that we replace. */
export async function unwrapText(
  read: UsableSource,
  text: string,
  request: RewriteRequest,
): Promise<Rewriting> {
  const found = serversOf(read.source, text, read.format, request.selection.own);
  if ('problem' in found) return found;
  const chosen = found.servers.filter(request.isChosen);
  const wrapped = chosen.filter(({ standing }) => standing.kind === 'wrapped' || standing.kind === 'foreign');
  const jobs = await Promise.all(
    wrapped.map(async ({ entry, shape }) => ({
      entry,
      shape,
      record: await request.records.find(read.file.path, JSON.stringify(entry.path)),
    })),
  );
  const { text: after, results } = unwrapEntries(text, read.format, jobs);
  return {
    text: after,
    result: chosen.map((server) => {
      const result = results[wrapped.indexOf(server)];
      if (!result) return itemOf(server, 'unchanged', 'it was not wrapped');
      if ('reason' in result) return itemOf(server, 'failed', result.reason);
      return result.exact ? itemOf(server, 'unwrapped') : itemOf(server, 'unwrapped', rebuilt);
    }),
  };
}

const rebuilt = 'rebuilt from its arguments, because there is no record of how it was written before';
