// Runs the detectors on whole files and prints a table for users, or JSON for scripts.

import { type Engine, type Finding, findExampleKeys, type TextOptions } from '@claw/detectors';
import { exitCode } from '../../command-line/command.js';
import type { Colour } from '../../terminal/colour.js';
import type { Output } from '../../terminal/output.js';
import { pluralize } from '../../terminal/pluralize.js';
import { truncate } from '../../terminal/wrap-text.js';
import { excerptOf } from './excerpt.js';
import { findPlaces } from './line-column.js';
import { readText, type Source } from './sources.js';

interface Item extends Finding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;
}

/** A documented example key, which is not reported as a finding. */
interface Ignored {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly excerpt: string;
  readonly reason: string;
}

/** Searches each source as one text and prints the findings. */
export async function detectInTexts(
  sources: readonly Source[],
  engine: Engine,
  options: TextOptions,
  output: Output,
  showIgnored: boolean,
): Promise<number> {
  const items: Item[] = [];
  const ignored: Ignored[] = [];
  let unreadable = 0;
  for (const source of sources) {
    const text = await readText(source);
    if (typeof text === 'string') {
      items.push(...itemsOf(source.name, text, engine.detect(text, options)));
      if (showIgnored) ignored.push(...ignoredIn(source.name, text));
    } else {
      output.error(text.reason);
      unreadable += 1;
    }
  }
  if (unreadable === sources.length) return exitCode.usageError;
  output.result({
    json: { flagged: items.length > 0, items, ...(ignored.length > 0 && { ignored }) },
    text: (colour, { width }) => {
      const summary = `${pluralize(items.length, 'finding')} in ${pluralize(sources.length - unreadable, 'text')}`;
      const notes = ignored.map(
        ({ file, line, column, excerpt, reason }) =>
          `${file}:${line}:${column}  not reported: ${excerpt} ${reason}`,
      );
      if (items.length === 0) return [...notes, summary].join('\n');
      const rows = table(items.map(cellsOf));
      if (width !== undefined && rows.some(({ length }) => length > width))
        return [...narrow(items, width, colour), ...notes, summary].join('\n');
      return [...rows.map((row, index) => (index === 0 ? colour.bold(row) : row)), ...notes, summary].join(
        '\n',
      );
    },
  });
  if (unreadable > 0) return exitCode.usageError;
  return items.length > 0 ? exitCode.failure : exitCode.success;
}

function itemsOf(file: string, text: string, findings: readonly Finding[]): Item[] {
  const places = findPlaces(
    text,
    findings.map(({ start }) => start),
  );
  return findings.map((finding, index) => ({
    file,
    ...(places[index] ?? { line: 1, column: 1 }),
    ...finding,
    excerpt: excerptOf(text, finding, findings),
  }));
}

function ignoredIn(file: string, text: string): Ignored[] {
  const found = findExampleKeys(text);
  const places = findPlaces(
    text,
    found.map(({ start }) => start),
  );
  return found.map(({ start, end }, index) => ({
    file,
    ...(places[index] ?? { line: 1, column: 1 }),
    excerpt: text.slice(start, end),
    reason: 'is an example key from documentation',
  }));
}

const titles = ['place', 'kind', 'detector', 'severity', 'position', 'excerpt'];

const cellsOf = ({ file, line, column, kind, detector, severity, start, end, excerpt }: Item): string[] => [
  `${file}:${line}:${column}`,
  kind,
  detector,
  severity,
  `${start}-${end}`,
  excerpt,
];

/** Formats findings for a terminal that is too narrow for a table, with position and finding on separate lines. */
function narrow(items: readonly Item[], width: number, colour: Colour): string[] {
  return items.flatMap((item) => {
    const [place = '', kind, detector, severity, position, excerpt] = cellsOf(item);
    const about = `  ${severity} ${kind}: ${detector}, ${position}`;
    return [colour.bold(place), truncate(about, width), truncate(`  ${excerpt}`, width)];
  });
}

function table(cells: readonly (readonly string[])[]): string[] {
  const rows = [titles, ...cells];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
