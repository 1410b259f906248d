// Text from strangers, made safe to print: a server must not be able to move the cursor of the reader's terminal,
// start a new line in our name, or turn the direction of the text.

// C0, DEL, C1, line and paragraph separators, direction marks, and halves of surrogate pairs.
const unprintable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the purpose
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** The text on one line, with every control character spelt out. */
export const printable = (text: string): string =>
  text.replace(
    unprintable,
    (character) => named[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
