// Implements `policy replay`: evaluates logged calls with a policy and shows changed decisions.

import { defineCommand, exitCode } from '../../../command-line/command.js';
import { readPolicy } from '../../../firewall/policy-file.js';
import { pluralize } from '../../../terminal/pluralize.js';
import { printable } from '../../../terminal/printable.js';
import { createIndexProgress } from '../../audit/index-progress.js';
import { type Change, countChanges } from './count-changes.js';
import { describeSpan, parseReplayOptions, replayOptions } from './replay-options.js';

export const replay = defineCommand({
  name: 'policy replay',
  summary: 'evaluate logged calls with a policy and show changed decisions',
  usage: ['[--policy FILE] [--since TIME] [--server NAME] [--fail-on-change] [--json]'],
  options: {
    policy: { kind: 'value', value: 'FILE', summary: 'policy to use (default: the configured policy)' },
    ...replayOptions,
    'fail-on-change': { kind: 'flag', summary: 'exit with 1 if a decision differs' },
    json: { kind: 'flag', summary: 'print the differences as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'policy replay --policy new.toml --since 7d', note: 'show changed decisions' },
    {
      command: 'policy replay --policy new.toml --fail-on-change',
      note: 'for CI: exits with 1 if a decision differs',
    },
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
          ? `No calls were logged ${describeSpan(options.since)}. Use a longer time (\`--since 30d\`).`
          : [
              ...items.map((item) => showChange(item, colour.bold)),
              `${pluralize(calls, 'call')} ${describeSpan(options.since)}: ${changed} with a different decision, ${calls - changed - unsure} unchanged${
                unsure === 0 ? '' : `, ${unsure} unknown from the log`
              }`,
            ].join('\n'),
    });
    return options['fail-on-change'] && changed > 0 ? exitCode.failure : exitCode.success;
  },
});

const maxExampleLength = 120;

function showChange(change: Change, bold: (text: string) => string): string {
  const { server, tool, before, after, rule, reason, doubt, example } = change;
  const shown = example === undefined ? '' : JSON.stringify(example);
  const cut = shown.length > maxExampleLength ? `${shown.slice(0, maxExampleLength)}…` : shown;
  return [
    `${doubt === undefined ? bold(`${before} -> ${after}`) : `${before} -> ${after}?`}  ${printable(`${server}/${tool}`)}  ${change.count}×  by ${printable(rule)}: ${printable(reason)}`,
    ...(cut === '' ? [] : [`    last call: ${printable(cut)}`]),
    ...(doubt === undefined ? [] : [`    uncertain: ${doubt}`]),
  ].join('\n');
}
