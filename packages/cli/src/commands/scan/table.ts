// Formats the result of a scan for users: servers with the highest risk first, each with its reasons, followed by the
// next steps.

import type { Colour } from '../../terminal/colour.js';
import { pluralize } from '../../terminal/pluralize.js';
import { printable, shortName } from '../../terminal/printable.js';
import { shellQuote } from '../../terminal/shell-quote.js';
import { risks } from './risk.js';
import type { ScanItem } from './scan-item.js';

/**
 * Returns a warning if the policy denies everything. It is printed first, because servers behind such a policy do not
 * work.
 */
export const policyLines = (
  { message, words }: { readonly message: string; readonly words: string },
  colour: Colour,
): string[] => [
  `${colour.danger('POLICY'.padEnd(8))}  ${printable(message)}`,
  `          ${printable(words)}`,
];

export function scanLines(
  items: readonly ScanItem[],
  nothing: string,
  colour: Colour,
  isPolicyUsable: boolean,
): string[] {
  if (items.length === 0) return [printable(nothing)];
  const inOrder = [...items].sort((left, right) => risks.indexOf(right.risk) - risks.indexOf(left.risk));
  return [
    ...inOrder.flatMap(({ client, file, server, wrapped, risk, reasons }) => [
      `${(risk === 'high' || risk === 'critical' ? colour.danger : colour.bold)(risk.toUpperCase().padEnd(8))}  ${colour.accent(shortName(server))}  ${wrapped ? 'protected' : colour.danger('unprotected')}`,
      `          ${colour.dim(`${client}, ${printable(file)}`)}`,
      ...reasons.map((reason) => `          ${printable(reason)}`),
    ]),
    '',
    ...whatToDo(items, colour, isPolicyUsable),
  ];
}

const targetOf = ({ project, file }: ScanItem): string =>
  project === undefined ? `--config ${shellQuote(file)}` : `--project ${shellQuote(project)}`;

/**
 * Returns the commands that protect servers. `--all` does not change project files, so each project needs its own
 * command.
 */
function unprotectedSteps(items: readonly ScanItem[]): readonly { count: number; text: string }[] {
  const having = (coverage: ScanItem['coverage']) => items.filter((item) => item.coverage === coverage);
  const open = having('wrappable');
  const inProjects = open.filter(({ scope }) => scope === 'project');
  return [
    {
      count: open.length - inProjects.length,
      text: 'unprotected: `clawdefender wrap --all`, then `clawdefender wrap --check`',
    },
    ...[...new Set(inProjects.map(targetOf))].map((target) => ({
      count: inProjects.filter((item) => targetOf(item) === target).length,
      text: `unprotected in a project: \`clawdefender wrap --all ${printable(target)}\``,
    })),
    {
      count: having('convertible').length,
      text: 'behind another firewall: replace it with `clawdefender wrap --all --convert`',
    },
    {
      count: having('uncovered').length,
      text: 'that `wrap` cannot protect (see the reason above): fix or remove them',
    },
  ];
}

function whatToDo(items: readonly ScanItem[], colour: Colour, isPolicyUsable: boolean): string[] {
  const count = (rule: string) =>
    items.filter(({ findings }) => findings.some((one) => one.rule === rule)).length;
  const steps = [
    ...unprotectedSteps(items),
    {
      count: count('writable-by-others'),
      text: 'with files that other users can change: see `clawdefender doctor`',
    },
    { count: count('secret'), text: 'with secrets in a file: move them to a secret store and rotate them' },
    { count: count('unpinned'), text: 'with an unpinned version: pin it' },
    { count: count('poisoned'), text: 'with suspicious tools or instructions: review or remove them' },
    { count: count('changed'), text: 'with changed tools: `clawdefender tools diff`' },
    { count: count('shadowing'), text: 'with conflicting tools: disable one of them in the client' },
    {
      count: items.filter(({ unasked }) => unasked !== undefined).length,
      text: 'that did not list their tools (see the error above)',
    },
  ].filter((step) => step.count > 0);
  const all = pluralize(items.length, 'server');
  if (steps.length === 0)
    return [`${all}: no problems found${isPolicyUsable ? '' : ' except in the policy'}`];
  return [
    colour.bold(`What to do (${all})`),
    ...steps.map((step) => `  ${String(step.count).padStart(3)} ${step.text}`),
  ];
}
