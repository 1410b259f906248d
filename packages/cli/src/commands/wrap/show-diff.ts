// The lines that change, without the secrets that stand in or beside them.

import type { Colour } from '../../colour.js';
import { printable } from '../../printable.js';
import { diffLines, shortenLines } from '../../wrap/diff.js';

/** A diff as text; loaded with the detectors, because a terminal may be shared or recorded. */
export async function createDiff(): Promise<(before: string, after: string, colour: Colour) => string[]> {
  const { createEngine, redact, redaction } = await import('@claw/detectors');
  const engine = createEngine({ kinds: ['secrets'] });
  const hide = (line: string) =>
    redact(
      line,
      engine.detect(line).filter(({ start, end }) => !headerVariable.test(line.slice(start, end))),
    );
  return (before, after, colour) => {
    const lines = diffLines(before, after);
    const values = lines.flatMap(headerValues);
    const safe = lines.map((line) =>
      printable(
        values.reduce((text, value) => text.replaceAll(value, redaction), hide(line)).replaceAll('\t', '  '),
      ),
    );
    // Secrets are hidden before anything is cut: half a secret is not recognised.
    return shortenLines(safe).map((line) => {
      if (line.startsWith('- ')) return `  ${colour.danger(line)}`;
      return line.startsWith('+ ') ? `  ${colour.accent(line)}` : `  ${colour.dim(line)}`;
    });
  };
}

/** What a header was moved to is no secret; only what it holds. */
const headerVariable = /^CLAWDEFENDER_HEADER_\d+$/;

/** A header, as a variable of its entry, in any of the three notations. */
const headerValue =
  /CLAWDEFENDER_HEADER_\d+["']?\s*[:=]\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^"'\s#][^#\n]*))/g;

/** What headers hold is for their server only, whatever it looks like. References are resolved by the client. */
const headerValues = (line: string): string[] =>
  [...line.matchAll(headerValue)]
    .map(([, double, single, plain]) =>
      (double ?? single ?? plain ?? '').trim().replace(/^(?:bearer|basic)\s+/i, ''),
    )
    .filter((value) => value.length > 3 && !/^\$\{[^}]*\}$|^\{env:\w+\}$/.test(value));
