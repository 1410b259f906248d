// Implements the two text transformations that are detected in code and shell text: replacing and translating
// characters.

export type TextTransform = (text: string) => string;

/** The maximum length of a transformed text. Ordinary paths are shorter. */
const LONGEST = 1024;

/** Replaces every occurrence of one text with another. */
export const replaceText = (from: string, to: string): TextTransform =>
  from === '' ? (text) => text : (text) => text.replaceAll(from, to).slice(0, LONGEST);

/**
 * Translates characters like `tr`: replaces each letter of one set with the letter at the same index of the
 * other set, or with its last letter.
 */
export function translateCharacters(from: string, to: string): TextTransform {
  const [before, after] = [lettersOf(from), lettersOf(to)];
  return (text) =>
    Array.from(text, (letter) => {
      const at = before.lastIndexOf(letter);
      return at === -1 ? letter : (after[at] ?? after.at(-1) ?? '');
    }).join('');
}

/** Expands ranges: `a-e` becomes `abcde`. */
const lettersOf = (set: string): string[] =>
  Array.from(
    set
      .slice(0, 256)
      .replaceAll('[:upper:]', 'A-Z')
      .replaceAll('[:lower:]', 'a-z')
      .replace(/(.)-(.)/gs, (whole, a, b) => {
        const [first, last] = [a.charCodeAt(0), b.charCodeAt(0)];
        if (last < first || last - first > 255) return whole;
        return String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, index) => first + index));
      }),
  );
