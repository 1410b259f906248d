// Implements `clawdefender detect`: runs the detectors on files or stdin.

import { createEngine, type Kind, type Sensitivity, type TextRole } from '@claw/detectors';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { detectInRows } from './jsonl.js';
import { readChoices } from './parse-choices.js';
import { findSources } from './sources.js';
import { waitForReader } from './stdout.js';
import { detectInTexts } from './texts.js';

const kinds: readonly Kind[] = ['injection', 'secrets', 'personal', 'egress'];
const roles: readonly TextRole[] = ['argument', 'result', 'description'];
const sensitivities: readonly Sensitivity[] = ['low', 'medium', 'high'];

export const detect = defineCommand({
  name: 'detect',
  summary: 'find prompt injections, secrets, personal data and unsafe URLs in text',
  usage: ['[FILE…] [--kind KIND,…] [--as SOURCE] [--sensitivity LEVEL] [--json | --jsonl]'],
  options: {
    kind: { kind: 'list', value: 'KIND,…', summary: `kinds of findings: ${kinds.join(', ')} (default: all)` },
    as: {
      kind: 'value',
      value: 'SOURCE',
      summary: `where the text comes from: ${roles.join(', ')} (default: result)`,
    },
    sensitivity: {
      kind: 'value',
      value: 'LEVEL',
      summary: `sensitivity for prompt injections: ${sensitivities.join(', ')} (default: medium)`,
    },
    jsonl: {
      kind: 'flag',
      summary: 'read one JSON object with `id` and `text` per line, and print one result per line',
    },
    json: { kind: 'flag', summary: 'print the findings as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'detect page.html --kind injection', note: 'exits with 1 if something was found' },
    {
      command: 'detect --jsonl --as argument < calls.jsonl',
      note: 'exits with 2 if a line is invalid',
    },
  ],
  async run({ options, operands, output }) {
    const chosen = readChoices('kind', options.kind, kinds);
    const as = readChoices('as', options.as === undefined ? [] : [options.as], roles);
    const sensitivity = readChoices(
      'sensitivity',
      options.sensitivity === undefined ? [] : [options.sensitivity],
      sensitivities,
    );
    for (const choice of [chosen, as, sensitivity]) {
      if (!('reason' in choice)) continue;
      output.error(choice.reason);
      return exitCode.usageError;
    }
    if (options.json && options.jsonl) {
      output.error('Use either `--json` or `--jsonl`, not both.');
      return exitCode.usageError;
    }
    const wanted = listOf(chosen).length === 0 ? kinds : listOf(chosen);
    const engine = createEngine({ kinds: wanted });
    const place = { as: listOf(as)[0] ?? 'result', sensitivity: listOf(sensitivity)[0] ?? 'medium' } as const;
    const sources = findSources(operands);
    if (process.stdin.isTTY && sources.some(({ name }) => name === 'stdin'))
      output.error('Reading standard input. Type or paste the text and end it with Ctrl-D, or name files.');
    return options.jsonl
      ? detectInRows(sources, engine, place, output, waitForReader)
      : detectInTexts(sources, engine, place, output, wanted.includes('secrets'));
  },
});

const listOf = <Word>(choice: readonly Word[] | { readonly reason: string }): readonly Word[] =>
  'reason' in choice ? [] : choice;
