// Long lines for a narrow terminal: broken between words, and under the column in which they began. What stands in
// backticks stays whole, and so do lines with a bare command of ours: the terminal breaks them by itself, and whoever
// copies them gets all of them.

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters
const colours = /\u001b\[\d*m/g;

const lengthOf = (text: string): number => [...text.replace(colours, '')].length;

/** The text with lines of at most `width` characters, as far as its words allow. */
export const foldText = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => foldLine(line, width))
    .join('\n');

function foldLine(line: string, width: number): string {
  const plain = line.replace(colours, '');
  if ([...plain].length <= width || isToCopy(plain)) return line;
  const indent = ' '.repeat(columnOf(plain, width));
  let [folded, length] = ['', 0];
  // Each piece is a word with the spaces in front of it; a quotation counts as one word.
  for (const piece of line.match(/ *(?:[^ `]*`[^`]*`[^ `]*|[^ ]+)/g) ?? []) {
    const own = lengthOf(piece);
    if (length > indent.length && length + own > width) {
      const word = piece.trimStart();
      folded += `\n${indent}${word}`;
      length = indent.length + lengthOf(word);
    } else {
      folded += piece;
      length += own;
    }
  }
  return folded;
}

/** A bare command of ours, written out; one with choices in it is only described, and a title is no command. */
const isToCopy = (line: string): boolean =>
  /\bclawdefender [a-z]/.test(line.replace(/`[^`]*`/g, '')) && !/[[(]-|…|^clawdefender [a-z ]+: /.test(line);

/** A line of a diff has no columns: the spaces in it are somebody's. */
const isOfDiff = (line: string): boolean => /^ +[-+] /.test(line);

/** The text cut to a width, with a sign that it was. */
export function cutText(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join('')}…`;
}

/** Where the last column of a line begins: after the sign of a list or a diff, or two spaces or more in its left half. */
function columnOf(line: string, width: number): number {
  let column = /^ *(?:(?:[-+]|=>) +)?/.exec(line)?.[0].length ?? 0;
  for (const gap of line.matchAll(/ {2,}(?=\S)/g)) {
    const end = gap.index + gap[0].length;
    if (end > width / 2 || isOfDiff(line)) break;
    column = end;
  }
  return column;
}
