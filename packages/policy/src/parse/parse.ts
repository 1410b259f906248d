// Parses the text of a policy: detects the syntax and collects all problems. Errors of the user are returned and
// never thrown.

import { MAX_PATTERNS } from '../match/pattern-syntax.js';
import type { Match, Policy } from '../model.js';
import { type Diagnostic, PolicyError, type Problem } from './diagnostics.js';
import { inFileOrder } from './dialects/file-order.js';
import { readNamed } from './dialects/named.js';
import { readOrdered } from './dialects/ordered.js';
import { RESERVED_NAME, reservedName } from './dialects/rule-fields.js';
import type { PolicyFile } from './schema/file.js';
import type { NamedRule } from './schema/rules.js';
import { readTable } from './toml-file.js';

export type ParseResult =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Parses a policy. Returns either the policy or all problems. */
export async function parsePolicy(text: string, file = 'policy.toml'): Promise<ParseResult> {
  const read = await readText(text);
  if ('policy' in read) return { ok: true, policy: read.policy };
  const { locate } = await import('./positions.js');
  return { ok: false, diagnostics: await locate(read.problems, text, file) };
}

/** Like `parsePolicy`, but throws a `PolicyError` if the policy is invalid. */
export async function loadPolicy(text: string, file = 'policy.toml'): Promise<Policy> {
  const result = await parsePolicy(text, file);
  if (result.ok) return result.policy;
  throw new PolicyError(result.diagnostics);
}

type Read = { readonly policy: Policy } | { readonly problems: readonly Problem[] };

async function readText(text: string): Promise<Read> {
  const read = await readTable(text);
  if ('problem' in read) return { problems: [read.problem] };
  const { table } = read;
  // The validator is loaded here and not together with the package, because importing it takes longer than all other
  // steps.
  const [{ policyFile }, { toProblems }] = await Promise.all([
    import('./schema/file.js'),
    import('./schema/issues.js'),
  ]);
  const problems: Problem[] = [...dialectProblems(table), ...nameProblems(table)];
  const parsed = policyFile.safeParse(table);
  if (parsed.success) {
    const names = await inFileOrder(Object.keys(parsed.data.rules ?? {}), text);
    const policy = toPolicy(parsed.data, names, problems);
    return problems.length === 0 ? { policy } : { problems };
  }
  problems.push(...toProblems(parsed.error.issues, policyFile, table));
  // An error in one rule must not hide errors in other rules, so the valid rules of an invalid file are checked as
  // well.
  const { validRules } = await import('./schema/valid-rules.js');
  const rest = validRules(table);
  readOrdered(rest.ordered, problems);
  readNamed(rest.named, problems);
  return { problems };
}

function dialectProblems(table: Readonly<Record<string, unknown>>): Problem[] {
  if (table['rule'] === undefined || table['rules'] === undefined) return [];
  const help =
    'use one syntax: move the rules of the other syntax to a separate file, convert that file with `clawdefender policy convert`, and copy the result back';
  return [
    {
      code: 'both-dialects',
      message: 'the file mixes ordered rules (`[[rule]]`) with named rules (`[rules.…]`)',
      help,
      path: ['rule'],
      atKey: true,
    },
    {
      code: 'both-dialects',
      message: 'the file mixes named rules (`[rules.…]`) with ordered rules (`[[rule]]`)',
      help,
      path: ['rules'],
      atKey: true,
    },
  ];
}

// Reports rules named `__proto__`. The validator silently omits this key, and a missing rule would deny nothing.
function nameProblems({ rules }: { readonly rules?: unknown }): Problem[] {
  const isNamed = typeof rules === 'object' && rules !== null && Object.hasOwn(rules, RESERVED_NAME);
  return isNamed ? [reservedName(['rules', RESERVED_NAME])] : [];
}

function toPolicy(file: PolicyFile, names: readonly string[], problems: Problem[]): Policy {
  const { version: _, default: fallback, rule, rules: table = {}, ...settings } = file;
  const named = new Map(names.map((name) => [name, table[name] as NamedRule]));
  // A file without rules uses the ordered syntax, so that an empty `[rules]` does not change the default to `log`.
  const dialect = named.size === 0 ? 'ordered' : 'named';
  const rules = dialect === 'ordered' ? readOrdered(rule ?? [], problems) : readNamed(named, problems);
  const patterns = rules.reduce((sum, { match }) => sum + countPatterns(match), 0);
  if (patterns > MAX_PATTERNS)
    problems.push({
      code: 'too-many-patterns',
      message: `the policy has ${patterns} patterns`,
      help: `use at most ${MAX_PATTERNS} patterns; one \`**\` can often replace many`,
      path: [],
      position: { line: 1, column: 1 },
    });
  const action = fallback ?? (dialect === 'ordered' ? 'deny' : 'log');
  return { dialect, default: action === 'block' ? 'deny' : action, rules, settings };
}

function countPatterns(match: Match): number {
  const lists = Object.entries(match).flatMap(([key, value]) =>
    key === 'args' || value === true ? [] : [value.length],
  );
  const args = (match.args ?? []).map(({ patterns }) => patterns.length);
  return [...lists, ...args].reduce((sum, length) => sum + length, 0);
}
