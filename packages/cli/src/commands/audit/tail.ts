// `audit tail`: the last records, then each new one of every running proxy.

import { type AuditFilter, queryAudit, tailAudit } from '@claw/audit';
import { defineCommand, exitCode } from '../../command.js';
import { allOption, filterOptions, readCount, readQuestion, withoutBookkeeping } from './filter-options.js';
import { showRecord, toRecord } from './show-record.js';

export const tail = defineCommand({
  name: 'audit tail',
  summary: 'the last records, then each new one',
  usage: ['[DIR] [--lines N] [--no-follow] [filters] [--all] [--json]'],
  options: {
    ...filterOptions,
    lines: { kind: 'value', short: 'n', value: 'N', summary: 'so many of the past come first (10)' },
    'no-follow': { kind: 'flag', summary: 'end after those' },
    all: allOption,
    json: { kind: 'flag', summary: 'print the lines as they are in the log, all of them' },
  },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'audit tail --decision deny', note: 'what is being refused right now' }],
  async run({ options, operands, output }) {
    const question = readQuestion({ options, operands, output });
    const lines = readCount(options.lines ?? '10');
    if (lines === undefined) output.complain('`--lines` takes a number: `--lines 20`');
    if (question === undefined || lines === undefined) return exitCode.wrongCall;
    const { folder } = question;
    // Whoever takes the lines elsewhere needs the whole chain.
    const filter = options.all || options.json ? question.filter : withoutBookkeeping(question.filter);
    const isWatched = !options['no-follow'] && lines > 0 && output.fold.width !== undefined;
    if (isWatched && (await isEmpty(folder, filter)))
      output.complain('nothing was recorded yet that fits; waiting for it (Ctrl-C ends this)');
    const found = tailAudit(folder, filter, { lines, follow: !options['no-follow'] });
    await output.stream(options.json ? asLines(found) : asText(found, output));
    return exitCode.success;
  },
});

/** Whoever looks at an empty terminal cannot tell waiting from hanging. */
async function isEmpty(folder: string, filter: AuditFilter): Promise<boolean> {
  for await (const _ of queryAudit(folder, filter, { limit: 1 })) return false;
  return true;
}

async function* asLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

async function* asText(
  lines: AsyncIterable<string>,
  output: Parameters<typeof showRecord>[1],
): AsyncGenerator<string> {
  for await (const line of lines) yield `${showRecord(toRecord(line), output)}\n`;
}
