// Selects the tools for `SERVER [TOOL]` and prints an error for each invalid name.

import { toPrintable } from '@claw/detectors';
import type { PinState, Store } from '@claw/store';
import { suggest } from '../../command-line/suggest.js';
import { baseName } from '../../state/program-pins.js';
import type { Output } from '../../terminal/output.js';

/** Returns the named tools, or all tools; undefined after printing an error. */
export async function selectTools(
  store: Store,
  [server, tool, extra]: readonly string[],
  output: Output,
): Promise<readonly PinState[] | undefined> {
  if (extra !== undefined)
    return fail(output, `Name one server and at most one tool; unexpected argument \`${extra}\`.`);
  const all = await store.pins.list();
  if (server === undefined) return all;
  if (all.length === 0) return fail(output, noToolsYet);
  const ofServer = all.filter(({ accepted }) =>
    [accepted.server, baseName(accepted.server)].includes(server),
  );
  if (ofServer.length === 0)
    return fail(
      output,
      `No tools of the server \`${server}\` are known. ${suggestName(
        server,
        all.map(({ accepted }) => accepted.server),
      )}`,
    );
  if (tool === undefined) return ofServer;
  const named = ofServer.filter(({ accepted }) => accepted.tool === tool);
  if (named.length > 0) return named;
  const known = ofServer.map(({ accepted }) => accepted.tool);
  return fail(output, `The server \`${server}\` has no tool \`${tool}\`. ${suggestName(tool, known)}`);
}

/** The message if no tools are stored. */
export const noToolsYet =
  'No tools are known yet. They are stored when a client lists the tools of a wrapped server, or by `clawdefender scan --live`.';

function suggestName(name: string, all: readonly string[]): string {
  const known = [...new Set(all)];
  const nearest = suggest(name, known);
  if (nearest !== undefined) return `Did you mean \`${toPrintable(nearest)}\`?`;
  const some = known.slice(0, 20).map((one) => `\`${toPrintable(one, 60)}\``);
  return `Known names: ${some.join(', ')}${known.length > some.length ? ', …' : ''}.`;
}

function fail(output: Output, message: string): undefined {
  output.error(message);
  return undefined;
}
