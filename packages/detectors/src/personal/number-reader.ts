// Defines a reader for one kind of number, which is tried at a given position.

import type { Severity } from '../detector.js';

/** Reads a number that starts exactly at `start`. Returns its end, or -1 if there is no number. */
export interface NumberReader {
  readonly name: string;
  readonly severity: Severity;
  /**
   * The possible lengths of the first run of letters and digits; without them, any length. Most reads are avoided by
   * this check.
   */
  readonly runs?: readonly number[];
  read(text: string, start: number): number;
  readonly samples: { readonly hit: readonly string[]; readonly miss: readonly string[] };
}

/** Returns the match of a sticky pattern at `start`, unless a letter, a digit or a decimal fraction follows. */
export function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | undefined {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  return match !== null && isEnd(text, start + match[0].length) ? match : undefined;
}

/** Tests whether one of the words occurs in the forty characters before the number. */
export function isNear(text: string, start: number, words: RegExp): boolean {
  return words.test(text.slice(Math.max(0, start - 40), start));
}

/**
 * Tests whether other groups of digits precede or follow the number, because four digits of an account number are not
 * the first four digits of a card number. `behind` is the minimum length of a following group.
 */
export function isPartOfLongerNumber(text: string, start: number, end: number, behind: number): boolean {
  const separator = /[ \u00a0.-]/.exec(text.slice(start, end))?.[0];
  if (separator === undefined) return false;
  const before = text.slice(Math.max(0, start - 6), start);
  const after = /^[0-9]{1,4}(?![0-9/])/.exec(text.slice(end + 1, end + 6))?.[0] ?? '';
  const goesOn = text[end] === separator && after.length >= behind;
  return (
    goesOn || (before.endsWith(separator) && /(?:^|[^A-Za-z0-9])(?=[A-Z]*[0-9])[A-Z0-9]{4}.$/.test(before))
  );
}

/** Returns only the digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/[^0-9]/g, '');
}

function isEnd(text: string, end: number): boolean {
  const unit = text.charCodeAt(end);
  if (unit > 127) return !/[\p{L}\p{N}]/u.test(text.charAt(end));
  if ((unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95)
    return false;
  const goesOn = unit >= 44 && unit <= 46; // a comma, a dash or a dot, if a digit follows
  return !(goesOn && text.charCodeAt(end + 1) >= 48 && text.charCodeAt(end + 1) <= 57);
}
