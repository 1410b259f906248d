// `wrap`: rewrites the configuration of clients so that they start us, and we the server.

import { isPassing } from '../../clients/own-program.js';
import { addressOf, type Server } from '../../clients/servers.js';
import { createWrapRecords } from '../../clients/wrap-records.js';
import { defineCommand, exitCode } from '../../command.js';
import { movedPlaces } from '../../moved-places.js';
import { stateFolder } from '../../places.js';
import { printable } from '../../printable.js';
import { shellWord } from '../../shell-word.js';
import { loginOptions, loginSettingsOf } from '../../wrap/login-settings.js';
import { findBypasses } from './bypasses.js';
import { checkOptions, runCheck } from './check.js';
import { chooseServers } from './choose.js';
import { describeChanges, editSources } from './edit-sources.js';
import { bypassLines, type Item, itemLines } from './items.js';
import {
  nothingFound,
  type Selection,
  type SelectionOptions,
  selectionOptions,
  serversIn,
} from './selection.js';
import { wrapText } from './wrap-text.js';

export const wrap = defineCommand({
  name: 'wrap',
  summary: 'put the servers of your MCP clients behind the firewall',
  usage: [
    '(SERVER… | --all) [--client NAME] [--config FILE | --project DIR] [--convert] [--dry-run] [--json]',
    '--check [SERVER…] [--client NAME] [--config FILE | --project DIR] [--json]',
    '[OPTION…] -- COMMAND [ARG…]   (the same as `proxy`)',
  ],
  options: {
    all: { kind: 'flag', summary: 'every server that can be wrapped' },
    ...selectionOptions,
    convert: { kind: 'flag', summary: 'take the place of another firewall (Agent Wall, clawai)' },
    'dry-run': { kind: 'flag', summary: 'show what would change, and change nothing' },
    ...checkOptions,
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'wrap --all --dry-run', note: 'what would change in the files of all clients' },
    { command: 'wrap filesystem github --client cursor', note: 'two servers of one client' },
    { command: 'wrap --all --project .', note: 'the files of a project, which are never touched unasked' },
  ],
  async run({ options, operands, output }) {
    const chosen = await chooseServers(
      options,
      operands,
      options.all || (options.check && operands.length === 0),
      output,
    );
    if (chosen === undefined) return exitCode.wrongCall;
    if (options.check) return runCheck(chosen, output);
    const { selection, isChosen, unusable } = chosen;
    const dryRun = options['dry-run'];
    const request = {
      selection,
      isChosen,
      convert: options.convert,
      records: createWrapRecords(stateFolder(process.env)),
    };
    const report = await editSources(
      selection.sources,
      isChosen,
      (read, text) => wrapText(read, text, request),
      dryRun,
    );
    if (!dryRun && report.changes.length > 0) {
      if (isPassing(selection.own)) output.complain(passingCopy);
      const moved = movedPlaces(process.env);
      if (moved) output.complain(`${moved.message}; ${moved.fix}`);
    }
    const bypasses = await findBypasses(selection, report.items);
    const changes = await describeChanges(report);
    output.result({
      json: { items: report.items, bypasses, backups: report.backups, dry_run: dryRun },
      text: (colour, fold) =>
        [
          ...changes(colour),
          ...[
            ...itemLines(report.items, colour, dryRun),
            ...bypassLines(bypasses, colour),
            ...report.backups.map((backup) => `kept a copy: ${printable(backup)}`),
            ...closingWords(report.items, dryRun, options, unusable),
            ...loginWords(selection, report.items, dryRun),
          ].map(fold),
        ].join('\n'),
    });
    const negative = operands.length > 0 ? ['failed', 'unprotected'] : ['failed'];
    const bad = unusable || report.items.some(({ state }) => negative.includes(state));
    return bad ? exitCode.negative : exitCode.success;
  },
});

const passingCopy =
  'this copy of clawdefender was fetched for one run and may be deleted, and then no wrapped server starts; install it with `npm install --global @claw/cli`, then `clawdefender unwrap --all` and `clawdefender wrap --all`';

/** Clients log in at remote servers by themselves; behind us it is done once, by hand. */
function loginWords({ sources }: Selection, items: readonly Item[], dryRun: boolean): string[] {
  const servers = serversIn(sources);
  const commands = servers
    .filter(
      ({ standing, entry, source, shape }) =>
        standing.kind === 'remote' &&
        entry.value[shape.bearer?.field ?? ''] === undefined &&
        !/"authorization":/i.test(JSON.stringify(entry.value)) &&
        items.some(
          ({ state, server, file }) => state === 'wrapped' && server === entry.name && file === source.file,
        ),
    )
    .map((server) => loginCommand(server, hasSeveralAddresses(server, servers)));
  if (dryRun || commands.length === 0) return [];
  return ['if a remote server wants a login, its client no longer asks for it; log in once:'].concat(
    [...new Set(commands)].map((command) => `  ${printable(command)}`),
  );
}

/** Two clients may use one name for two servers. */
const hasSeveralAddresses = ({ entry }: Server, servers: readonly Server[]): boolean =>
  new Set(servers.flatMap((other) => (other.entry.name === entry.name ? (addressOf(other) ?? []) : [])))
    .size > 1;

/** By the name, or where that is not enough or the file is somebody else's, by the address, and with the settings that the client had. */
function loginCommand(server: Server, ambiguous: boolean): string {
  const { entry, shape, scope } = server;
  const settings = loginSettingsOf(entry, shape);
  const address = addressOf(server) ?? '';
  const where =
    (scope === 'project' || ambiguous) && URL.canParse(address)
      ? new URL(address).origin + new URL(address).pathname
      : entry.name;
  const options = 'unknown' in settings ? [] : loginOptions(settings);
  return ['clawdefender', 'login', where, ...options].map(shellWord).join(' ');
}

type WrapOptions = SelectionOptions & { readonly all: boolean };

interface Counted {
  readonly server: string;
  readonly state: string;
  readonly scope: string;
}

/** The way back needs the words that chose the files, and the names where others were behind us before or were not meant. */
function wayBack(items: readonly Counted[], { all, client, config, project }: WrapOptions): string {
  const where = { client, config, project };
  const words = Object.entries(where).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(value)}`],
  );
  const names = [...new Set(items.flatMap(({ state, server }) => (state === 'wrapped' ? [server] : [])))];
  const isWhole = all && items.every(({ state }) => state !== 'protected');
  // A name that would be read as an option can only be reached by `--all`.
  const which = isWhole || names.some((name) => name.startsWith('-')) ? ['--all'] : names.map(shellWord);
  return ['clawdefender unwrap', ...which, ...words].join(' ');
}

function closingWords(
  items: readonly Counted[],
  dryRun: boolean,
  options: WrapOptions,
  unusable: boolean,
): string[] {
  const count = (state: string) => items.filter((item) => item.state === state).length;
  if (items.length === 0) return [nothingFound(options, unusable)];
  if (dryRun) return [`${count('wrapped')} would be wrapped; nothing was changed`];
  const project = items.some(({ state, scope }) => state === 'wrapped' && scope === 'project');
  const changed = count('wrapped') > 0;
  return [
    `${count('wrapped')} wrapped, ${count('protected')} already protected, ${count('unprotected')} unprotected, ${count('failed')} failed`,
    ...(changed
      ? [
          'restart the client to start its servers behind the firewall',
          `\`${printable(wayBack(items, options))}\` undoes it`,
        ]
      : []),
    ...(project
      ? [
          'the client may ask again whether it trusts the project; if the file is under version control, everybody who uses it needs clawdefender, on the PATH that the client sees',
        ]
      : []),
  ];
}
