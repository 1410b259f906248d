// Signs in a stretch of a long text. `indexOf` knows where to begin and not where to end: asked about every stretch of a
// text without the sign, it would read the whole rest each time.

/** Answers with the next place of the sign at or behind a place, as long as it is in text[from..to); else -1. */
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
