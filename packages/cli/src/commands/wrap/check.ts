// Implements `wrap --check` for scripts and CI: changes nothing and exits with 1 if a server is unprotected.

import { unprotectedReason } from '../../clients/coverage.js';
import { describeMissingCommand } from '../../clients/missing-command.js';
import { exitCode } from '../../command-line/command.js';
import type { Output } from '../../terminal/output.js';
import { findBypasses } from './bypasses.js';
import type { ChosenServers } from './choose.js';
import { bypassLines, itemLines, itemOf } from './report-items.js';

export const checkOptions = {
  check: { kind: 'flag', summary: 'change nothing; exit with 1 if a server is unprotected' },
} as const;

export async function runCheck(
  { selection, servers, unusable }: ChosenServers,
  output: Output,
): Promise<number> {
  const items = servers.map((server) => {
    const reason = unprotectedReason(server);
    return reason === undefined ? itemOf(server, 'protected') : itemOf(server, 'unprotected', reason);
  });
  const bypasses = await findBypasses(selection, items);
  for (const { message, fix } of describeMissingCommand(selection.sources, selection.machine, selection.own))
    output.error(`${message}. To fix it, ${fix}.`);
  const bad = items.filter(({ state }) => state === 'unprotected').length + bypasses.length;
  output.result({
    json: { items, bypasses, out_of_reach: outOfReach },
    text: (colour, wrap) =>
      wrap(
        [
          ...itemLines(items, colour),
          ...bypassLines(bypasses, colour),
          `${items.length - bad + bypasses.length} protected, ${bad} unprotected.`,
          colour.dim(`Not checked, because they are not in these files: ${outOfReach.join('; ')}.`),
        ].join('\n'),
      ),
  });
  return bad > 0 || unusable ? exitCode.failure : exitCode.success;
}

/** Servers that are not defined in configuration files, so that they cannot be checked. */
const outOfReach = [
  'extensions of Claude Desktop (bundles)',
  'connectors of a cloud account',
  'servers that come with a plugin of a client',
  'settings of JetBrains IDEs',
  'files that an administrator manages',
];
