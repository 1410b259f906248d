// Formats lists as aligned columns. Cells may contain untrusted text.

import type { Colour } from './colour.js';
import { printable } from './printable.js';
import { truncate } from './wrap-text.js';

const MAX_CELL = 60;

/** Returns a heading and one line for each row. */
export function tableLines(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  colour: Colour,
): string[] {
  const shown = rows.map((cells) => cells.map((cell) => truncate(printable(cell), MAX_CELL)));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...shown.map((cells) => [...(cells[column] ?? '')].length)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd();
  return [colour.bold(line(headings)), ...shown.map(line)];
}
