// Shows the changed lines of a configuration file, with secrets masked. A file without line breaks is reformatted for
// the diff.

import { applyEdits, format as formatJson } from 'jsonc-parser';
import type { Format } from '../../config-formats/format.js';
import type { Colour } from '../../terminal/colour.js';
import { diffLines, shortenLines } from '../../terminal/diff.js';
import { printable } from '../../terminal/printable.js';
import type { EntryLocation } from '../../wrap/mask-config.js';

/** The old and new text of a file, and the positions of its entries. */
export interface Change {
  readonly before: string;
  readonly after: string;
  readonly format: Format;
  readonly places: readonly EntryLocation[];
}

/** Creates a diff function that masks secrets, because a terminal may be shared or recorded. */
export async function createDiff(): Promise<(change: Change, colour: Colour) => string[]> {
  const { createEngine, redact } = await import('@claw/detectors');
  const { maskConfig } = await import('../../wrap/mask-config.js');
  const engine = createEngine({ kinds: ['secrets'] });
  const hide = (line: string) =>
    redact(
      line,
      engine.detect(line).filter(({ start, end }) => !headerVariable.test(line.slice(start, end))),
    );
  return ({ before, after, format, places }, colour) => {
    const shown = [before, after].map((text) => maskConfig(text, format, places));
    const [old = '', now = ''] = isOnOneLine(before, format) ? shown.map(breakLines) : shown;
    const lines = diffLines(old, now);
    const safe = lines.map((line) => printable(hide(line).replaceAll('\t', '  ')));
    // Secrets are masked before lines are truncated, because the detectors would not recognize half a secret.
    return shortenLines(safe).map((line) => {
      if (line.startsWith('- ')) return `  ${colour.danger(line)}`;
      return line.startsWith('+ ') ? `  ${colour.accent(line)}` : `  ${colour.dim(line)}`;
    });
  };
}

/** True if a file has no line breaks, as some clients write it; the diff would consist of one very long line. */
export const isOnOneLine = (text: string, { name }: Pick<Format, 'name'>): boolean =>
  name === 'json' && !text.trim().includes('\n');

const breakLines = (json: string): string =>
  applyEdits(json, formatJson(json, undefined, { tabSize: 2, insertSpaces: true }));

/** The name of the variable for a header is not masked; only its value is a secret. */
const headerVariable = /^CLAWDEFENDER_HEADER_\d+$/;
