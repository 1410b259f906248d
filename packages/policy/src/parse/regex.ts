// Checks the regular expressions of users. They run in an engine without backtracking. Expressions that cannot be
// matched in linear time (lookaround, backreferences) are rejected when the policy is loaded.

/** Returns the reason why a regular expression is rejected, or undefined if it is valid. */
export function regexProblem(source: string): { message: string; help: string } | undefined {
  if (source === '')
    return { message: 'the regular expression is empty', help: 'write the expression to find' };
  if (source.length > 2000)
    return { message: 'the regular expression has more than 2000 characters', help: 'split it' };
  const bare = source
    .replace(/\\[^1-9k]/g, '  ')
    .replace(/\[(?:\^?\]?[^\]]*)\]/g, (text) => ' '.repeat(text.length));
  if (/\(\?<?[=!]/.test(bare))
    return {
      message: 'lookahead and lookbehind are not supported, because they cannot be matched in linear time',
      help: 'match the surrounding text as part of the pattern',
    };
  if (/\\(?:[1-9]|k<)/.test(bare))
    return {
      message: 'backreferences are not supported, because they cannot be matched in linear time',
      help: 'remove the backreference; to match the group a second time, with any text, repeat the group',
    };
  if (/\(\?>|[*+?}]\+/.test(bare))
    return {
      message: 'atomic groups and possessive quantifiers are not supported',
      help: 'use plain groups and quantifiers',
    };
  try {
    new RegExp(source.replace(/^\(\?[ims]+\)/, '').replaceAll('(?P<', '(?<'), 'u');
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^.*\/u?: /, '').toLowerCase() : 'it cannot be parsed';
    return {
      message: `the regular expression is invalid: ${reason}`,
      help: 'escape literal parentheses and brackets with `\\`',
    };
  }
  return undefined;
}
