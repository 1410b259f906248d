// Defines the filter options of the `audit` commands.

import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AuditFilter, isAuditFile } from '@claw/audit';
import type { CommandContext, OptionSpecs } from '../../command-line/command.js';
import { parseTime } from '../../command-line/parse-duration.js';
import { suggest } from '../../command-line/suggest.js';
import { auditFolder } from '../../files/paths.js';
import type { Output } from '../../terminal/output.js';

export const filterOptions = {
  server: {
    kind: 'value',
    value: 'NAME',
    summary: 'only this server; `*` matches any text, here and in the other filters',
  },
  tool: { kind: 'value', value: 'NAME', summary: 'only this tool' },
  decision: {
    kind: 'value',
    value: 'WORD',
    summary: 'only this decision: allow, log, deny or prompt (all calls that required approval)',
  },
  rule: { kind: 'value', value: 'NAME', summary: 'only entries that name this rule or stage' },
  kind: {
    kind: 'value',
    value: 'KIND',
    summary: 'only this kind of entry: decision, reply (a response), approval, gap (missing entries), …',
  },
  since: {
    kind: 'value',
    value: 'TIME',
    summary: 'only entries since this time: an ISO 8601 time, or a duration before now (`7d`, `1h`)',
  },
  until: { kind: 'value', value: 'TIME', summary: 'only entries before this time' },
  grep: { kind: 'value', value: 'TEXT', summary: 'only entries that contain this text, ignoring case' },
} as const satisfies OptionSpecs;

/** The option `--all`, for commands that list single entries. */
export const allOption = {
  kind: 'flag',
  summary: 'include session and checkpoint entries',
} as const;

/**
 * The kinds of entries about the log itself. Gap entries are not among them, because they report missing entries and
 * are always shown.
 */
const sessionKinds: AuditFilter['exceptKinds'] = ['session_start', 'checkpoint', 'session_end'];

/** Excludes session and checkpoint entries unless a kind was given. */
export const withoutSessionEntries = (filter: AuditFilter): AuditFilter =>
  filter.kind === undefined ? { ...filter, exceptKinds: sessionKinds } : filter;

/** The values of `--decision` and `--kind`. */
export const knownWords: Readonly<Record<'decision' | 'kind', readonly string[]>> = {
  decision: ['allow', 'log', 'prompt', 'deny'],
  kind: ['session_start', 'decision', 'reply', 'approval', 'checkpoint', 'gap', 'report', 'session_end'],
};

type FilterContext = Pick<CommandContext<typeof filterOptions>, 'options' | 'operands' | 'output'>;

/** Returns the folder and the filter; undefined after printing an error. */
export function parseFilter({
  options,
  operands,
  output,
}: FilterContext): { folder: string; filter: AuditFilter } | undefined {
  const folder = parseFolder(operands, output);
  if (folder === undefined) return undefined;
  const { since, until, ...names } = options;
  const instants = { since, until };
  const read: { since?: number; until?: number } = {};
  for (const name of ['since', 'until'] as const) {
    const text = instants[name];
    const instant = text === undefined ? undefined : parseTime(text, Date.now());
    if (text !== undefined && instant === undefined) {
      output.error(
        `Invalid value for \`--${name}\`: \`${text}\`. Use a duration (\`1d\`, \`2h\`) or an ISO 8601 time.`,
      );
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
    const help = nearest === undefined ? `Use ${known.join(', ')}.` : `Did you mean \`${nearest}\`?`;
    output.error(`Invalid value for \`--${name}\`: \`${word}\`. ${help}`);
    return undefined;
  }
  return { folder, filter: { server, tool, decision, rule, kind, grep, ...read } };
}

/**
 * Returns the folder on the command line, which must contain an audit log, or our own folder, which may not exist yet.
 */
export function parseFolder(operands: readonly string[], output: Output): string | undefined {
  const [named, extra] = operands;
  if (extra !== undefined) {
    output.error(`Only one folder is allowed; unexpected argument \`${extra}\`.`);
    return undefined;
  }
  if (named !== undefined && !existsSync(named)) {
    output.error(`The folder \`${named}\` does not exist.`);
    return undefined;
  }
  const folder = named ?? auditFolder(process.env);
  const file = findFile(folder);
  if (file !== undefined) {
    output.error(`\`${file}\` is not a folder. Move it away or choose another folder.`);
    return undefined;
  }
  // Without this check, `audit verify` would succeed for a folder with a wrong name.
  if (named !== undefined && !hasAuditFiles(named)) {
    const inside = join(named, 'audit');
    const help = hasAuditFiles(inside) ? ` Did you mean \`${inside}\`?` : '';
    output.error(`The folder \`${named}\` contains no audit log.${help}`);
    return undefined;
  }
  return folder;
}

const hasAuditFiles = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).some(isAuditFile);

/** Returns the folder, or the closest existing parent, if it is a file. */
function findFile(folder: string): string | undefined {
  if (!existsSync(folder)) return folder === dirname(folder) ? undefined : findFile(dirname(folder));
  return statSync(folder).isDirectory() ? undefined : folder;
}

/** Parses an integer of at least `least`; undefined if it is invalid. */
export function parseCount(text: string, least = 0): number | undefined {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return count >= least ? count : undefined;
}
