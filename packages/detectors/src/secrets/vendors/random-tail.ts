// Tests whether the text after a prefix or a name is random, unlike words, versions and identifiers.

import { isFiller, isHandWritten } from '../values/placeholder.js';

/** The minimum number of changes between lower case, upper case and digits. Words and versions have fewer changes. */
const FEWEST_CHANGES = 5;

/** Tests for random letters and digits that are not a placeholder. */
export function isRandomTail(tail: string): boolean {
  if (isFiller(tail) || isHandWritten(tail) || !/[0-9]/.test(tail) || TYPED.test(tail)) return false;
  const [longest = ''] = tail.split(/[^A-Za-z0-9]+/).sort((left, right) => right.length - left.length);
  return longest.length >= 10 && (changes(longest) >= FEWEST_CHANGES || /^[a-f0-9]{20,}$/.test(longest));
}

const TYPED = /example|placeholder|your|dummy|redacted|changeme|secret_?key|abcdef|123456789/i;

function changes(text: string): number {
  let count = 0;
  let last = '';
  for (const one of text) {
    const kind = one >= '0' && one <= '9' ? 'digit' : one <= 'Z' ? 'upper' : 'lower';
    if (last !== '' && kind !== last) count += 1;
    last = kind;
  }
  return count;
}
