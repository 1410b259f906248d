// Patterns that are wildcards elsewhere and plain letters here: classes such as `[a-z]`, braces such as `{a,b}`, a bracket
// without its end. A refusal that is written so refuses nothing.
import type { Problem } from '../diagnostics.js';
import { kindOfKey, PATH_KEY } from '../facts/keys.js';
import type { Policy, Rule } from '../model.js';

/** One warning for each such pattern. */
export function analyseLetters({ rules, dialect }: Policy): Problem[] {
  return rules.filter(({ enabled }) => enabled).flatMap((rule) => inRule(rule, dialect === 'named'));
}

// Programs, hosts and free text have brackets of their own: `[ -f x ]`, `[::1]`, `SELECT [name]`.
const FIELDS = ['tool', 'server', 'client', 'identity', 'method', 'prompt', 'resource', 'path'] as const;

function inRule({ name, match, source }: Rule, isNamed: boolean): Problem[] {
  const below = [...source, ...(isNamed ? ['match'] : [])];
  const named = FIELDS.map((field) => ({ field: [field], patterns: match[field] ?? [] }));
  const given = (match.args ?? [])
    .filter(({ path }) => (kindOfKey(path.at(-1) ?? '') & PATH_KEY) !== 0)
    .map(({ path, patterns }) => ({ field: ['args', ...path], patterns }));
  return [...named, ...given].flatMap(({ field, patterns }) =>
    patterns.filter(looksLikeWildcard).map((pattern) => ({
      severity: 'warning' as const,
      code: 'letters-only',
      message: `\`${pattern}\` in \`${field.join('.')}\` of rule \`${name}\` is taken letter by letter: brackets and braces are no wildcards, so it matches only what has them in its name`,
      help: 'wildcards are `*`, `**` and `?`; write a list with one pattern for each, like `["*.c", "*.h"]`',
      path: [...below, ...field],
    })),
  );
}

/** `app/[slug]/page.tsx` is a name, and `{id}` a place for one; `*.[ch]`, `[a-z]*`, `[!.]*`, `[a` and `{a,b}` are meant otherwise. */
function looksLikeWildcard(pattern: string): boolean {
  if (/\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(pattern)) return true;
  const classes = [...pattern.matchAll(/\[([^\][]*)(\]?)/g)];
  return classes.some(
    ({ 1: inside = '', 2: end, index }) =>
      end === '' || /^[!^]|^.-.$/.test(inside) || !/^$|\/$/.test(pattern.slice(0, index)),
  );
}
