// `audit export`: records for other programs, to stdout or into a file.

import { createWriteStream, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ExportName, exportAudit, exportNames } from '@claw/audit';
import { defineCommand, exitCode } from '../../command.js';
import { counted } from '../../counted.js';
import { filterOptions, readQuestion } from './filter-options.js';
import { createIndexProgress } from './index-progress.js';

export const exportCommand = defineCommand({
  name: 'audit export',
  summary: 'write records for other programs',
  usage: ['[DIR] [--format jsonl|csv|sarif|ocsf] [--output FILE [--force]] [filters]'],
  options: {
    ...filterOptions,
    format: { kind: 'value', value: 'FORMAT', summary: `${exportNames.join(', ')}; jsonl by default` },
    output: { kind: 'value', value: 'FILE', summary: 'write there instead of stdout' },
    force: { kind: 'flag', summary: 'write over a file that is there' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'audit export --format csv --since 30d --output june.csv', note: 'for a spreadsheet' },
    { command: 'audit export --format ocsf', note: 'events for a SIEM, a line each' },
  ],
  async run({ options, operands, output }) {
    const question = readQuestion({ options, operands, output });
    const { format = 'jsonl', output: file } = options;
    const name = exportNames.find((known): known is ExportName => known === format);
    if (name === undefined)
      output.complain(`unknown format \`${format}\`; there are ${exportNames.join(', ')}`);
    if (question === undefined || name === undefined) return exitCode.wrongCall;
    if (file !== undefined && isWithin(file, question.folder)) {
      output.complain(`\`${file}\` is in the folder of the log itself; name a file elsewhere`);
      return exitCode.wrongCall;
    }
    const progress = createIndexProgress();
    const pieces = exportAudit(question.folder, name, question.filter, { onProgress: progress.add });
    if (file === undefined) {
      await output.stream(pieces);
      progress.end();
    } else {
      try {
        // A device or a pipe is there in any case; a file may be last month's export.
        const flags = options.force || isNoFile(file) ? 'w' : 'wx';
        let count = 0;
        await pipeline(
          async function* () {
            count = yield* pieces;
          },
          createWriteStream(file, { mode: 0o600, flags }),
        );
        progress.end();
        output.complain(`${counted(count, 'record')} written to \`${file}\``);
      } catch (error) {
        output.complain(whyNotWritten(file, error as NodeJS.ErrnoException));
        return exitCode.wrongCall;
      }
    }
    return exitCode.success;
  },
});

function whyNotWritten(file: string, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EEXIST')
    return `\`${file}\` is there already; nothing was written. \`--force\` writes over it`;
  if (code === 'ENOENT')
    return `no folder \`${dirname(file)}\` to write into; make it first, or check the path`;
  return `\`${file}\` could not be written: ${message}`;
}

/** Whether a file lies in a folder, by whatever links they are reached. */
function isWithin(file: string, folder: string): boolean {
  try {
    return realpathSync(dirname(resolve(file))) === realpathSync(folder);
  } catch {
    return false;
  }
}

const isNoFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === false;
