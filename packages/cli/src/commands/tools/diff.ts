// `tools diff`: what has changed since it was accepted. Exit 1 when something has.

import { showText } from '@claw/detectors';
import type { Colour } from '../../colour.js';
import { defineCommand, exitCode } from '../../command.js';
import { counted } from '../../counted.js';
import { shellWord } from '../../shell-word.js';
import { withStore } from '../../state-store.js';
import { chooseTools, nothingYet } from './choose.js';
import { diffDefinitions } from './definition-diff.js';
import { isOpen, itemsOf, type ToolItem } from './items.js';

export const diff = defineCommand({
  name: 'tools diff',
  summary: 'what has changed, and how much it matters',
  usage: ['[SERVER [TOOL]] [--json]'],
  options: { json: { kind: 'flag', summary: 'print the changes as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [
    {
      command: 'tools diff',
      note: 'exit 1 when a tool has changed since it was accepted, is new, or is gone',
    },
    { command: 'tools diff notes add', note: 'one tool of one server' },
  ],
  run: ({ operands, output }) =>
    withStore(output, async (store) => {
      const chosen = await chooseTools(store, operands, output);
      if (chosen === undefined) return exitCode.wrongCall;
      const items = itemsOf(chosen.filter(isOpen));
      output.result({
        json: { items },
        text: (colour, fold) =>
          fold(
            items.length > 0
              ? [...items.flatMap((item) => [...changeLines(item, colour), howToAccept(item, colour)])].join(
                  '\n',
                )
              : chosen.length === 0
                ? nothingYet
                : `nothing has changed in ${counted(chosen.length, 'tool')}`,
          ),
      });
      return items.length > 0 ? exitCode.negative : exitCode.success;
    }),
});

/** One tool and its changes, the dangerous ones first, then the old and the new text. */
export function changeLines(
  { server, tool, state, changes, before, after }: ToolItem,
  colour: Colour,
): string[] {
  const weigh = (weight: string) =>
    weight === 'dangerous' ? colour.danger(weight) : colour.dim(weight.padEnd('dangerous'.length));
  return [
    `${colour.bold(showText(server))} ${colour.accent(showText(tool))}${WORDS[state]}`,
    ...changes.flatMap(({ weight, where, text }) => [`  ${weigh(weight)}  ${where}`, `             ${text}`]),
    ...diffDefinitions(before, after).map((line) => `    ${paint(line, colour)}`),
  ];
}

const WORDS: Readonly<Record<ToolItem['state'], string>> = {
  accepted: '',
  new: '  new: its server has added it',
  changed: '',
  removed: '  removed: its server does not list it any more',
};

function paint(line: string, colour: Colour): string {
  if (line.startsWith('- ')) return colour.danger(line);
  return line.startsWith('+ ') ? colour.accent(line) : colour.dim(line);
}

const howToAccept = ({ server, tool }: ToolItem, colour: Colour): string =>
  colour.dim(`  accept it: clawdefender tools accept ${word(server)} ${word(tool)}\n`);

/** A name that cannot be seen cannot be typed either; then the whole server is named. */
const word = (name: string): string => (showText(name, name.length + 1) === name ? shellWord(name) : '…');
