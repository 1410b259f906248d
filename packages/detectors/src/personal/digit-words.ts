// Finds the digits of a text, and the words of letters and digits that contain them.

/** Skips a word whose first digit is before `from`, because it was read with the previous range. */
export function skipPartialWord(text: string, from: number, to: number): number {
  for (let at = from - 1; at >= 0 && from - at <= 16 && isAlphanumeric(text.charCodeAt(at)); at -= 1)
    if (isDigit(text.charCodeAt(at))) return wordEnd(text, from, to);
  return from;
}

/**
 * Returns a function that finds the next digit in text[from..to), or the end of the text. The first units are checked
 * one by one, because digits tend to be close together.
 */
export function createDigitFinder(text: string, from: number, to: number): (at: number) => number {
  const piece = text.slice(from, to);
  const digit = /[0-9]/g;
  return (start) => {
    for (let at = start; at < start + 12; at += 1) {
      if (at >= to) return text.length;
      if (isDigit(text.charCodeAt(at))) return at;
    }
    // A pattern is the fastest way to skip prose.
    digit.lastIndex = start + 12 - from;
    const index = digit.exec(piece)?.index;
    return index === undefined ? text.length : from + index;
  };
}

export function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 16 && isAlphanumeric(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

/**
 * Returns the end of a word. The search ends shortly after the range, so that a word of a million digits is not
 * scanned again for each range.
 */
export function wordEnd(text: string, at: number, to: number): number {
  const limit = Math.min(text.length, to + 64);
  let end = at;
  while (end < limit && isAlphanumeric(text.charCodeAt(end))) end += 1;
  return end;
}

export function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

export function isAlphanumeric(unit: number): boolean {
  return isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);
}

export function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}
