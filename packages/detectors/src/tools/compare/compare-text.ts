// Detects changes of a text that a model reads: an instruction, a URL, invisible characters, or other words.

import { findNetworkAddresses } from '../../egress/index.js';
import { compareSeverity } from '../../engine/match/findings.js';
import { isUnprintable, toPrintable } from '../../text/printable.js';
import { addChange, type ChangeList } from './tool-change.js';

/** Compares two texts at one location. If there is no old text, the whole new text counts as new. */
export function compareText(list: ChangeList, where: string, old: string | undefined, now: string): void {
  if (old === now) return;
  const before = list.changes.length;
  addInstructions(list, where, old ?? '', now);
  addUrls(list, where, old ?? '', now);
  addInvisible(list, where, old ?? '', now);
  if (list.changes.length > before || old === undefined) return;
  if (lettersAndDigits(old) === lettersAndDigits(now))
    addChange(list, 'cosmetic', where, 'only spaces, case or punctuation changed');
  else addChange(list, 'text', where, difference(old, now));
}

function addInstructions(list: ChangeList, where: string, old: string, now: string): void {
  const detect = (text: string) =>
    list.engine.detect(text, { as: 'description' }).filter(({ kind }) => kind === 'injection');
  const found = detect(now);
  if (found.length === 0) return;
  const known = new Set(detect(old).map(({ start, end }) => old.slice(start, end)));
  const [fresh] = found.filter(({ start, end }) => !known.has(now.slice(start, end))).sort(compareSeverity);
  if (fresh === undefined) return;
  const words = toPrintable(now.slice(fresh.start, fresh.end), 160);
  addChange(list, 'instruction', where, `now reads like an instruction to the model: “${words}”`);
}

function addUrls(list: ChangeList, where: string, old: string, now: string): void {
  const places = (text: string) =>
    findNetworkAddresses(text)
      .filter(({ form }) => form === 'url')
      .map(({ start, end }) => text.slice(start, end));
  const known = new Set(places(old));
  const fresh = places(now).find((place) => !known.has(place));
  if (fresh !== undefined) addChange(list, 'url', where, `names a new address: ${toPrintable(fresh, 120)}`);
}

function addInvisible(list: ChangeList, where: string, old: string, now: string): void {
  const fresh = countInvisible(now) - countInvisible(old);
  if (fresh > 0)
    addChange(list, 'invisible', where, `${fresh} invisible characters were added: “${around(now)}”`);
}

const LINE_BREAKS = new Set([9, 10, 13]);

function countInvisible(text: string): number {
  let count = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isUnprintable(code) && !LINE_BREAKS.has(code)) count += 1;
  }
  return count;
}

/** Returns an excerpt that starts shortly before the first invisible character. */
function around(text: string): string {
  let at = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (isUnprintable(code) && !LINE_BREAKS.has(code)) break;
    at += character.length;
  }
  return toPrintable(text.slice(Math.max(0, at - 20), at + 60), 60);
}

const lettersAndDigits = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns an excerpt of both texts, which starts shortly before their first difference. */
function difference(old: string, now: string): string {
  let at = 0;
  while (at < old.length && old[at] === now[at]) at += 1;
  const from = Math.max(0, at - 30);
  const cut = (text: string) => `“${from > 0 ? '…' : ''}${toPrintable(text.slice(from), 100)}”`;
  return `was ${cut(old)}, is now ${cut(now)}`;
}
