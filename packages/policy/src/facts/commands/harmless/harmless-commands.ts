// Recognizes commands that need no approval although a rule names their program. The programs are in a table, so that
// other commands cost only one lookup.

import { isQuery } from './queries.js';
import { setsUsualMode } from './usual-mode.js';

/** Tests whether a command only prints information, or sets a common mode on project files. */
export function isHarmless(program: string, words: readonly string[]): boolean {
  if (words.length < 2 || words.length > 12) return false;
  return program === 'chmod' ? setsUsualMode(words) : isQuery(program, words);
}
