// Tells text about a path from a path.
import { COMMAND_KEY, CONTENT_KEY, PROSE_KEY } from './argument-keys.js';

/**
 * In an argument for text, words after a path make it a sentence about the path, and so do a URL or several words
 * before the next slash; quotes and the like make it code or data.
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

/** The minimum number of words in prose; folder names such as `/Library/Application Support/` have fewer. */
const FEWEST_WORDS = 4;
