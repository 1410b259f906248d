// `tools accept`: trusts what a server has changed about its tools. Running proxies use them at once.

import { showText } from '@claw/detectors';
import type { PinState, Store } from '@claw/store';
import { askYesNo, canAsk } from '../../ask.js';
import { defineCommand, exitCode } from '../../command.js';
import type { Output } from '../../output.js';
import { withStore } from '../../state-store.js';
import { chooseTools, nothingYet } from './choose.js';
import { changeLines } from './diff.js';
import { itemsOf, type ToolItem } from './items.js';

export const accept = defineCommand({
  name: 'tools accept',
  summary: 'trust what has changed',
  usage: ['SERVER [TOOL] [--yes] [--json]', '--all [--yes] [--json]'],
  options: {
    all: { kind: 'flag', summary: 'every tool of every server' },
    yes: { kind: 'flag', summary: 'do not ask again, however dangerous a change looks' },
    json: { kind: 'flag', summary: 'print what was accepted as JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [
    { command: 'tools accept notes add', note: 'one tool' },
    { command: 'tools accept notes', note: 'everything that one server has changed' },
  ],
  run: ({ options, operands, output }) =>
    withStore(output, async (store) => {
      if (options.all === operands.length > 0) {
        output.complain(
          options.all
            ? `\`--all\` is every server; leave out \`${operands[0]}\``
            : 'name a server, and a tool of it if you like, or say `--all`; `clawdefender tools diff` shows what has changed',
        );
        return exitCode.wrongCall;
      }
      const chosen = await chooseTools(store, operands, output);
      if (chosen === undefined) return exitCode.wrongCall;
      const changed = chosen.filter(({ reported }) => reported !== undefined);
      const items = itemsOf(changed);
      if (!options.yes && !options.json && !(await isMeant(items, output))) {
        output.complain('nothing was accepted');
        return exitCode.negative;
      }
      return acceptAll(
        store,
        changed,
        items,
        chosen.length === 0 ? nothingYet : 'nothing has changed',
        output,
      );
    }),
});

/** Whoever sits at a terminal sees dangerous changes before they are trusted; a script has said what it wants. */
async function isMeant(items: readonly ToolItem[], output: Output): Promise<boolean> {
  const dangerous = items.filter(({ changes }) => changes.some(({ weight }) => weight === 'dangerous'));
  if (dangerous.length === 0 || !canAsk()) return true;
  const text = dangerous.flatMap((item) => changeLines(item, output.colour)).join('\n');
  output.result({ json: undefined, text: () => text });
  return askYesNo('\nTrust this?');
}

async function acceptAll(
  store: Store,
  changed: readonly PinState[],
  items: readonly ToolItem[],
  otherwise: string,
  output: Output,
): Promise<number> {
  const done: ToolItem[] = [];
  for (const item of items) {
    const state = changed.find(
      ({ accepted }) => accepted.server === item.server && accepted.tool === item.tool,
    );
    const digest = state?.reported?.digest as string;
    const accepted = await store.pins.accept(item.server, item.tool, digest);
    done.push(accepted ? { ...item, state: 'accepted' } : item);
  }
  output.result({
    json: { items: done },
    text: (colour) =>
      done.length === 0
        ? otherwise
        : done
            .map(
              ({ server, tool, state }) =>
                `${state === 'accepted' ? 'accepted' : colour.bold('changed again, not accepted')}  ${showText(server)} ${colour.accent(showText(tool))}`,
            )
            .join('\n'),
  });
  return done.every(({ state }) => state === 'accepted') ? exitCode.success : exitCode.negative;
}
