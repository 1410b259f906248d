// Finds patterns in a syntax that is not supported and would be matched literally: character classes (`[a-z]`),
// braces (`{a,b}`), unclosed brackets, regular expressions, and URLs in a host field. A deny rule with such a pattern
// blocks no call.

import { kindOfKey, PATH_KEY } from '../facts/argument-keys.js';
import type { Policy, Rule } from '../model.js';
import type { Problem } from '../parse/diagnostics.js';

/** Returns a warning for each such pattern. */
export function findUnsupportedPatterns({ rules, dialect }: Policy): Problem[] {
  return rules.filter(({ enabled }) => enabled).flatMap((rule) => inRule(rule, dialect === 'named'));
}

// The fields that are checked. Commands, hosts and free text can contain brackets: `[ -f x ]`, `[::1]`, `SELECT
// [name]`.
const FIELDS = ['tool', 'server', 'client', 'identity', 'method', 'prompt', 'resource', 'path'] as const;

function inRule({ name, match, source }: Rule, isNamed: boolean): Problem[] {
  const below = [...source, ...(isNamed ? ['match'] : [])];
  const named = FIELDS.map((field) => ({ field: [field], patterns: match[field] ?? [] }));
  const given = (match.args ?? [])
    .filter(({ path }) => (kindOfKey(path.at(-1) ?? '') & PATH_KEY) !== 0)
    .map(({ path, patterns }) => ({ field: ['args', ...path], patterns }));
  const hosts = { field: ['host'], patterns: match.host ?? [] };
  const about = (field: readonly string[], pattern: string, because: Because): Problem => ({
    severity: 'warning',
    code: because.code,
    message: `\`${pattern}\` in \`${field.join('.')}\` of rule \`${name}\` ${because.says}`,
    help: because.help,
    path: [...below, ...field],
  });
  return [
    ...[...named, ...given].flatMap(({ field, patterns }) => [
      ...patterns.filter(looksLikeWildcard).map((pattern) => about(field, pattern, LETTERS)),
      ...patterns.filter(looksLikeExpression).map((pattern) => about(field, pattern, NO_EXPRESSION)),
    ]),
    ...hosts.patterns.filter(isMoreThanHost).map((pattern) => about(hosts.field, pattern, HOST_ONLY)),
  ];
}

interface Because {
  readonly code: string;
  readonly says: string;
  readonly help: string;
}

const LETTERS: Because = {
  code: 'letters-only',
  says: 'is matched literally: brackets and braces are not wildcards, so it matches only names that contain them',
  help: 'the wildcards are `*`, `**` and `?`; write a list of patterns such as `["*.c", "*.h"]`',
};

const NO_EXPRESSION: Because = {
  code: 'letters-only',
  says: 'looks like a regular expression, but is matched literally',
  help: 'the wildcards are `*`, `**` and `?`; write a list of patterns',
};

const HOST_ONLY: Because = {
  code: 'host-only',
  says: 'is not a plain host name, so it never matches',
  help: 'remove the scheme, port and path, as in `"example.com"` or `"*.example.com"`',
};

/**
 * Matches regular expressions such as `^read_.*$`, `read_file|write_file` and `/read_.*\//`. A name may contain a
 * dollar sign or begin with a caret, but not both, and it contains no vertical bar.
 */
const looksLikeExpression = (pattern: string): boolean =>
  /^\^.*\$$|\||^\/.*(?:\.\*|\.\+|\\[wd]).*\/$/.test(pattern);

/** Tests for more than a host. IPv6 addresses contain colons, and in URLs also brackets. */
const isMoreThanHost = (pattern: string): boolean =>
  /:\/\/|\/|^[^:]*:\d+$|\]:\d+$/.test(pattern) && !/^[\d.:a-f[\]]+\/\d{1,3}$/i.test(pattern);

/**
 * Tests for a wildcard. `app/[slug]/page.tsx` is a file name and `{id}` is a placeholder, whereas `*.[ch]`, `[a-z]*`,
 * `[!.]*`, `[a` and `{a,b}` are intended as wildcards.
 */
function looksLikeWildcard(pattern: string): boolean {
  if (/\{[^{}]*(?:,|\.\.)[^{}]*(?:\}|$)/.test(pattern)) return true;
  const classes = [...pattern.matchAll(/\[([^\][]*)(\]?)/g)];
  return classes.some(
    ({ 1: inside = '', 2: end, index }) =>
      end === '' || /^[!^]|^.-.$/.test(inside) || !/^$|\/$/.test(pattern.slice(0, index)),
  );
}
