// The options that all questions about the log share.

import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AuditFilter } from '@claw/audit';
import type { CommandContext, OptionSpecs } from '../../command.js';
import type { Output } from '../../output.js';
import { auditFolder } from '../../places.js';
import { suggest } from '../../suggest.js';
import { readInstant } from '../../time-words.js';

export const filterOptions = {
  server: {
    kind: 'value',
    value: 'NAME',
    summary: 'of this server; `*` stands for any text, here and below',
  },
  tool: { kind: 'value', value: 'NAME', summary: 'about this tool' },
  decision: {
    kind: 'value',
    value: 'WORD',
    summary: 'allow, log, deny, or prompt: asked about, whatever the answer',
  },
  rule: { kind: 'value', value: 'NAME', summary: 'decided by this rule or stage' },
  kind: { kind: 'value', value: 'KIND', summary: 'decision, reply, approval, gap, …' },
  since: { kind: 'value', value: 'TIME', summary: 'not older than `7d`, `1h`, or a date' },
  until: { kind: 'value', value: 'TIME', summary: 'older than that' },
  grep: { kind: 'value', value: 'TEXT', summary: 'with this text anywhere, in any case' },
} as const satisfies OptionSpecs;

/** For those who show records one by one. */
export const allOption = {
  kind: 'flag',
  summary: 'also what the log notes for itself: sessions and checkpoints',
} as const;

/** What the log notes for itself, about no message. A gap is not among it: it says that something is missing. */
const bookkeeping: AuditFilter['exceptKinds'] = ['session_start', 'checkpoint', 'session_end'];

/** Without what the log notes for itself, unless a kind was named. */
export const withoutBookkeeping = (filter: AuditFilter): AuditFilter =>
  filter.kind === undefined ? { ...filter, exceptKinds: bookkeeping } : filter;

const knownWords: Readonly<Record<'decision' | 'kind', readonly string[]>> = {
  decision: ['allow', 'log', 'prompt', 'deny'],
  kind: ['session_start', 'decision', 'reply', 'approval', 'checkpoint', 'gap', 'report', 'session_end'],
};

type FilterContext = Pick<CommandContext<typeof filterOptions>, 'options' | 'operands' | 'output'>;

/** The folder and the filter that were asked for; undefined when a word of them is wrong, which was said then. */
export function readQuestion({
  options,
  operands,
  output,
}: FilterContext): { folder: string; filter: AuditFilter } | undefined {
  const folder = readFolder(operands, output);
  if (folder === undefined) return undefined;
  const { since, until, ...names } = options;
  const instants = { since, until };
  const read: { since?: number; until?: number } = {};
  for (const name of ['since', 'until'] as const) {
    const text = instants[name];
    const instant = text === undefined ? undefined : readInstant(text, Date.now());
    if (text !== undefined && instant === undefined) {
      output.complain(`\`--${name} ${text}\` is no time; write \`7d\`, \`1h\` or \`2026-07-28\``);
      return undefined;
    }
    if (instant !== undefined) read[name] = instant;
  }
  const { server, tool, decision, rule, kind, grep } = names;
  for (const [name, word] of [
    ['decision', decision],
    ['kind', kind],
  ] as const) {
    const known = knownWords[name];
    if (word === undefined || word.includes('*') || known.includes(word)) continue;
    const nearest = suggest(word, known);
    const help = nearest === undefined ? `use ${known.join(', ')}` : `did you mean \`${nearest}\`?`;
    output.complain(`unknown ${name} \`${word}\`; ${help}`);
    return undefined;
  }
  return { folder, filter: { server, tool, decision, rule, kind, grep, ...read } };
}

/** The named folder, which must be there, or our own, which may still have to come. */
export function readFolder(operands: readonly string[], output: Output): string | undefined {
  const [named, extra] = operands;
  if (extra !== undefined) {
    output.complain(`one folder at a time; leave out \`${extra}\``);
    return undefined;
  }
  if (named !== undefined && !existsSync(named)) {
    output.complain(`no folder \`${named}\`; check the path`);
    return undefined;
  }
  const folder = named ?? auditFolder(process.env);
  const inTheWay = findFile(folder);
  if (inTheWay !== undefined) {
    output.complain(`\`${inTheWay}\` is no folder; move it away, or name another one`);
    return undefined;
  }
  return folder;
}

/** What stands where a folder, or one of those that it is in, should be. */
function findFile(folder: string): string | undefined {
  if (!existsSync(folder)) return folder === dirname(folder) ? undefined : findFile(dirname(folder));
  return statSync(folder).isDirectory() ? undefined : folder;
}

/** A whole number of at least `least`; undefined when it is none. */
export function readCount(text: string, least = 0): number | undefined {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return count >= least ? count : undefined;
}
