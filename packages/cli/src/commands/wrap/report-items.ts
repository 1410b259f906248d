// Formats the result of `wrap` and `unwrap` for each server, as text and JSON.

import type { Server } from '../../clients/servers.js';
import type { Colour } from '../../terminal/colour.js';
import { printable, shortName } from '../../terminal/printable.js';
import { wrapCommand } from '../../wrap/wrap-command.js';

/** The result for one server. */
export interface Item {
  readonly client: string;
  readonly file: string;
  readonly server: string;
  readonly scope: Server['scope'];
  readonly state: 'wrapped' | 'unwrapped' | 'protected' | 'unprotected' | 'unchanged' | 'failed';
  readonly reason?: string;
}

export const itemOf = (server: Server, state: Item['state'], reason?: string): Item => ({
  client: server.client.name,
  file: server.source.file,
  server: server.entry.name,
  scope: server.scope,
  state,
  ...(reason === undefined ? {} : { reason }),
});

/** Returns the lines of a report, grouped by file. */
export function itemLines(items: readonly Item[], colour: Colour, dryRun = false): string[] {
  const files = [...new Set(items.map(({ file }) => file))];
  const label = (state: Item['state']) =>
    dryRun && (state === 'wrapped' || state === 'unwrapped') ? `would be ${state}` : state;
  const width = Math.max(0, ...items.map(({ server }) => shortName(server).length));
  return files.flatMap((file) => [
    colour.bold(printable(file)),
    ...items
      .filter((item) => item.file === file)
      .map(
        ({ server, state, reason }) =>
          `  ${colour.accent(shortName(server).padEnd(width))}  ${label(state)}${reason ? `: ${printable(reason)}` : ''}`,
      ),
  ]);
}

/** Returns one line for each bypass of a protected server. */
export const bypassLines = (bypasses: readonly Item[], colour: Colour): string[] =>
  bypasses.map(
    ({ server, file }) =>
      `${colour.bold('bypass')}: \`${printable(server)}\` is also in ${printable(file)}, unprotected. Run \`${printable(wrapCommand(server, file))}\`.`,
  );
