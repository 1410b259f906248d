// `tools accept`: trusts what a server has changed about its tools. Running proxies use them at once.

import { showText } from '@claw/detectors';
import type { PinState, Store } from '@claw/store';
import { askYesNo, canAsk } from '../../ask.js';
import { defineCommand, exitCode } from '../../command.js';
import type { Output } from '../../output.js';
import { withStore } from '../../state-store.js';
import { chooseTools, nothingYet } from './choose.js';
import { changeLines } from './diff.js';
import { isOpen, itemsOf, type ToolItem } from './items.js';

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
      const changed = chosen.filter(isOpen);
      const items = itemsOf(changed);
      const dangerous = options.yes ? [] : items.filter(isDangerous);
      if (dangerous.length > 0 && (options.json || !canAsk())) {
        output.complain(unseen(dangerous));
        return exitCode.wrongCall;
      }
      if (dangerous.length > 0 && !(await isMeant(dangerous, items, output))) {
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

/** A tool that is new is compared with nothing: what it says counts. */
const isDangerous = ({ state, changes, findings }: ToolItem): boolean =>
  changes.some(({ weight }) => weight === 'dangerous') || (state === 'new' && findings.length > 0);

/** A script, or a pipe, shows nobody what it trusts. */
function unseen(dangerous: readonly ToolItem[]): string {
  const tools = dangerous.slice(0, 20).map(({ server, tool }) => `\`${showText(server)} ${showText(tool)}\``);
  const more = dangerous.length > tools.length ? ', …' : '';
  return `a change looks dangerous: ${tools.join(', ')}${more}. Nothing was accepted; look at it with \`clawdefender tools diff\`, then accept it at a terminal, or say \`--yes\``;
}

/** Whoever sits at a terminal sees all that one answer accepts; what is dangerous comes last, next to the question. */
async function isMeant(
  dangerous: readonly ToolItem[],
  items: readonly ToolItem[],
  output: Output,
): Promise<boolean> {
  const shown = [...items.filter((item) => !dangerous.includes(item)), ...dangerous];
  output.result({
    json: undefined,
    text: (colour, fold) => fold(shown.flatMap((item) => changeLines(item, colour)).join('\n')),
  });
  return askYesNo(shown.length === 1 ? '\nTrust this?' : `\nTrust all ${shown.length}?`);
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
    const offered = item.state === 'changed' ? state?.reported : state?.accepted;
    const digest = offered?.digest as string;
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
