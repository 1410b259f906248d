// Selects the servers for `wrap` and `unwrap`, and prints an error for each invalid name.

import { describeUnusable } from '../../clients/describe-unusable.js';
import {
  describeKnownServers,
  readSelection,
  type Selection,
  type SelectionOptions,
  serversIn,
} from '../../clients/selection.js';
import type { Server } from '../../clients/servers.js';
import { looksLikeCommandLine } from '../../command-line/usage-errors.js';
import type { Output } from '../../terminal/output.js';

export interface ChosenServers {
  readonly selection: Selection;
  readonly servers: readonly Server[];
  /** True if a file was skipped because it cannot be read. */
  readonly unusable: boolean;
  isChosen(server: Server): boolean;
}

/** Returns the selected servers; undefined after printing an error. */
export async function chooseServers(
  options: SelectionOptions,
  names: readonly string[],
  all: boolean,
  output: Output,
): Promise<ChosenServers | undefined> {
  if (all && names.length > 0)
    return fail(
      output,
      `Use either \`--all\` or server names, not both: unexpected argument \`${names[0]}\`. Nothing was changed.`,
    );
  const selection = await readSelection(options);
  if ('problem' in selection) return fail(output, selection.problem);
  const found = serversIn(selection.sources);
  const unusable = selection.sources.flatMap((read) => (read.kind === 'unusable' ? [read] : []));
  for (const { source, problem } of unusable)
    output.error(`${describeUnusable({ source, problem })}. The file was not changed.`);
  if (options.config !== undefined && unusable.length > 0) return undefined;
  const unknown = names.find((name) => !found.some(({ entry }) => entry.name === name));
  if (unknown !== undefined) {
    const hint = looksLikeCommandLine(names)
      ? `To run a command behind the firewall, put \`--\` before it: \`clawdefender wrap -- ${names.join(' ')}\`.`
      : describeKnownServers(unknown, found);
    return fail(output, `No server \`${unknown}\`${locationOf(options)}. ${hint} Nothing was changed.`);
  }
  if (names.length === 0 && !all)
    return fail(
      output,
      found.length === 0
        ? 'No servers are configured, so nothing was changed.'
        : `No servers given. Name one or more servers, or use \`--all\`. ${describeKnownServers('', found)} Nothing was changed.`,
    );
  const isChosen = ({ entry }: Server) => names.length === 0 || names.includes(entry.name);
  return { selection, servers: found.filter(isChosen), unusable: unusable.length > 0, isChosen };
}

const locationOf = ({ config, project, client }: SelectionOptions): string => {
  const location = config ?? project ?? client;
  return location === undefined ? '' : ` in ${location}`;
};

function fail(output: Output, message: string): undefined {
  output.error(message);
  return undefined;
}
