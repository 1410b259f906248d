// Makes untrusted text safe to display: replaces invisible, bidirectional and control characters by their code
// points, and truncates long texts.

import { isInvisible } from '../engine/normalize/normalize-character.js';

/** Returns at most `longest` characters of the text on one line, with invisible characters written as `⟨U+200B⟩`. */
export function toPrintable(text: string, longest = 200): string {
  let shown = '';
  let count = 0;
  for (const character of text) {
    if (count >= longest) return `${shown}…`;
    shown += showCharacter(character);
    count += 1;
  }
  return shown;
}

function showCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code === 10 || code === 13 || code === 9) return ' ';
  return isUnprintable(code) ? `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩` : character;
}

/** Tests for an invisible, bidirectional or control character, or a lone surrogate. */
export function isUnprintable(code: number): boolean {
  return (
    code < 32 ||
    (code >= 0x7f && code < 0xa0) ||
    code === 0x2028 ||
    code === 0x2029 ||
    isInvisible(code) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}
