// Recognizes identifiers that look like keys: words and short numbers, joined as in programs.

/**
 * Tests whether a value consists of words that are joined by `_`, `-`, `.` or camel case, with at most two numbers.
 */
export function isIdentifier(value: string): boolean {
  // Three separate numbers are too many, which excludes most keys before they are split.
  if (/[0-9][^0-9]+[0-9]+[^0-9]+[0-9]/.test(value)) return false;
  let numbers = 0;
  let start = 0;
  let before = separator;
  for (let at = 0; at <= value.length; at += 1) {
    const kind = at < value.length ? characterClass(value.charCodeAt(at)) : separator;
    const isEdge =
      kind === separator ||
      (before === small && (kind === capital || kind === digit)) ||
      (before === digit && (kind === small || kind === capital));
    if (isEdge && before !== separator) {
      const piece = value.slice(start, at);
      // A single part that is not a word excludes the value. Most keys have such a part near their start.
      if (!isWord(piece)) return false;
      if (/[0-9]/.test(piece)) numbers += 1;
    }
    if (before === separator || isEdge) start = at;
    before = kind;
  }
  return numbers < 3;
}

const separator = 0;
const small = 1;
const capital = 2;
const digit = 3;
const other = 4;

/** Returns the class of a character in an identifier. */
function characterClass(code: number): number {
  if (code >= 97 && code <= 122) return small;
  if (code >= 65 && code <= 90) return capital;
  if (code >= 48 && code <= 57) return digit;
  return joints.has(code) ? separator : other;
}
const joints = new Set([...'_.:/=+~-'].map((sign) => sign.charCodeAt(0)));

/** Words contain vowels, and numbers in names are short. */
function isWord(piece: string): boolean {
  return (
    /^(?:[0-9]{0,5}|[A-Z]{0,5}[a-z]{1,20}|[A-Z]{1,16}|[A-Z]{3,12}[0-9])$/.test(piece) &&
    (piece.length < 4 || /[aeiouy0-9]/i.test(piece))
  );
}
