// `wrap --check`: changes nothing, and exits with 1 when a server is unprotected. For scripts and for CI.

import { whyUnprotected } from '../../clients/coverage.js';
import { exitCode } from '../../command.js';
import type { Output } from '../../output.js';
import { findBypasses } from './bypasses.js';
import type { Chosen } from './choose.js';
import { bypassLines, itemLines, itemOf } from './items.js';

export const checkOptions = {
  check: { kind: 'flag', summary: 'change nothing; exit 1 when a server is unprotected' },
} as const;

export async function runCheck({ selection, servers, unusable }: Chosen, output: Output): Promise<number> {
  const items = servers.map((server) => {
    const reason = whyUnprotected(server);
    return reason === undefined ? itemOf(server, 'protected') : itemOf(server, 'unprotected', reason);
  });
  const bypasses = await findBypasses(selection, items);
  const bad = items.filter(({ state }) => state === 'unprotected').length + bypasses.length;
  output.result({
    json: { items, bypasses, out_of_reach: outOfReach },
    text: (colour, fold) =>
      fold(
        [
          ...itemLines(items, colour),
          ...bypassLines(bypasses, colour),
          `${items.length - bad + bypasses.length} protected, ${bad} unprotected`,
          colour.dim(`not in these files, and so not checked: ${outOfReach.join('; ')}`),
        ].join('\n'),
      ),
  });
  return bad > 0 || unusable ? exitCode.negative : exitCode.success;
}

/** What no configuration file shows. */
const outOfReach = [
  'extensions of Claude Desktop (bundles)',
  'connectors of a cloud account',
  'servers that come with a plugin of a client',
  'settings of JetBrains IDEs',
  'files that an administrator manages',
];
