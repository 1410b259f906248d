// Implements `unwrap`: restores each entry byte for byte.

import { findBackups } from '../../clients/backups.js';
import { selectionOptions } from '../../clients/selection.js';
import { createWrapRecords } from '../../clients/wrap-records.js';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { stateFolder } from '../../files/paths.js';
import { printable } from '../../terminal/printable.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { chooseServers } from './choose.js';
import { describeChanges, editSources } from './edit-sources.js';
import { findOtherWrappedFiles } from './other-wrapped-files.js';
import { itemLines } from './report-items.js';
import { unwrapServers } from './rewrite-text.js';

export const unwrap = defineCommand({
  name: 'unwrap',
  summary: 'undo `wrap` and restore the configuration of your MCP clients',
  usage: ['(SERVER… | --all) [--client NAME] [--config FILE | --project DIR] [--dry-run] [--json]'],
  options: {
    all: { kind: 'flag', summary: 'unwrap all wrapped servers' },
    ...selectionOptions,
    'dry-run': { kind: 'flag', summary: 'show the changes without making them' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'some',
  passthrough: false,
  forUsers: true,
  examples: [
    { command: 'unwrap --all', note: 'undo all changes that `wrap` made, except in project files' },
    { command: 'unwrap filesystem --config ~/.cursor/mcp.json', note: 'one server in one file' },
  ],
  async run({ options, operands, output }) {
    const chosen = await chooseServers(options, operands, options.all, output);
    if (chosen === undefined) return exitCode.usageError;
    const { selection, isChosen, unusable } = chosen;
    const dryRun = options['dry-run'];
    const request = {
      selection,
      isChosen,
      convert: false,
      records: createWrapRecords(stateFolder(process.env)),
    };
    const report = await editSources(
      selection.sources,
      isChosen,
      (read, text) => unwrapServers(read, text, request),
      dryRun,
    );
    // With `--all`, servers that were not wrapped are not reported.
    const items = report.items.filter(({ state }) => operands.length > 0 || state !== 'unchanged');
    const changes = await describeChanges(report);
    const isEverything = options.all && (options.client ?? options.config ?? options.project) === undefined;
    const others = isEverything ? await findOtherWrappedFiles(selection, request.records) : [];
    const backups = (await Promise.all(report.backups.map(findBackups))).flat();
    output.result({
      json: { items, backups: report.backups, still_wrapped: others, dry_run: dryRun },
      text: (colour, wrap) =>
        [
          ...changes(colour),
          ...[
            ...itemLines(items, colour, dryRun),
            ...backups.map((backup) => `backup: ${printable(backup)}`),
            ...(backups.length > 0 ? [backupNote] : []),
            items.length === 0 ? 'No wrapped servers found.' : summaryLine(items, dryRun),
            ...(others.length > 0
              ? ['These files still contain wrapped servers. To unwrap them as well, run:']
              : []),
          ].map(wrap),
          ...others.map((file) => `  clawdefender unwrap --all --config ${shellQuote(file)}`),
        ].join('\n'),
    });
    const failed = unusable || items.some(({ state }) => state === 'failed');
    return failed ? exitCode.failure : exitCode.success;
  },
});

const backupNote =
  'The backups contain the earlier versions of the files, including secrets. Delete them when you no longer need them.';

function summaryLine(items: readonly { readonly state: string }[], dryRun: boolean): string {
  const count = items.filter(({ state }) => state === 'unwrapped').length;
  if (dryRun) return `${count} would be unwrapped. Nothing was changed.`;
  return count > 0
    ? `${count} unwrapped. Restart the client; these servers are no longer protected.`
    : 'Nothing was changed.';
}
