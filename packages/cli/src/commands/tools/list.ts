// Implements `tools list`: lists known tools and whether they have changed.

import { toPrintable } from '@claw/detectors';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { withStore } from '../../state/open-store.js';
import type { Colour } from '../../terminal/colour.js';
import { pluralize } from '../../terminal/pluralize.js';
import { noToolsYet, selectTools } from './choose.js';
import { countOpen, isOpen, isSuspicious, isUnreviewed, itemsOf, type ToolItem } from './items.js';

export const list = defineCommand({
  name: 'tools list',
  summary: 'list known tools and show whether they have changed',
  usage: ['[SERVER [TOOL]] [--json]'],
  options: { json: { kind: 'flag', summary: 'print the list as JSON' } },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'tools list', note: 'the tools of all servers' },
    { command: 'tools list notes', note: 'the tools of one server' },
  ],
  run: ({ operands, output }) =>
    withStore(output, async (store) => {
      const chosen = await selectTools(store, operands, output);
      if (chosen === undefined) return exitCode.usageError;
      const items = itemsOf(chosen);
      const unreviewed = new Set(chosen.filter(isUnreviewed).map(({ accepted }) => keyOf(accepted)));
      output.result({
        json: { items },
        text: (colour, wrap) => wrap(listLines(items, unreviewed, colour).join('\n')),
      });
      return exitCode.success;
    }),
});

const keyOf = ({ server, tool }: Pick<ToolItem, 'server' | 'tool'>): string => JSON.stringify([server, tool]);

function listLines(items: readonly ToolItem[], unreviewed: ReadonlySet<string>, colour: Colour): string[] {
  if (items.length === 0) return [noToolsYet];
  const width = Math.min(40, Math.max(...items.map(({ tool }) => toPrintable(tool, 40).length)));
  const servers = [...new Set(items.map(({ server }) => server))];
  const open = items.filter(isOpen);
  const suspicious = items.filter(isSuspicious).length;
  return [
    ...servers.flatMap((server) => [
      colour.bold(toPrintable(server)),
      ...items
        .filter((item) => item.server === server)
        .map(
          (item) =>
            `  ${colour.accent(toPrintable(item.tool, 40).padEnd(width))}  ${wordsOf(item, unreviewed.has(keyOf(item)), colour)}`,
        ),
    ]),
    '',
    `${pluralize(items.length, 'tool')}, ${countOpen(open) || '0 changed'}${suspicious > 0 ? `, ${colour.danger(`${suspicious} suspicious`)}` : ''}`,
    ...(open.length > 0 ? ['Run `clawdefender tools diff` to see the changes.'] : []),
  ];
}

function wordsOf({ state, changes, findings }: ToolItem, isFirst: boolean, colour: Colour): string {
  const words =
    state === 'changed'
      ? `${colour.danger(state)}  ${weigh(changes)}`
      : state === 'accepted'
        ? isFirst
          ? 'trusted on first use'
          : state
        : colour.bold(state);
  const [first] = findings;
  return first === undefined
    ? words
    : `${words}  ${colour.danger('suspicious')}: ${first.where}: “${toPrintable(first.excerpt, 60)}”`;
}

/** Returns text such as `2 dangerous, 1 cosmetic`. */
function weigh(changes: ToolItem['changes']): string {
  const counts = new Map<string, number>();
  for (const { weight } of changes) counts.set(weight, (counts.get(weight) ?? 0) + 1);
  return [...counts].map(([weight, count]) => `${count} ${weight}`).join(', ');
}
