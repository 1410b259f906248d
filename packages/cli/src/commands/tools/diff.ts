// Implements `tools diff`: shows tools that have changed since they were accepted. Exits with 1 if there are any.

import { toPrintable } from '@claw/detectors';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { withStore } from '../../state/open-store.js';
import type { Colour } from '../../terminal/colour.js';
import { pluralize } from '../../terminal/pluralize.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { noToolsYet, selectTools } from './choose.js';
import { diffDefinitions } from './definition-diff.js';
import { isOpen, itemsOf, type ToolItem } from './items.js';

export const diff = defineCommand({
  name: 'tools diff',
  summary: 'show how tools have changed since they were accepted',
  usage: ['[SERVER [TOOL]] [--json]'],
  options: { json: { kind: 'flag', summary: 'print the changes as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [
    {
      command: 'tools diff',
      note: 'exits with 1 if a tool was changed, added or removed',
    },
    { command: 'tools diff notes add', note: 'one tool of one server' },
  ],
  run: ({ operands, output }) =>
    withStore(output, async (store) => {
      const chosen = await selectTools(store, operands, output);
      if (chosen === undefined) return exitCode.usageError;
      const items = itemsOf(chosen.filter(isOpen));
      output.result({
        json: { items },
        text: (colour, wrap) =>
          wrap(
            items.length > 0
              ? [
                  ...items.flatMap((item) => [...changeLines(item, colour), acceptCommand(item, colour)]),
                ].join('\n')
              : chosen.length === 0
                ? noToolsYet
                : `No changes in ${pluralize(chosen.length, 'tool')}.`,
          ),
      });
      return items.length > 0 ? exitCode.failure : exitCode.success;
    }),
});

/** Returns the lines for one tool: its changes, dangerous ones first, and a diff. */
export function changeLines(
  { server, tool, state, changes, findings, before, after }: ToolItem,
  colour: Colour,
): string[] {
  const weigh = (weight: string) =>
    weight === 'dangerous' ? colour.danger(weight) : colour.dim(weight.padEnd('dangerous'.length));
  return [
    `${colour.bold(toPrintable(server))} ${colour.accent(toPrintable(tool))}${stateNotes[state]}`,
    ...changes.flatMap(({ weight, where, text }) => [`  ${weigh(weight)}  ${where}`, `             ${text}`]),
    // The findings of a changed tool are among its changes.
    ...(state === 'changed' ? [] : findings).flatMap(({ where, excerpt }) => [
      `  ${colour.danger('suspicious')} ${where}`,
      `             “${toPrintable(excerpt, 60)}”`,
    ]),
    ...diffDefinitions(before, after).map((line) => `    ${colourLine(line, colour)}`),
  ];
}

const stateNotes: Readonly<Record<ToolItem['state'], string>> = {
  accepted: '',
  new: '  new: added by the server',
  changed: '',
  removed: '  removed: no longer listed by the server',
};

function colourLine(line: string, colour: Colour): string {
  if (line.startsWith('- ')) return colour.danger(line);
  return line.startsWith('+ ') ? colour.accent(line) : colour.dim(line);
}

const acceptCommand = ({ server, tool }: ToolItem, colour: Colour): string =>
  colour.dim(`  accept: clawdefender tools accept ${word(server)} ${word(tool)}\n`);

/** Quotes a name for the shell. `…` replaces a name with invisible characters, which cannot be typed. */
const word = (name: string): string => (toPrintable(name, name.length + 1) === name ? shellQuote(name) : '…');
