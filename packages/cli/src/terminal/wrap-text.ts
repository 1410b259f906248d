// Wraps long lines between words for a narrow terminal. Continuation lines are indented to the column in which the text
// began. Text in backticks is not broken, and neither are lines with a command to copy.

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const colours = /\u001b\[\d*m/g;

const lengthOf = (text: string): number => [...text.replace(colours, '')].length;

/** Wraps a text to `width` characters; a long word may exceed the width. */
export const wrapText = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => wrapLine(line, width))
    .join('\n');

function wrapLine(line: string, width: number): string {
  const plain = line.replace(colours, '');
  if ([...plain].length <= width || isCommandLine(plain)) return line;
  const indent = ' '.repeat(lastColumn(plain, width));
  let [wrapped, length] = ['', 0];
  // Each piece is a word with the spaces before it; text in backticks counts as one word.
  for (const piece of line.match(/ *(?:[^ `]*`[^`]*`[^ `]*|[^ ]+)/g) ?? []) {
    const own = lengthOf(piece);
    if (length > indent.length && length + own > width) {
      const word = piece.trimStart();
      wrapped += `\n${indent}${word}`;
      length = indent.length + lengthOf(word);
    } else {
      wrapped += piece;
      length += own;
    }
  }
  return wrapped;
}

/** True if a line contains a complete command to copy, unlike a usage line or a title. */
const isCommandLine = (line: string): boolean =>
  /\bclawdefender [a-z]/.test(line.replace(/`[^`]*`/g, '')) && !/[[(]-|…|^clawdefender [a-z ]+: /.test(line);

/** True for a line of a diff, in which spaces are content and do not separate columns. */
const isDiffLine = (line: string): boolean => /^ +[-+] /.test(line);

/** Truncates a text to a width, with `…` at the end. */
export function truncate(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/**
 * Returns the start of the last column of a line: after a list or diff marker, or after two or more spaces in the left
 * half of the line.
 */
function lastColumn(line: string, width: number): number {
  // The next usage line begins in the same column, so a continuation line is indented further.
  if (/^ +clawdefender /.test(line)) return 6;
  let column = /^ *(?:(?:[-+]|=>) +)?/.exec(line)?.[0].length ?? 0;
  for (const gap of line.matchAll(/ {2,}(?=\S)/g)) {
    const end = gap.index + gap[0].length;
    if (end > width / 2 || isDiffLine(line)) break;
    column = end;
  }
  return column;
}
