// Commands that need no approval although a rule names their program. The table keeps the cost for others at one lookup.

import { isQuery } from './queries.js';
import { setsUsualMode } from './usual-mode.js';

/** Tests whether a command only asks, or sets a usual mode of files of the project. */
export function isHarmless(program: string, words: readonly string[]): boolean {
  if (words.length < 2 || words.length > 12) return false;
  return program === 'chmod' ? setsUsualMode(words) : isQuery(program, words);
}
