// Distinguishes text about a path from a path.
import { COMMAND_KEY, CONTENT_KEY, PROSE_KEY } from './argument-keys.js';

/**
 * Tests whether a text is prose. In an argument for text, a path is part of a sentence if words follow it, or
 * if a URL or several words precede the next slash. Quotes and similar characters mark code or data.
 */
export function isProse(kind: number, text: string): boolean {
  if ((kind & (CONTENT_KEY | PROSE_KEY)) === 0 || (kind & COMMAND_KEY) !== 0) return false;
  if (CODE_SIGN.test(text)) return true;
  const [first = '', ...words] = text.trim().split(/\s+/);
  if (first === '' || words.length === 0) return false;
  const withSlash = words.filter((word) => /[/\\]/.test(word));
  return (
    withSlash.length === 0 ||
    words.length - withSlash.length >= FEWEST_WORDS ||
    withSlash.some((word) => word.includes('://'))
  );
}

/** Characters that follow a path in a source map, in markup or in code, and do not occur in a path. */
const CODE_SIGN = /"[,;:\]})]|;"|\s[=<>]+\s|<\/?[a-z]/i;

/**
 * The minimum number of words in prose. Folder names such as `/Library/Application Support/` have fewer
 * words.
 */
const FEWEST_WORDS = 4;
