// Detects changes of a value that is not a schema: metadata, icons, defaults, examples. Models read the texts in
// these values as well.

import { toPrintable } from '../../text/printable.js';
import { findStrings } from '../../text/strings.js';
import { canonicalText } from '../canonical-json.js';
import { formatPath } from '../inspect.js';
import { compareText } from './compare-text.js';
import { addChange, type ChangeKind, type ChangeList } from './tool-change.js';

/** Adds one change for the whole value, and one for each suspicious new text in it. */
export function compareValues(
  list: ChangeList,
  where: string,
  old: unknown,
  now: unknown,
  kind: ChangeKind = 'other',
): void {
  const [before, after] = [wordOf(old), wordOf(now)];
  if (before === after) return;
  addChange(list, kind, where, `was ${toPrintable(before, 80)}, is now ${toPrintable(after, 80)}`);
  compareNewTexts(list, where, now, old);
}

/** Finds instructions, URLs and invisible characters in those texts of a value that the old value did not contain. */
export function compareNewTexts(list: ChangeList, where: string, now: unknown, old?: unknown): void {
  const known = new Set([...findStrings(old)].map(({ text }) => text));
  for (const { path, text } of findStrings(now))
    if (!known.has(text))
      compareText(list, path.length === 0 ? where : `${where}.${formatPath(path)}`, undefined, text);
}

const wordOf = (value: unknown): string =>
  value === undefined ? 'missing' : (canonicalText(value) ?? 'nested too deeply to show');
