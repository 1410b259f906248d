// The servers that the words of `wrap` and `unwrap` name, with a complaint for every way to get them wrong.

import type { Server } from '../../clients/servers.js';
import { looksLikeCommandLine } from '../../complaints.js';
import type { Output } from '../../output.js';
import { namesToOffer, type Selection, type SelectionOptions, select, serversIn } from './selection.js';

export interface Chosen {
  readonly selection: Selection;
  readonly servers: readonly Server[];
  /** Whether a file was left alone because it cannot be read. */
  readonly unusable: boolean;
  isChosen(server: Server): boolean;
}

/** Finds what is named; undefined after a complaint. */
export async function chooseServers(
  options: SelectionOptions,
  names: readonly string[],
  all: boolean,
  output: Output,
): Promise<Chosen | undefined> {
  if (all && names.length > 0)
    return refuse(
      output,
      `\`--all\` is every server; leave out \`${names[0]}\`, or \`--all\`. Nothing was changed`,
    );
  const selection = await select(options);
  if ('problem' in selection) return refuse(output, selection.problem);
  const found = serversIn(selection.sources);
  const unusable = selection.sources.flatMap((read) => (read.kind === 'unusable' ? [read] : []));
  for (const { source, problem } of unusable)
    output.complain(`${source.file}: ${problem}; it was left as it is`);
  if (options.config !== undefined && unusable.length > 0) return undefined;
  const unknown = names.find((name) => !found.some(({ entry }) => entry.name === name));
  if (unknown !== undefined) {
    const offer = looksLikeCommandLine(names)
      ? `to run a command behind the firewall, put \`--\` before it: \`clawdefender wrap -- ${names.join(' ')}\`.`
      : namesToOffer(unknown, found);
    return refuse(output, `no server \`${unknown}\`${placeOf(options)}; ${offer} Nothing was changed`);
  }
  if (names.length === 0 && !all)
    return refuse(
      output,
      `name the servers, or say \`--all\`; ${namesToOffer('', found)} Nothing was changed`,
    );
  const isChosen = ({ entry }: Server) => names.length === 0 || names.includes(entry.name);
  return { selection, servers: found.filter(isChosen), unusable: unusable.length > 0, isChosen };
}

const placeOf = ({ config, project, client }: SelectionOptions): string => {
  const place = config ?? project ?? client;
  return place === undefined ? '' : ` in ${place}`;
};

function refuse(output: Output, message: string): undefined {
  output.complain(message);
  return undefined;
}
