// Implements `wrap`: changes the configuration of clients so that they start each server through the proxy.

import { describeMissingCommand } from '../../clients/missing-command.js';
import { isTemporaryCopy } from '../../clients/own-program.js';
import {
  describeNoServers,
  type Selection,
  type SelectionOptions,
  selectionOptions,
  serversIn,
} from '../../clients/selection.js';
import { addressOf, readSource, type Server } from '../../clients/servers.js';
import { createWrapRecords } from '../../clients/wrap-records.js';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { describePathVariables } from '../../files/path-variables.js';
import { stateFolder } from '../../files/paths.js';
import type { Output } from '../../terminal/output.js';
import { printable } from '../../terminal/printable.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { loginOptions, loginSettingsOf } from '../../wrap/remote/login-settings.js';
import { findBypasses } from './bypasses.js';
import { checkOptions, runCheck } from './check.js';
import { chooseServers } from './choose.js';
import { describeChanges, editSources, type Report } from './edit-sources.js';
import { bypassLines, type Item, itemLines } from './report-items.js';
import { wrapServers } from './rewrite-text.js';

export const wrap = defineCommand({
  name: 'wrap',
  summary: 'put the servers of your MCP clients behind the firewall',
  usage: [
    '(SERVER… | --all) [--client NAME] [--config FILE | --project DIR] [--convert] [--dry-run] [--json]',
    '--check [SERVER…] [--client NAME] [--config FILE | --project DIR] [--json]',
    '[OPTION…] -- COMMAND [ARG…]   (the same as `proxy`)',
  ],
  options: {
    all: { kind: 'flag', summary: 'wrap all servers that can be wrapped' },
    ...selectionOptions,
    convert: {
      kind: 'flag',
      summary: 'if another firewall (Agent Wall, clawai) wraps a server, replace that wrapper',
    },
    'dry-run': { kind: 'flag', summary: 'show the changes without making them' },
    ...checkOptions,
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'wrap --all --dry-run', note: 'preview the changes for all clients' },
    { command: 'wrap filesystem github --client cursor', note: 'two servers of one client' },
    {
      command: 'wrap --all --project .',
      note: 'wrap the servers of a project; without `--project`, project files are not changed',
    },
  ],
  async run({ options, operands, output }) {
    const chosen = await chooseServers(
      options,
      operands,
      options.all || (options.check && operands.length === 0),
      output,
    );
    if (chosen === undefined) return exitCode.usageError;
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
      (read, text) => wrapServers(read, text, request),
      dryRun,
    );
    if (!dryRun && report.changes.length > 0) {
      if (isTemporaryCopy(selection.own)) output.error(temporaryCopyWarning);
      const moved = describePathVariables(process.env);
      if (moved) output.error(`${moved.message}. To fix it, ${moved.fix}.`);
      await warnAboutMissingCommand(selection, report, output);
    }
    const bypasses = await findBypasses(selection, report.items);
    const changes = await describeChanges(report);
    output.result({
      json: { items: report.items, bypasses, backups: report.backups, dry_run: dryRun },
      text: (colour, wrap) =>
        [
          ...changes(colour),
          ...[
            ...itemLines(report.items, colour, dryRun),
            ...bypassLines(bypasses, colour),
            ...report.backups.map((backup) => `backup: ${printable(backup)}`),
            ...summaryLines(report.items, dryRun, options, unusable),
            ...loginLines(selection, report.items, dryRun),
          ].map(wrap),
        ].join('\n'),
    });
    const bad = unusable || report.items.some(isUnprotected);
    return bad ? exitCode.failure : exitCode.success;
  },
});

/** Warns if a client does not find the program that the changed files name. */
async function warnAboutMissingCommand(
  { sources, machine, own }: Selection,
  { changes }: Report,
  output: Output,
): Promise<void> {
  const changed = sources.filter(({ source }) => changes.some(({ file }) => file === source.file));
  const read = await Promise.all(changed.map(({ source }) => readSource(source, own)));
  for (const { message, fix } of describeMissingCommand(read, machine, own))
    output.error(`${message}. To fix it, ${fix}.`);
}

/** True if a server is not protected. A wrapped server with a `reason` is not protected either. */
const isUnprotected = ({ state, reason }: Item): boolean =>
  state === 'failed' || state === 'unprotected' || (state === 'wrapped' && reason !== undefined);

const temporaryCopyWarning =
  'This copy of clawdefender is temporary (run by `npx` or similar); when it is deleted, wrapped servers no longer start. Run `npm install --global @claw/cli`, then `clawdefender unwrap --all` and `clawdefender wrap --all`.';

/** Returns the login commands for wrapped remote servers, because their clients no longer log in themselves. */
function loginLines({ sources }: Selection, items: readonly Item[], dryRun: boolean): string[] {
  const servers = serversIn(sources);
  const commands = servers
    .filter(
      ({ state, entry, source, shape }) =>
        state.kind === 'remote' &&
        entry.value[shape.bearer?.field ?? ''] === undefined &&
        !/"authorization":/i.test(JSON.stringify(entry.value)) &&
        items.some(
          ({ state, server, file }) => state === 'wrapped' && server === entry.name && file === source.file,
        ),
    )
    .map((server) => loginCommand(server, hasSeveralAddresses(server, servers)));
  if (dryRun || commands.length === 0) return [];
  return ['If a remote server requires a login, log in once with:'].concat(
    [...new Set(commands)].map((command) => `  ${printable(command)}`),
  );
}

/** True if several clients use the same name for different servers. */
const hasSeveralAddresses = ({ entry }: Server, servers: readonly Server[]): boolean =>
  new Set(servers.flatMap((other) => (other.entry.name === entry.name ? (addressOf(other) ?? []) : [])))
    .size > 1;

/**
 * Returns the login command for a server, with the settings of the client. It contains the URL if the name is ambiguous
 * or from a project file, and otherwise the name.
 */
function loginCommand(server: Server, ambiguous: boolean): string {
  const { entry, shape, scope } = server;
  const settings = loginSettingsOf(entry, shape);
  const address = addressOf(server) ?? '';
  const where =
    (scope === 'project' || ambiguous) && URL.canParse(address)
      ? new URL(address).origin + new URL(address).pathname
      : entry.name;
  const options = 'unknown' in settings ? [] : loginOptions(settings);
  return ['clawdefender', 'login', where, ...options].map(shellQuote).join(' ');
}

type WrapOptions = SelectionOptions & { readonly all: boolean };

interface CountedItem {
  readonly server: string;
  readonly state: string;
  readonly scope: string;
}

/** Returns the `unwrap` command that undoes exactly this change. */
function undoCommand(items: readonly CountedItem[], { all, client, config, project }: WrapOptions): string {
  const where = { client, config, project };
  const words = Object.entries(where).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellQuote(value)}`],
  );
  const names = [...new Set(items.flatMap(({ state, server }) => (state === 'wrapped' ? [server] : [])))];
  const isWhole = all && items.every(({ state }) => state !== 'protected');
  // A name that looks like an option can only be selected with `--all`.
  const which = isWhole || names.some((name) => name.startsWith('-')) ? ['--all'] : names.map(shellQuote);
  return ['clawdefender unwrap', ...which, ...words].join(' ');
}

function summaryLines(
  items: readonly CountedItem[],
  dryRun: boolean,
  options: WrapOptions,
  unusable: boolean,
): string[] {
  const count = (state: string) => items.filter((item) => item.state === state).length;
  if (items.length === 0) return [describeNoServers(options, unusable)];
  if (dryRun) {
    const others = count('unprotected') + count('failed');
    return [
      `${count('wrapped')} would be wrapped${others > 0 ? `, ${others} cannot be wrapped` : ''}. Nothing was changed.`,
    ];
  }
  const project = items.some(({ state, scope }) => state === 'wrapped' && scope === 'project');
  const changed = count('wrapped') > 0;
  return [
    `${count('wrapped')} wrapped, ${count('protected')} already protected, ${count('unprotected')} unprotected, ${count('failed')} failed.`,
    ...(changed
      ? [
          'Restart the client to start its servers behind the firewall.',
          `To undo this, run \`${printable(undoCommand(items, options))}\`.`,
        ]
      : []),
    ...(project
      ? [
          'The client may ask again whether to trust the project. If the file is under version control, everyone who uses the project needs clawdefender on the PATH of their client.',
        ]
      : []),
  ];
}
