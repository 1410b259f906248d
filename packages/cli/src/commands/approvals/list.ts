// `approvals list`: what waits for an answer, and which yes still stands. `--as-policy` prints the latter as rules.

import { type Approval, describeApproval, type Ledger } from '@claw/approvals';
import type { Colour } from '../../colour.js';
import { defineCommand, exitCode } from '../../command.js';
import type { Fold } from '../../output.js';
import { printable } from '../../printable.js';
import { grantRules } from './as-policy.js';
import { approvalItem, grantItem, type Item, reachOf } from './items.js';
import { withLedger } from './open-ledger.js';

export const list = defineCommand({
  name: 'approvals list',
  summary: 'what waits for an answer, and what was granted',
  usage: ['[--as-policy] [--json]'],
  options: {
    'as-policy': { kind: 'flag', summary: 'print what was granted for always as rules' },
    json: { kind: 'flag', summary: 'print the list as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'approvals list', note: 'what waits for you' },
    {
      command: 'approvals list --as-policy',
      note: 'what you keep approving, as rules to put before the one that asks',
    },
  ],
  run: ({ options, output }) =>
    withLedger(output, async (ledger) => {
      if (options['as-policy']) {
        const text = grantRules(await ledger.grants());
        output.result({ json: { text }, text: () => text });
        return exitCode.success;
      }
      const open = (await ledger.approvals()).filter(stands);
      const items = [...open.map(approvalItem), ...(await ledger.grants()).map(grantItem)];
      output.result({ json: { items }, text: (colour, fold) => show(open, items, colour, fold) });
      return exitCode.success;
    }),
});

/** Waiting, or a yes for once that nobody has used yet. */
const stands = ({ state, scope }: Awaited<ReturnType<Ledger['approvals']>>[number]) =>
  state === 'pending' || (state === 'approved' && scope === 'once');

function show(open: readonly Approval[], items: readonly Item[], colour: Colour, fold: Fold): string {
  if (items.length === 0) return 'nothing waits for an answer, and nothing was granted';
  const waiting = open.filter(({ state }) => state === 'pending');
  const rest = items.filter(({ state }) => state !== 'pending');
  return [
    ...waiting.flatMap((approval) => [
      colour.bold(`${approval.id}  waits until ${new Date(approval.expiresAt).toISOString()}`),
      ...describeApproval(approval).map((line) => (isArguments(line) ? `  ${line}` : fold(`  ${line}`))),
    ]),
    ...(waiting.length > 0 ? [howToAnswer(waiting, colour)] : []),
    ...rest.map((item) => `${colour.accent(item.id)}  granted ${reachOf(item)}  ${printable(whatFor(item))}`),
  ].join('\n');
}

/** What a person agrees to stays as it is, to the last space. */
const isArguments = (line: string): boolean => /^(?:beside the )?arguments /.test(line);

function howToAnswer([first, ...more]: readonly Approval[], colour: Colour): string {
  const id = more.length === 0 ? first?.id : 'ID';
  return colour.dim(
    `answer: clawdefender approvals approve ${id}\n        clawdefender approvals deny ${id}`,
  );
}

/** A yes is for these arguments only: without them it would look like one for the whole tool. */
const whatFor = ({ access, server, tool, rule, arguments: given }: Item): string =>
  access === undefined
    ? `${server}/${tool ?? ''}  rule ${rule}  only with ${shorten(JSON.stringify(given))}`
    : `${access.effect} ${access.resource.join(', that is ')}, with any tool`;

const shorten = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
