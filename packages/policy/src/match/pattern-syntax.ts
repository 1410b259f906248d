// Classifies and validates patterns. Needs no environment.
import { countWildcards, literalPrefix, MAX_PATTERN_LENGTH, MAX_WILDCARDS } from './wildcards.js';

export const MAX_PATTERNS = 5000;

const PATH_START =
  /^(?:\/|~|\.\.?(?:[/\\]|$)|\$HOME(?![A-Za-z0-9_])|\$\{HOME\}|%USERPROFILE%|[A-Za-z]:(?:[\\/]|$)|\\\\|file:)/i;

/** True if a value starts like a path. */
export function startsLikePath(text: string): boolean {
  // The first two characters rule out most strings: `/ ~ . $ % \`, `f`, or a colon in second position.
  const code = text.charCodeAt(0);
  if (code === 47 || code === 126) return true;
  if (
    code !== 46 &&
    code !== 36 &&
    code !== 37 &&
    code !== 92 &&
    (code | 32) !== 102 &&
    text.charCodeAt(1) !== 58
  )
    return false;
  return PATH_START.test(text);
}

/** True if a pattern reads values as paths. */
export function isPathPattern(pattern: string): boolean {
  return PATH_START.test(pattern) || pattern.startsWith('**/');
}

/** True for patterns for URIs other than `file:`, which are compared as text even in lists of paths. */
export function isUriPattern(pattern: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(pattern);
}

/** The reason why a pattern is rejected when the policy is loaded, and how to fix it. */
export function patternProblem(
  pattern: string,
  isPath: boolean,
): { code: string; message: string; help: string } | undefined {
  const shown = pattern.length > 60 ? `${pattern.slice(0, 57)}…` : pattern;
  if (pattern === '')
    return {
      code: 'empty-pattern',
      message: 'the pattern is empty',
      help: 'write a pattern such as `read_*`',
    };
  if (pattern.length > MAX_PATTERN_LENGTH)
    return {
      code: 'pattern-too-long',
      message: `pattern \`${shown}\` has ${pattern.length} characters`,
      help: `use at most ${MAX_PATTERN_LENGTH} characters, or split it into several patterns`,
    };
  const wildcards = countWildcards(pattern);
  if (wildcards > MAX_WILDCARDS)
    return {
      code: 'too-many-wildcards',
      message: `pattern \`${shown}\` has ${wildcards} wildcards`,
      help: `use at most ${MAX_WILDCARDS} wildcards; \`**\` matches several levels at once`,
    };
  if (pattern.includes('\u0000'))
    return { code: 'bad-pattern', message: 'the pattern contains a NUL character', help: 'remove it' };
  const rest = pattern.slice(literalPrefix(pattern).length);
  if (isPath && /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(rest))
    return {
      code: 'dotdot-after-wildcard',
      message: `pattern \`${shown}\` contains \`..\` after a wildcard, so it never matches`,
      help: '`..` is resolved before paths are compared; write the pattern without `..`',
    };
  return undefined;
}
