// Wraps and unwraps the selected servers in the text of one file.

import { coverageOf, unprotectedReason } from '../../clients/coverage.js';
import { absoluteLauncher, launcherFor, type OwnProgram } from '../../clients/own-program.js';
import type { Selection } from '../../clients/selection.js';
import { type ReadSource, type Server, serversOf } from '../../clients/servers.js';
import type { WrapRecords } from '../../clients/wrap-records.js';
import { variableChoosingProgram } from '../../wrap/entry-state.js';
import { unwrapEntries, wrapEntries } from '../../wrap/rewrite.js';
import type { TextRewriting } from './edit-files.js';
import { type Item, itemOf } from './report-items.js';

type UsableSource = Extract<ReadSource, { kind: 'servers' }>;

/** The input of wrapping and unwrapping. */
export interface RewriteRequest {
  readonly selection: Selection;
  readonly records: WrapRecords;
  /** True if other firewalls are replaced. */
  readonly convert: boolean;
  isChosen(server: Server): boolean;
}

type Rewriting = TextRewriting<readonly Item[]> | { readonly problem: string };

/** Wraps all selected servers that can be wrapped. */
export async function wrapServers(
  read: UsableSource,
  text: string,
  request: RewriteRequest,
): Promise<Rewriting> {
  const { own, machine } = request.selection;
  const bare = request.convert ? removeOtherFirewalls(read, text, request) : text;
  const found = serversOf(read.source, bare, read.format, own);
  if ('problem' in found) return found;
  const chosen = found.servers.filter(request.isChosen);
  const wrappable = chosen.filter((server) => coverageOf(server).kind === 'wrappable');
  // A project file is shared with other users, for whom absolute paths of this machine would not work.
  const isShared = read.source.scope === 'project';
  const jobs = wrappable.map(({ entry, shape, client, list }) => ({
    entry,
    shape,
    ...(list.stdioType === undefined ? {} : { stdioType: list.stdioType }),
    launcher:
      variableChoosingProgram(entry, shape) === undefined
        ? launcherFor(isShared ? 'terminal' : client.app, machine, own)
        : absoluteLauncher(own),
  }));
  const { text: after, results } = wrapEntries(bare, read.format, jobs);
  const weak = findStillUnprotected(read, after, own);
  const records = results.flatMap((result) => ('reason' in result ? [] : [result.record]));
  return {
    text: after,
    result: chosen.map((server) => {
      const result = results[wrappable.indexOf(server)];
      if (result && !('reason' in result)) return itemOf(server, 'wrapped', weak.get(keyOf(server)));
      const reason = result?.reason ?? unprotectedReason(server);
      return reason === undefined ? itemOf(server, 'protected') : itemOf(server, 'unprotected', reason);
    }),
    prepare: ({ path }) => request.records.add(path, records),
  };
}

const keyOf = ({ entry }: Server): string => JSON.stringify(entry.path);

/**
 * Returns the servers that remain unprotected although they are wrapped, with the reason: for example, an environment
 * file in the project.
 */
function findStillUnprotected(
  read: UsableSource,
  text: string,
  own: OwnProgram,
): ReadonlyMap<string, string> {
  const found = serversOf(read.source, text, read.format, own);
  const servers = 'problem' in found ? [] : found.servers;
  return new Map(
    servers.flatMap((server) => {
      const reason = server.state.kind === 'wrapped' ? unprotectedReason(server) : undefined;
      return reason === undefined ? [] : [[keyOf(server), `but not protected: ${reason}`] as const];
    }),
  );
}

/** Returns the text without other firewalls. */
function removeOtherFirewalls(
  read: UsableSource,
  text: string,
  { selection, isChosen }: RewriteRequest,
): string {
  const found = serversOf(read.source, text, read.format, selection.own);
  if ('problem' in found) return text;
  const foreign = found.servers.filter((server) => isChosen(server) && server.state.kind === 'foreign');
  const jobs = foreign.map(({ entry, shape }) => ({ entry, shape, record: undefined }));
  return unwrapEntries(text, read.format, jobs).text;
}

/** Unwraps the selected servers, including servers that are wrapped with another firewall that we can replace. */
export async function unwrapServers(
  read: UsableSource,
  text: string,
  request: RewriteRequest,
): Promise<Rewriting> {
  const found = serversOf(read.source, text, read.format, request.selection.own);
  if ('problem' in found) return found;
  const chosen = found.servers.filter(request.isChosen);
  const wrapped = chosen.filter(({ state }) => state.kind === 'wrapped' || state.kind === 'foreign');
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
      if (!result) return itemOf(server, 'unchanged', 'not wrapped');
      if ('reason' in result) return itemOf(server, 'failed', result.reason);
      return result.exact ? itemOf(server, 'unwrapped') : itemOf(server, 'unwrapped', rebuilt);
    }),
  };
}

const rebuilt = 'restored from its arguments, because the original text is unknown';
