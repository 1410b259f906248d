// `policy replay`: recorded calls under the policy of today, and which decisions would be others.

import { defineCommand, exitCode } from '../../../command-line/command.js';
import { pluralize } from '../../../terminal/pluralize.js';
import { printable } from '../../../terminal/printable.js';
import { createIndexProgress } from '../../audit/index-progress.js';
import { readPolicy } from '../policy-file.js';
import { type Change, countChanges } from './count-changes.js';
import { parseReplayOptions, replayOptions } from './replay-options.js';

export const replay = defineCommand({
  name: 'policy replay',
  summary: 'run recorded calls against a changed policy',
  usage: ['[--policy FILE] [--since TIME] [--server NAME] [--fail-on-change] [--json]'],
  options: {
    policy: { kind: 'value', value: 'FILE', summary: 'the policy to try (the configured one by default)' },
    ...replayOptions,
    'fail-on-change': { kind: 'flag', summary: 'exit 1 when a decision differs' },
    json: { kind: 'flag', summary: 'print the differences as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'policy replay --policy new.toml --since 7d', note: 'what would be different' },
    { command: 'policy replay --policy new.toml --fail-on-change', note: 'exit 1 when anything is' },
  ],
  async run({ options, output }) {
    const question = parseReplayOptions(options, output);
    const policy = question && (await readPolicy(options.policy, output));
    if (question === undefined || policy === undefined) return exitCode.usageError;
    const progress = createIndexProgress();
    const { calls, changed, unsure, items } = await countChanges(policy, {
      ...question,
      onProgress: progress.add,
    });
    progress.end();
    output.result({
      json: { calls, changed, unsure, items },
      text: (colour) =>
        calls === 0
          ? 'no calls were recorded in that time'
          : [
              ...items.map((item) => showChange(item, colour.bold)),
              `${pluralize(calls, 'call')}: ${changed} would be decided differently, ${calls - changed - unsure} as before${
                unsure === 0 ? '' : `, ${unsure} cannot be told from the record`
              }`,
            ].join('\n'),
    });
    return options['fail-on-change'] && changed > 0 ? exitCode.failure : exitCode.success;
  },
});

const longestExample = 120;

function showChange(change: Change, bold: (text: string) => string): string {
  const { server, tool, before, after, rule, reason, doubt, example } = change;
  const shown = example === undefined ? '' : JSON.stringify(example);
  const cut = shown.length > longestExample ? `${shown.slice(0, longestExample)}…` : shown;
  return [
    `${doubt === undefined ? bold(`${before} -> ${after}`) : `${before} -> ${after}?`}  ${printable(`${server}/${tool}`)}  ${change.count}×  by ${printable(rule)}: ${printable(reason)}`,
    ...(cut === '' ? [] : [`    the last one: ${printable(cut)}`]),
    ...(doubt === undefined ? [] : [`    not certain: ${doubt}`]),
  ].join('\n');
}
