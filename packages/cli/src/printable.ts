// Text from strangers, made safe to print: a server must not be able to move the cursor of the reader's terminal,
// start a new line in our name, turn the direction of the text, or pass for another by letters that nobody sees.

// C0, DEL, C1, line and paragraph separators, what only formats (directions, joiners, tags), letters that are blank, and
// halves of surrogate pairs.
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u115f\u1160\u3164\uffa0]|\u034f|\p{Format}|\p{Surrogate}/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text on one line, with every control character spelt out. */
export const printable = (text: string): string =>
  text.replace(unprintable, (character) => named[character] ?? codeOf(character.codePointAt(0) as number));

const codeOf = (point: number): string =>
  point > 0xffff ? `\\u{${point.toString(16)}}` : `\\u${point.toString(16).padStart(4, '0')}`;

/** A name for a table: one that goes on without end must not push everything else out of sight. */
export function shortName(name: string): string {
  const shown = [...printable(name)];
  return shown.length <= longestName ? shown.join('') : `${shown.slice(0, longestName - 1).join('')}…`;
}

const longestName = 48;
