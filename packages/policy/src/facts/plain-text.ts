// Calls whose text names nothing. Plain words (letters, digits, blanks and a few marks, behind a letter; `endOfWords` of
// `@claw/detectors` knows them) are no path, no host, no command and no statement under a name that asks for none of them: whoever has
// judged one call knows the facts of every other that differs from it in such words only.
//
// INVARIANT: this holds for every way in which `value-facts.ts` reads a text; a test of `@claw/pipeline` compares the two.

import type { Facts } from './facts.js';
import { CONTENT_KEY, kindOfKey, MENTION_KEY, PROSE_KEY } from './keys.js';

/** Whether plain words under this name are nothing but text. */
export const takesPlainText = (key: string): boolean =>
  (kindOfKey(key) & ~(CONTENT_KEY | PROSE_KEY | MENTION_KEY)) === 0;

/** Whether a call does nothing to anything that a rule could be about, beside being made. */
export const namesNothing = ({ paths, hosts, uris, shell, effects, refusal }: Facts): boolean =>
  paths.length === 0 &&
  hosts.length === 0 &&
  uris.length === 0 &&
  shell === undefined &&
  effects === 0 &&
  refusal === undefined;
