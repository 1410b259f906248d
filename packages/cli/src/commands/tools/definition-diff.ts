// Computes the differences between two tool definitions: `-` for the accepted text, `+` for the current text. All text
// is untrusted, so invisible characters are escaped.

import { toPrintable } from '@claw/detectors';
import { diffLines, shortenLines } from '../../terminal/diff.js';

/** The maximum number of lines; a longer diff is complete only with `--json`. */
const maximumLines = 60;

/**
 * Returns the lines of a diff: each field that differs, with its old and new text. One of the definitions may be
 * missing.
 */
export function diffDefinitions(before: unknown, after: unknown): string[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  const lines = fields.flatMap((field) => {
    const [was, is] = [old.get(field), now.get(field)];
    if (was === is) return [];
    return [toPrintable(field), ...shortenLines(changed(was, is))];
  });
  const more = lines.length - maximumLines;
  return more > 0
    ? [...lines.slice(0, maximumLines), `… ${more} more lines; use \`--json\` to see all`]
    : lines;
}

function changed(was: string | undefined, is: string | undefined): string[] {
  if (was !== undefined && is !== undefined) return diffLines(was, is);
  const [sign, text] = is === undefined ? ['-', was] : ['+', is];
  return (text ?? '').split('\n').map((line) => `${sign} ${line}`);
}

/** Returns the leaf fields of a definition, such as `inputSchema.properties.path.type`, with their text. */
function leavesOf(definition: unknown): Map<string, string> {
  const leaves = new Map<string, string>();
  const walk = (value: unknown, field: string): void => {
    if (typeof value === 'object' && value !== null && hasParts(value))
      for (const [name, part] of Object.entries(value)) walk(part, field === '' ? name : `${field}.${name}`);
    else
      leaves.set(
        field,
        typeof value === 'string' ? visibleLines(value) : visibleLines(JSON.stringify(value)),
      );
  };
  if (definition !== undefined) walk(definition, '');
  return leaves;
}

/**
 * True for an object whose members are shown one by one. A list of plain values is shown on one line; an empty list or
 * object is a value itself.
 */
function hasParts(value: object): boolean {
  const parts = Object.values(value);
  if (parts.length === 0) return false;
  return !Array.isArray(value) || parts.some((part) => typeof part === 'object' && part !== null);
}

/** Escapes all invisible characters except line breaks. */
const visibleLines = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      toPrintable(line.replaceAll('\t', '⟨U+0009⟩').replaceAll('\r', '⟨U+000D⟩'), Number.POSITIVE_INFINITY),
    )
    .join('\n');
