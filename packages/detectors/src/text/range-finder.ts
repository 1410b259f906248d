// Finds a character in a range of a long text. `indexOf` has no end position: if the text does not contain the
// character, a call for each range would read the whole rest of the text every time.

/** Returns the next position of the character at or after a position, if it is in text[from..to); otherwise -1. */
export function createRangeFinder(
  text: string,
  sign: string,
  from: number,
  to: number,
): (at: number) => number {
  const piece = from === 0 && to >= text.length ? text : text.slice(from, to);
  return (at) => {
    const index = piece.indexOf(sign, at - from);
    return index === -1 ? -1 : index + from;
  };
}
