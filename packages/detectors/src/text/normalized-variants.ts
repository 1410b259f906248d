// Returns a text as users see it: without invisible characters, and with look-alikes as Latin letters.

import { confusables } from '../engine/normalize/confusables.js';
import { normalize } from '../engine/normalize/normalize.js';

/** Returns the normalized text and, if it contains look-alikes, the same text with Latin letters instead. */
export function normalizedVariants(text: string): readonly string[] {
  const folded = foldAll(text);
  let latin = '';
  for (const letter of folded) latin += confusables.get(letter.charCodeAt(0)) ?? letter;
  return latin === folded ? [folded] : [folded, latin];
}

function foldAll(text: string): string {
  const folding = normalize(text);
  for (;;) {
    const { done, value } = folding.next();
    if (done) return value.text;
  }
}
