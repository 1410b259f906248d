// Displays untrusted text for a decision, so that no character in it can hide, move or reverse text.

// Matches control and format characters (zero width, bidirectional, tags), line and paragraph separators, private
// use, unassigned, lone surrogates, variation selectors, unusual spaces, and letters without a glyph.
const invisible =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u2000-\u200f\u202f\u205f\u2800\u3000\u3164\uffa0]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|\u034f|\u17b4|\u17b5/gu;

/** Returns the text on one line, with every invisible character escaped. */
export const escapeInvisible = (text: string): string =>
  text.replace(
    invisible,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
