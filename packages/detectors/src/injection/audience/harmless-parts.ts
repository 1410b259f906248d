// Blanks out the parts of a text that mention an attack or forbid one: quotations in articles and tests, and
// prohibitions that protect secrets. What remains is searched again, so a part is never harmless for its neighbors.

import { findMentions } from './mentions.js';
import { findPromptLiterals } from './prompt-literals.js';
import { findProtections } from './protections.js';

/** Returns a text of the same length without its harmless parts. The text is normalized. */
export function withoutHarmlessParts(text: string): string {
  let reduced = text;
  for (const [start, end] of [...findMentions(text), ...findPromptLiterals(text), ...findProtections(text)])
    reduced = reduced.slice(0, start) + 'x'.repeat(end - start) + reduced.slice(end);
  return reduced;
}
