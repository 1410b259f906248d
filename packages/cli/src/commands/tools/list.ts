// `tools list`: every tool that was seen, and whether it is still what was accepted.

import { showText } from '@claw/detectors';
import type { Colour } from '../../colour.js';
import { defineCommand, exitCode } from '../../command.js';
import { counted } from '../../counted.js';
import { withStore } from '../../state-store.js';
import { chooseTools, nothingYet } from './choose.js';
import { countOpen, isOpen, isSuspicious, itemsOf, type ToolItem } from './items.js';

export const list = defineCommand({
  name: 'tools list',
  summary: 'every tool that was seen, and whether it is still what was accepted',
  usage: ['[SERVER [TOOL]] [--json]'],
  options: { json: { kind: 'flag', summary: 'print the list as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'tools list', note: 'the tools of all servers' },
    { command: 'tools list notes', note: 'those of one server' },
  ],
  run: ({ operands, output }) =>
    withStore(output, async (store) => {
      const chosen = await chooseTools(store, operands, output);
      if (chosen === undefined) return exitCode.wrongCall;
      const items = itemsOf(chosen);
      output.result({ json: { items }, text: (colour, fold) => fold(listLines(items, colour).join('\n')) });
      return exitCode.success;
    }),
});

function listLines(items: readonly ToolItem[], colour: Colour): string[] {
  if (items.length === 0) return [nothingYet];
  const width = Math.min(40, Math.max(...items.map(({ tool }) => showText(tool, 40).length)));
  const servers = [...new Set(items.map(({ server }) => server))];
  const open = items.filter(isOpen);
  const suspicious = items.filter(isSuspicious).length;
  return [
    ...servers.flatMap((server) => [
      colour.bold(showText(server)),
      ...items
        .filter((item) => item.server === server)
        .map((item) => `  ${colour.accent(showText(item.tool, 40).padEnd(width))}  ${wordsOf(item, colour)}`),
    ]),
    '',
    `${counted(items.length, 'tool')}, ${countOpen(open) || '0 changed'}${suspicious > 0 ? `, ${colour.danger(`${suspicious} suspicious`)}` : ''}`,
    ...(open.length > 0 ? ['`clawdefender tools diff` shows what is different'] : []),
  ];
}

function wordsOf({ state, changes, findings }: ToolItem, colour: Colour): string {
  const words =
    state === 'changed'
      ? `${colour.danger(state)}  ${weigh(changes)}`
      : state === 'accepted'
        ? state
        : colour.bold(state);
  const [first] = findings;
  return first === undefined
    ? words
    : `${words}  ${colour.danger('suspicious')}: ${first.where}: “${showText(first.excerpt, 60)}”`;
}

/** `2 dangerous, 1 cosmetic`. */
function weigh(changes: ToolItem['changes']): string {
  const counts = new Map<string, number>();
  for (const { weight } of changes) counts.set(weight, (counts.get(weight) ?? 0) + 1);
  return [...counts].map(([weight, count]) => `${count} ${weight}`).join(', ');
}
