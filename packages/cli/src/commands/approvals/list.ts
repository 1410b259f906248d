// Implements `approvals list`: prints pending and standing approvals. `--as-policy` prints the standing ones as rules.

import { type Approval, describeApproval } from '@claw/approvals';
import { defineCommand, exitCode } from '../../command-line/command.js';
import type { Colour } from '../../terminal/colour.js';
import type { WrapText } from '../../terminal/output.js';
import { printable } from '../../terminal/printable.js';
import { remainingTime } from '../../terminal/remaining-time.js';
import { truncate } from '../../terminal/wrap-text.js';
import { activeApprovals } from './active-approvals.js';
import { grantRules } from './as-policy.js';
import { approvalItem, describeScope, grantItem, type Item } from './items.js';
import { withApprovals } from './open-approvals.js';

/** The maximum length of arguments in the list; `--json` prints all of them. */
const maxArgumentsLength = 200;

export const list = defineCommand({
  name: 'approvals list',
  summary: 'list pending and standing approvals',
  usage: ['[--as-policy] [--json]'],
  options: {
    'as-policy': { kind: 'flag', summary: 'print approvals with the scope `always` as policy rules' },
    json: { kind: 'flag', summary: 'print the list as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'approvals list', note: 'list pending and standing approvals' },
    {
      command: 'approvals list --as-policy',
      note: 'print approvals with the scope `always` as rules',
    },
  ],
  run: ({ options, output }) =>
    withApprovals(output, async (approvals) => {
      if (options['as-policy']) {
        const text = grantRules(await approvals.grants());
        output.result({ json: { text }, text: () => text });
        return exitCode.success;
      }
      const open = await activeApprovals(approvals);
      const items = [...open.map(approvalItem), ...(await approvals.grants()).map(grantItem)];
      output.result({ json: { items }, text: (colour, wrap) => format(open, items, colour, wrap) });
      return exitCode.success;
    }),
});

function format(open: readonly Approval[], items: readonly Item[], colour: Colour, wrap: WrapText): string {
  if (items.length === 0) return 'No pending or standing approvals.';
  const waiting = open.filter(({ state }) => state === 'pending');
  const rest = items.filter(({ state }) => state !== 'pending');
  return [
    ...waiting.flatMap((approval) => [
      colour.bold(
        `${approval.id}  can be decided for another ${remainingTime(approval.expiresAt, Date.now())}`,
      ),
      `  ${describeWait(approval, Date.now())}`,
      ...describeApproval(approval).map((line) => (isArguments(line) ? `  ${line}` : wrap(`  ${line}`))),
    ]),
    ...(waiting.length > 0 ? [decideCommands(waiting, colour)] : []),
    ...rest.map(
      (item) =>
        `${colour.accent(item.id)}  approved ${describeScope(item, Date.now())}   ${printable(describeSubject(item))}`,
    ),
  ].join('\n');
}

/** Explains whether an approval continues the pending call or only allows a repeated call. */
const describeWait = ({ waitsUntil = 0 }: Approval, now: number): string =>
  waitsUntil > now
    ? `the call stays pending for another ${remainingTime(waitsUntil, now)}`
    : 'the call is no longer pending; after an approval, the repeated call is allowed';

/** True for a line with arguments. Such lines are not wrapped, so that users see the arguments exactly as they are. */
const isArguments = (line: string): boolean => /^(?:beside the )?arguments /.test(line);

function decideCommands([first, ...more]: readonly Approval[], colour: Colour): string {
  const id = more.length === 0 ? first?.id : 'ID';
  return colour.dim(
    `decide: clawdefender approvals approve ${id}\n        clawdefender approvals deny ${id}`,
  );
}

/** Describes what an approval applies to. The arguments are included, because an approval is bound to them. */
const describeSubject = ({ access, server, tool, rule, arguments: given }: Item): string =>
  access === undefined
    ? `${server}/${tool ?? ''}  rule ${rule}  only with ${truncate(JSON.stringify(given), maxArgumentsLength)}`
    : `${access.effect} ${access.resource.join(', resolved to ')}, with any tool`;
