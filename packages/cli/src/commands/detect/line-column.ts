// Converts positions in a text to line and column, which both start at 1. Columns are counted in UTF-16 units.

/** A position in the form that editors show. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** Converts positions in ascending order in one pass over the text. */
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
