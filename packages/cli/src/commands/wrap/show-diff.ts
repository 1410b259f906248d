// The lines that change, without the secrets that stand in or beside them.

import type { Colour } from '../../colour.js';
import { printable } from '../../printable.js';
import { diffLines, shortenLines } from '../../wrap/diff.js';
import type { Format } from '../../wrap/format.js';
import type { EntryPlace } from '../../wrap/veil.js';

/** What became of a text, and where its entries stand. */
export interface Change {
  readonly before: string;
  readonly after: string;
  readonly format: Format;
  readonly places: readonly EntryPlace[];
}

/** A diff as text; loaded with the detectors, because a terminal may be shared or recorded. */
export async function createDiff(): Promise<(change: Change, colour: Colour) => string[]> {
  const { createEngine, redact } = await import('@claw/detectors');
  const { veil } = await import('../../wrap/veil.js');
  const engine = createEngine({ kinds: ['secrets'] });
  const hide = (line: string) =>
    redact(
      line,
      engine.detect(line).filter(({ start, end }) => !headerVariable.test(line.slice(start, end))),
    );
  return ({ before, after, format, places }, colour) => {
    const lines = diffLines(veil(before, format, places), veil(after, format, places));
    const safe = lines.map((line) => printable(hide(line).replaceAll('\t', '  ')));
    // Secrets are hidden before anything is cut: half a secret is not recognised.
    return shortenLines(safe).map((line) => {
      if (line.startsWith('- ')) return `  ${colour.danger(line)}`;
      return line.startsWith('+ ') ? `  ${colour.accent(line)}` : `  ${colour.dim(line)}`;
    });
  };
}

/** What a header was moved to is no secret; only what it holds. */
const headerVariable = /^CLAWDEFENDER_HEADER_\d+$/;
