// What a server has changed in a definition, word for word: the accepted text with `-`, the one that is offered now with `+`.
// Everything in it came from a stranger: what nobody sees is written out.

import { showText } from '@claw/detectors';
import { diffLines, shortenLines } from '../../wrap/diff.js';

/** More than a screen is for `--json`. */
const mostLines = 60;

/** Lines to print for two definitions, of which one may be missing: each place that differs, then its old and its new text. */
export function diffDefinitions(before: unknown, after: unknown): string[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const places = [...new Set([...old.keys(), ...now.keys()])];
  const lines = places.flatMap((place) => {
    const [was, is] = [old.get(place), now.get(place)];
    if (was === is) return [];
    return [showText(place), ...shortenLines(changed(was, is))];
  });
  const more = lines.length - mostLines;
  return more > 0 ? [...lines.slice(0, mostLines), `… and ${more} more lines; \`--json\` has all`] : lines;
}

function changed(was: string | undefined, is: string | undefined): string[] {
  if (was !== undefined && is !== undefined) return diffLines(was, is);
  const [sign, text] = is === undefined ? ['-', was] : ['+', is];
  return (text ?? '').split('\n').map((line) => `${sign} ${line}`);
}

/** `description`, `inputSchema.properties.path.type`: each place that holds no further ones, and its text. */
function leavesOf(definition: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, place: string): void => {
    if (typeof value === 'object' && value !== null && hasParts(value))
      for (const [name, part] of Object.entries(value)) walk(part, place === '' ? name : `${place}.${name}`);
    else
      leaves.set(
        place,
        typeof value === 'string' ? visibleLines(value) : visibleLines(JSON.stringify(value)),
      );
  };
  if (definition !== undefined) walk(definition, '');
  return leaves;
}

/** A list of plain values reads better in one line, and one without anything in it is a value itself. */
function hasParts(value: object): boolean {
  const parts = Object.values(value);
  if (parts.length === 0) return false;
  return !Array.isArray(value) || parts.some((part) => typeof part === 'object' && part !== null);
}

/** Line ends stay; other characters that look like a space or like nothing do not pass for one. */
const visibleLines = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      showText(line.replaceAll('\t', '⟨U+0009⟩').replaceAll('\r', '⟨U+000D⟩'), Number.POSITIVE_INFINITY),
    )
    .join('\n');
