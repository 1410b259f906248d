// `unwrap`: the way back. Each entry becomes what it was before, byte for byte.

import { copiesLike } from '../../clients/copies.js';
import { createWrapRecords } from '../../clients/wrap-records.js';
import { defineCommand, exitCode } from '../../command.js';
import { stateFolder } from '../../places.js';
import { printable } from '../../printable.js';
import { chooseServers } from './choose.js';
import { describeChanges, editSources } from './edit-sources.js';
import { itemLines } from './items.js';
import { selectionOptions } from './selection.js';
import { unwrapText } from './wrap-text.js';

export const unwrap = defineCommand({
  name: 'unwrap',
  summary: 'take the firewall out of the configuration again',
  usage: ['(SERVER… | --all) [--client NAME] [--config FILE | --project DIR] [--dry-run] [--json]'],
  options: {
    all: { kind: 'flag', summary: 'every server that is wrapped' },
    ...selectionOptions,
    'dry-run': { kind: 'flag', summary: 'show what would change, and change nothing' },
    json: { kind: 'flag', summary: 'print the result as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'unwrap --all', note: 'undo everything that `wrap` did to the files of the user' },
    { command: 'unwrap filesystem --config ~/.cursor/mcp.json', note: 'one server in one file' },
  ],
  async run({ options, operands, output }) {
    const chosen = await chooseServers(options, operands, options.all, output);
    if (chosen === undefined) return exitCode.wrongCall;
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
      (read, text) => unwrapText(read, text, request),
      dryRun,
    );
    // With `--all`, what was never wrapped is nobody's concern.
    const items = report.items.filter(({ state }) => operands.length > 0 || state !== 'unchanged');
    const changes = await describeChanges(report);
    const copies = (await Promise.all(report.backups.map(copiesLike))).flat();
    output.result({
      json: { items, backups: report.backups, dry_run: dryRun },
      text: (colour, fold) =>
        [
          ...changes(colour),
          ...[
            ...itemLines(items, colour, dryRun),
            ...copies.map((copy) => `this copy stays: ${printable(copy)}`),
            ...(copies.length > 0 ? [aboutCopies] : []),
            items.length === 0 ? 'nothing was wrapped' : closingWord(items, dryRun),
          ].map(fold),
        ].join('\n'),
    });
    const failed = unusable || items.some(({ state }) => state === 'failed');
    return failed ? exitCode.negative : exitCode.success;
  },
});

const aboutCopies =
  'copies hold what the files held before each change, secrets included; remove them when you need them no more';

function closingWord(items: readonly { readonly state: string }[], dryRun: boolean): string {
  const count = items.filter(({ state }) => state === 'unwrapped').length;
  if (dryRun) return `${count} would be unwrapped; nothing was changed`;
  return count > 0
    ? `${count} unwrapped; restart the client: these servers are no longer protected`
    : 'nothing was changed';
}
