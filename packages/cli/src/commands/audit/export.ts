// Implements `audit export`: writes audit entries in other formats to stdout or a file.

import { createWriteStream, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ExportName, exportAudit, exportNames } from '@claw/audit';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { pluralize } from '../../terminal/pluralize.js';
import { filterOptions, parseFilter } from './filter-options.js';
import { createIndexProgress } from './index-progress.js';

export const exportCommand = defineCommand({
  name: 'audit export',
  summary: 'export audit entries as JSON lines, CSV, SARIF or OCSF',
  usage: ['[DIR] [--format jsonl|csv|sarif|ocsf] [--output FILE [--force]] [filters]'],
  options: {
    ...filterOptions,
    format: { kind: 'value', value: 'FORMAT', summary: `${exportNames.join(', ')} (default: jsonl)` },
    output: { kind: 'value', value: 'FILE', summary: 'write to a file instead of stdout' },
    force: { kind: 'flag', summary: 'overwrite an existing file' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'audit export --format csv --since 30d --output june.csv', note: 'for a spreadsheet' },
    { command: 'audit export --format ocsf', note: 'events for a SIEM, one per line' },
  ],
  async run({ options, operands, output }) {
    const parsed = parseFilter({ options, operands, output });
    const { format = 'jsonl', output: file } = options;
    const name = exportNames.find((known): known is ExportName => known === format);
    if (name === undefined)
      output.error(`Invalid value for \`--format\`: \`${format}\`. Use ${exportNames.join(', ')}.`);
    if (parsed === undefined || name === undefined) return exitCode.usageError;
    if (file !== undefined && isWithin(file, parsed.folder)) {
      output.error(
        `Cannot export to \`${file}\`: it is in the folder of the audit log. Choose another folder.`,
      );
      return exitCode.usageError;
    }
    const progress = createIndexProgress();
    const pieces = exportAudit(parsed.folder, name, parsed.filter, { onProgress: progress.add });
    if (file === undefined) {
      await output.stream(pieces);
      progress.end();
    } else {
      try {
        // Existing regular files are not overwritten without `--force`; devices and pipes can always be written to.
        const flags = options.force || isSpecialFile(file) ? 'w' : 'wx';
        let count = 0;
        await pipeline(
          async function* () {
            count = yield* pieces;
          },
          createWriteStream(file, { mode: 0o600, flags }),
        );
        progress.end();
        output.error(`Wrote ${pluralize(count, 'entry', 'entries')} to \`${file}\`.`);
      } catch (error) {
        output.error(describeWriteError(file, error as NodeJS.ErrnoException));
        return exitCode.usageError;
      }
    }
    return exitCode.success;
  },
});

function describeWriteError(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST')
    return `\`${file}\` already exists; nothing was written. Use \`--force\` to overwrite it.`;
  if (code === 'ENOENT')
    return `The folder \`${dirname(file)}\` does not exist. Create it or check the path.`;
  return `Cannot write \`${file}\`: ${message}`;
}

/** Tests whether a file is in a folder after links are resolved. */
function isWithin(file: string, folder: string): boolean {
  try {
    return realpathSync(dirname(resolve(file))) === realpathSync(folder);
  } catch {
    return false;
  }
}

const isSpecialFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === false;
