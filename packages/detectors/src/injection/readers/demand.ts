// Decides whether a verb is demanded: `Send it` and `it must be sent`, but not `never send it` or `you can send it`.

import { isImperative } from '../sentences/actions/imperative.js';

/** The mood in which a concept has to be expressed: as an imperative or obligation, or as any demand. */
export type Mood = 'imperative' | 'any';

/** Matches the text before a verb that is not demanded: a prohibition, an ability or the past. */
const notDemanded =
  /(?:\b(?:not|never|cannot|without|avoid|refuse to|refuses to|rather than|instead of|nor|forbidden to|unless|must no longer|nobody|no one)|n't)\s(?!just\b|only\b|merely\b)(?:\w+,?\s){0,4}$|\b(?:can|could|might|would|able to|trying to|attempts? to|tries to|want to|wants to|how to|used to|did|does it|whether to|before you|asks? before|confirm before|be tricked into|tricked into|tries|fails? to)\s(?:\w+\s)?$/;
/** Matches a possibility at the start of a passive verb: `can now be skipped`. */
const possibility = /\b(?:can|could|might)\s(?:\w+\s)?be\b/;
const obligation =
  /\b(?:must|should|shall|has to|have to|needs? to|(?:is|are)(?:n't)? to)\s(?:\w+\s){0,2}(?:be\s)?$/;
/** Matches `needn't explain`, `aren't to be shown`. */
const waiver = /^(?:needn't|need not|no need|(?:is|are)(?:n't| not) to\b|before the user)/;

export const isDemanded = (sentence: string, index: number): boolean =>
  !notDemanded.test(sentence.slice(Math.max(0, index - 48), index)) &&
  !possibility.test(sentence.slice(Math.max(0, index - 12), index + 12));

/** Tests whether the demand is an imperative or an obligation. */
export function isImperativeAt(sentence: string, index: number): boolean {
  let start = index;
  while (start > 0 && /[\w']/.test(sentence[start - 1] as string)) start -= 1;
  return (
    waiver.test(sentence.slice(start, start + 24)) ||
    isImperative(sentence, 0, start) ||
    obligation.test(sentence.slice(Math.max(0, start - 40), start))
  );
}
