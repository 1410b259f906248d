// Rates how clearly a sentence in a language other than English dictates the answer or the judgment of a model.

import { dictationClass } from '../dictation/dictation-class.js';
import { findDictation } from '../dictation/dictation-lexicon.js';
import { has } from '../sentence.js';

const { rank, rejectOthers, noReason, answerOnly, claim, tellUser, fine, approve, competitor, omit } =
  dictationClass;

/** Returns the weight of the dictated answer, and 0 if there is none. */
export function weighDictation(sentenceText: string): number {
  const classes = findDictation(sentenceText);
  if (has(classes, rank | answerOnly | claim)) return 3;
  if (has(classes, rejectOthers)) return has(classes, noReason) ? 3 : 2;
  if (has(classes, tellUser)) return has(classes, fine | approve) ? 3 : 1;
  if (has(classes, competitor) && has(classes, omit)) return 3;
  return has(classes, approve | competitor | omit) ? 2 : 0;
}
