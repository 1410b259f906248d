// Compiles the patterns of a rule for matching field by field. `explain` uses them for every rule; the index in
// `evaluate/index` gives the same results for all rules at once.
import { foldName } from '../facts/encoding/decode.js';
import type { Links, PathEnvironment } from '../facts/environment.js';
import type { Rule } from '../model.js';
import { compileGlob, type Matcher } from './glob.js';
import { pathGlobs } from './path-pattern.js';
import { isPathPattern, isUriPattern } from './pattern-syntax.js';

/** A compiled pattern. */
export interface NamePattern {
  readonly pattern: string;
  readonly exact: Matcher;
  /** Matches the folded name. Only restrictive rules use it. */
  readonly folded: Matcher;
}

export interface PathPattern {
  readonly pattern: string;
  readonly globs: readonly string[];
  readonly matches: Matcher;
}

/** A pattern for an argument or a URI. Path patterns treat the value as a path, other patterns as text. */
export type ValuePattern =
  | { readonly kind: 'text'; readonly pattern: string; readonly matches: Matcher }
  | ({ readonly kind: 'path' } & PathPattern);

export interface CompiledArgument {
  readonly name: string;
  readonly path: readonly string[];
  readonly patterns: readonly ValuePattern[];
}

/** A rule with compiled patterns. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly index: number;
  /** True for `deny` and `prompt`, for which one interpretation of one value is sufficient. */
  readonly restricts: boolean;
  readonly names: Readonly<
    Partial<
      Record<
        'tool' | 'server' | 'client' | 'identity' | 'prompt' | 'method' | 'host' | 'command',
        readonly NamePattern[]
      >
    >
  >;
  readonly path: readonly PathPattern[] | undefined;
  readonly resource: readonly ValuePattern[] | undefined;
  readonly args: readonly CompiledArgument[];
}

const NAMES = ['tool', 'server', 'client', 'identity', 'prompt', 'method', 'host', 'command'] as const;

export function compileRule(
  rule: Rule,
  index: number,
  environment: PathEnvironment,
  links: Links | undefined,
): CompiledRule {
  const { match } = rule;
  const names: Record<string, readonly NamePattern[]> = {};
  for (const field of NAMES) {
    const patterns = match[field];
    if (patterns !== undefined) names[field] = patterns.map(toNamePattern);
  }
  return {
    rule,
    index,
    restricts: rule.action === 'deny' || rule.action === 'prompt',
    names,
    path: match.path?.map((pattern) => toPathPattern(pattern, environment, links)),
    resource: match.resource?.map((pattern) => toValuePattern(pattern, environment, links)),
    args: (match.args ?? []).map(({ name, path, patterns }) => ({
      name,
      path,
      patterns: patterns.map((pattern) => toValuePattern(pattern, environment, links)),
    })),
  };
}

function toNamePattern(pattern: string): NamePattern {
  return {
    pattern,
    exact: compileGlob(pattern, { crossing: true }),
    folded: compileGlob(foldName(pattern), { crossing: true }),
  };
}

function toPathPattern(pattern: string, environment: PathEnvironment, links: Links | undefined): PathPattern {
  const globs = pathGlobs(pattern, environment, links);
  const matchers = globs.map((glob) => compileGlob(glob));
  return { pattern, globs, matches: (value) => matchers.some((matches) => matches(value)) };
}

function toValuePattern(
  pattern: string,
  environment: PathEnvironment,
  links: Links | undefined,
): ValuePattern {
  if (isPathPattern(pattern) && !isUriPattern(pattern))
    return { kind: 'path', ...toPathPattern(pattern, environment, links) };
  return { kind: 'text', pattern, matches: compileGlob(pattern) };
}
