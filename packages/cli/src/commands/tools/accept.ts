// Implements `tools accept`: accepts changed tool definitions. The change takes effect in running proxies immediately.

import { toPrintable } from '@claw/detectors';
import type { PinState, Store } from '@claw/store';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { withStore } from '../../state/open-store.js';
import { confirm, isInteractive } from '../../terminal/confirm.js';
import type { Output } from '../../terminal/output.js';
import { noToolsYet, selectTools } from './choose.js';
import { changeLines } from './diff.js';
import { isOpen, isSuspicious, isUnreviewed, itemsOf, type ToolItem } from './items.js';

export const accept = defineCommand({
  name: 'tools accept',
  summary: 'accept changed tools',
  usage: ['SERVER [TOOL] [--yes] [--json]', '--all [--yes] [--json]'],
  options: {
    all: { kind: 'flag', summary: 'accept all changed tools of all servers' },
    yes: { kind: 'flag', summary: 'accept dangerous changes without confirmation' },
    json: { kind: 'flag', summary: 'print the accepted tools as JSON' },
  },
  operands: 'some',
  passthrough: false,
  forUsers: true,
  examples: [
    { command: 'tools accept notes add', note: 'accept one tool' },
    { command: 'tools accept notes', note: 'accept all changed tools of one server' },
  ],
  run: ({ options, operands, output }) =>
    withStore(output, async (store) => {
      if (options.all === operands.length > 0) {
        output.error(
          options.all
            ? `Use either \`--all\` or a server name, not both: unexpected argument \`${operands[0]}\`.`
            : 'No tools given. Name a server and optionally a tool, or use `--all`. Run `clawdefender tools diff` to see the changes.',
        );
        return exitCode.usageError;
      }
      const chosen = await selectTools(store, operands, output);
      if (chosen === undefined) return exitCode.usageError;
      const changed = chosen.filter(
        (one) => isOpen(one) || (isUnreviewed(one) && itemsOf([one]).some(isSuspicious)),
      );
      const items = itemsOf(changed);
      const dangerous = options.yes ? [] : items.filter(isDangerous);
      if (dangerous.length > 0 && (options.json || !isInteractive())) {
        output.error(describeUnconfirmed(dangerous));
        return exitCode.usageError;
      }
      if (dangerous.length > 0 && !(await confirmChanges(dangerous, items, output))) {
        output.error('Nothing was accepted.');
        return exitCode.failure;
      }
      return acceptAll(
        store,
        changed,
        items,
        chosen.length === 0 ? noToolsYet : 'No tool has changed.',
        output,
      );
    }),
});

/**
 * True if the tool needs confirmation. A new tool has no earlier definition to compare with, so its findings are used
 * instead.
 */
const isDangerous = ({ state, changes, findings }: ToolItem): boolean =>
  changes.some(({ weight }) => weight === 'dangerous') ||
  ((state === 'new' || state === 'accepted') && findings.length > 0);

/** The error if a dangerous change cannot be confirmed in a terminal. */
function describeUnconfirmed(dangerous: readonly ToolItem[]): string {
  const tools = dangerous
    .slice(0, 20)
    .map(({ server, tool }) => `\`${toPrintable(server)} ${toPrintable(tool)}\``);
  const more = dangerous.length > tools.length ? ', …' : '';
  return `Dangerous changes: ${tools.join(', ')}${more}. Nothing was accepted. Run \`clawdefender tools diff\` to see them, then accept them in a terminal or with \`--yes\`.`;
}

/** Shows everything that would be accepted, dangerous changes last, and asks for confirmation. */
async function confirmChanges(
  dangerous: readonly ToolItem[],
  items: readonly ToolItem[],
  output: Output,
): Promise<boolean> {
  const shown = [...items.filter((item) => !dangerous.includes(item)), ...dangerous];
  output.result({
    json: undefined,
    text: (colour, wrap) => wrap(shown.flatMap((item) => changeLines(item, colour)).join('\n')),
  });
  return confirm(shown.length === 1 ? '\nAccept this tool?' : `\nAccept all ${shown.length} tools?`);
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
                `${state === 'accepted' ? 'accepted' : colour.bold('changed again, not accepted')}  ${toPrintable(server)} ${colour.accent(toPrintable(tool))}`,
            )
            .join('\n'),
  });
  return done.every(({ state }) => state === 'accepted') ? exitCode.success : exitCode.failure;
}
