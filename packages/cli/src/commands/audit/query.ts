// `audit query`: records by server, tool, decision, rule, time and text.

import { queryAudit } from '@claw/audit';
import { defineCommand, exitCode } from '../../command.js';
import { allOption, filterOptions, readCount, readQuestion, withoutBookkeeping } from './filter-options.js';
import { createIndexProgress } from './index-progress.js';
import { nearestOptions } from './meant.js';
import { showRecord, toRecord } from './show-record.js';

export const query = defineCommand({
  name: 'audit query',
  summary: 'find records',
  usage: ['[DIR] [filters] [--uncorrelated] [--all] [--limit N] [--json]'],
  options: {
    ...filterOptions,
    uncorrelated: {
      kind: 'flag',
      summary: 'only reports of agents that no proxy saw a call for, and calls that nobody reported',
    },
    all: allOption,
    limit: { kind: 'value', value: 'N', summary: 'the newest so many (100); 0 for all' },
    json: { kind: 'flag', summary: 'print the records as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'audit query --tool "write_*" --since 7d', note: 'who wrote something in the last week' },
    {
      command: 'audit query --uncorrelated --since 1d',
      note: 'what agents did and did not tell, and the other way round',
    },
    { command: 'audit query --decision deny --rule no_private_keys --json', note: 'for a script' },
  ],
  async run({ options, operands, output }) {
    const question = readQuestion({ options, operands, output });
    const limit = readCount(options.limit ?? '100');
    if (limit === undefined) output.complain('`--limit` takes a number: `--limit 1000`');
    if (question === undefined || limit === undefined) return exitCode.wrongCall;
    const progress = createIndexProgress();
    const { folder } = question;
    const filter = options.all ? question.filter : withoutBookkeeping(question.filter);
    const all = limit === 0 ? undefined : limit;
    const found = options.uncorrelated
      ? (await import('./uncorrelated.js')).queryUncorrelated(folder, filter, all, progress.add)
      : queryAudit(folder, filter, { limit: all, onProgress: progress.add });
    const meant = () => nearestOptions(folder, filter);
    await output.stream(
      options.json ? asItems(found, progress.end) : asText(found, progress.end, output, meant),
    );
    return exitCode.success;
  },
});

/** One object, though it is written piece by piece. */
async function* asItems(lines: AsyncIterable<string>, begin: () => void): AsyncGenerator<string> {
  let before = '{"items":[';
  for await (const line of lines) {
    begin();
    yield before + line;
    before = ',';
  }
  begin();
  yield `${before === ',' ? '' : before}]}\n`;
}

async function* asText(
  lines: AsyncIterable<string>,
  begin: () => void,
  output: Parameters<typeof showRecord>[1],
  meant: () => Promise<readonly string[]>,
): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    if (count++ === 0) begin();
    yield `${showRecord(toRecord(line), output)}\n`;
  }
  begin();
  if (count > 0) return;
  const nearest = await meant();
  const help = nearest.length === 0 ? '' : `; did you mean \`${nearest.join(' ')}\`?`;
  yield `nothing was recorded that fits${help}\n`;
}
