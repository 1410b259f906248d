// The tools that `SERVER [TOOL]` names, with a complaint for every way to get it wrong.

import { showText } from '@claw/detectors';
import type { PinState, Store } from '@claw/store';
import type { Output } from '../../output.js';
import { suggest } from '../../suggest.js';

/** The named tools, or all of them; undefined after a complaint. */
export async function chooseTools(
  store: Store,
  [server, tool, extra]: readonly string[],
  output: Output,
): Promise<readonly PinState[] | undefined> {
  if (extra !== undefined) return refuse(output, `one server and one of its tools; leave out \`${extra}\``);
  const all = await store.pins.list();
  if (server === undefined) return all;
  if (all.length === 0) return refuse(output, nothingYet);
  const ofServer = all.filter(({ accepted }) => accepted.server === server);
  if (ofServer.length === 0)
    return refuse(
      output,
      `no tools of a server \`${server}\` are known; ${offer(
        server,
        all.map(({ accepted }) => accepted.server),
      )}`,
    );
  if (tool === undefined) return ofServer;
  const named = ofServer.filter(({ accepted }) => accepted.tool === tool);
  if (named.length > 0) return named;
  const known = ofServer.map(({ accepted }) => accepted.tool);
  return refuse(output, `\`${server}\` has no tool \`${tool}\`; ${offer(tool, known)}`);
}

/** When nothing was seen yet. */
export const nothingYet =
  'no tools are known yet; they are remembered when a client lists the tools of a wrapped server, or with `clawdefender scan --live`';

function offer(name: string, all: readonly string[]): string {
  const known = [...new Set(all)];
  const nearest = suggest(name, known);
  if (nearest !== undefined) return `did you mean \`${showText(nearest)}\`?`;
  const some = known.slice(0, 20).map((one) => `\`${showText(one, 60)}\``);
  return `there are ${some.join(', ')}${known.length > some.length ? ', …' : ''}`;
}

function refuse(output: Output, message: string): undefined {
  output.complain(message);
  return undefined;
}
