// Classifies and validates patterns without information about the machine.
import { countWildcards, literalPrefix, MAX_PATTERN_LENGTH, MAX_WILDCARDS } from './wildcards.js';

export const MAX_PATTERNS = 5000;

const PATH_START =
  /^(?:\/|~|\.\.?(?:[/\\]|$)|\$HOME(?![A-Za-z0-9_])|\$\{HOME\}|%USERPROFILE%|[A-Za-z]:(?:[\\/]|$)|\\\\|file:)/i;

/** Tests whether a value begins like a path. */
export function startsLikePath(text: string): boolean {
  // The first two characters exclude most strings: a path begins with `/`, `~`, `.`, `$`, `%`, `\` or `f`, or has a
  // colon as its second character.
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

/** Tests whether a pattern treats values as paths. */
export function isPathPattern(pattern: string): boolean {
  return PATH_START.test(pattern) || pattern.startsWith('**/');
}

/** Tests for a pattern for URIs other than `file:`. Such patterns are compared as text even in lists of paths. */
export function isUriPattern(pattern: string): boolean {
  return /^(?!file:)[a-z][a-z0-9+.-]+:\/\//i.test(pattern);
}

/** Returns the reason why a pattern is rejected when the policy is loaded, and how to fix it. */
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
      help: `use at most ${MAX_WILDCARDS}, for example with one \`**\` in place of several \`*/\``,
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
