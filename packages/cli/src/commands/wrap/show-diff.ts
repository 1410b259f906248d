// The lines that change, without the secrets that stand in or beside them.

import type { Colour } from '../../colour.js';
import { printable } from '../../printable.js';
import { diffLines } from '../../wrap/diff.js';

/** A diff as text; loaded with the detectors, because a terminal may be shared or recorded. */
export async function createDiff(): Promise<(before: string, after: string, colour: Colour) => string[]> {
  const { createEngine, redact } = await import('@claw/detectors');
  const engine = createEngine({ kinds: ['secrets'] });
  return (before, after, colour) =>
    diffLines(before, after).map((line) => {
      const shown = printable(redact(line, engine.detect(line)).replaceAll('\t', '  '));
      if (line.startsWith('@@')) return `  ${colour.dim(shown)}`;
      return line.startsWith('  ') ? `  ${colour.dim(shown)}` : `  ${shown}`;
    });
}
