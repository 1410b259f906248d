// A text as a person reads it: without what does not show, and with letters of other scripts as the Latin ones that
// they look like.

import { confusables } from '../engine/normalize/confusables.js';
import { normalize } from '../engine/normalize/normalize.js';

/** The folded text and, where it differs, the same with every look-alike taken for the Latin letter. */
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
