// Makes untrusted text safe to print: a server must not be able to move the cursor, forge a line of our output, reverse
// the text direction, or imitate another name with invisible characters.

// Matches C0, DEL, C1, line and paragraph separators, format characters (directions, joiners, tags), blank letters, and
// lone surrogates.
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f|\p{Format}|\p{Surrogate}/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns the text on one line, with every control character escaped. */
export const printable = (text: string): string =>
  text.replace(unprintable, (character) => named[character] ?? codeOf(character.codePointAt(0) as number));

const codeOf = (point: number): string =>
  point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;

/** Truncates a name for a table, so that a long name does not hide the other columns. */
export function shortName(name: string): string {
  const shown = [...printable(name)];
  return shown.length <= maximumLength ? shown.join('') : `${shown.slice(0, maximumLength - 1).join('')}…`;
}

const maximumLength = 48;
