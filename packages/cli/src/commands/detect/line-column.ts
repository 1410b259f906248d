// Line and column of positions in a text, both from 1, columns in UTF-16 units.

/** A place as editors count. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** The places of positions that come in ascending order; the text is walked once for all of them. */
export function findPlaces(text: string, positions: readonly number[]): readonly LineColumn[] {
  let line = 1;
  let lineStart = 0;
  let next = text.indexOf('\n');
  return positions.map((position) => {
    while (next >= 0 && next < position) {
      line += 1;
      lineStart = next + 1;
      next = text.indexOf('\n', lineStart);
    }
    return { line, column: position - lineStart + 1 };
  });
}
