// Commands in unusual forms of arguments: a list of lists of words, a list under an unknown name, an object where a
// text is expected. Only tools that run commands are examined, because other tools use such forms for other data.

import { CONTENT_KEY, MENTION_KEY, PROSE_KEY } from '../argument-keys.js';
import { isRecord } from '../is-record.js';
import { isListOfText, VECTOR_KEYS, type VectorOptions } from './argument-vector.js';
import { baseName } from './invocation.js';
import { isKnownProgram } from './program-profiles.js';

const NONE: readonly string[] = [];
const NO_LISTS: readonly (readonly string[])[] = [];
const MOST = 16;
const MAX_DEPTH = 4;

/** The lists of words in `{ argv: [["curl", "x.com"]] }` and `{ payload: ["curl", "x.com"] }`. */
export function unusualVectors(
  items: readonly unknown[],
  kind: number,
  { isShell, commandKinds }: VectorOptions,
): readonly (readonly string[])[] {
  if (!isShell || items.length === 0) return NO_LISTS;
  if ((kind & VECTOR_KEYS) !== 0 && items.every(isWords))
    return items.slice(0, MOST).map((list) => list.map(String));
  const isNamed = (kind & (commandKinds | VECTOR_KEYS | CONTENT_KEY | PROSE_KEY | MENTION_KEY)) !== 0;
  if (isNamed || items.length < 2 || !isListOfText(items)) return NO_LISTS;
  return isKnownProgram(baseName(String(items[0]))) ? [items.map(String)] : NO_LISTS;
}

const isWords = (item: unknown): item is (string | number | boolean)[] =>
  Array.isArray(item) && isListOfText(item);

/** The texts of objects under the name of a command: `{ command: { value: "curl x.com" } }`. */
export function commandTexts(
  object: Readonly<Record<string, unknown>>,
  { isShell, commandKinds, kindOf }: VectorOptions,
): readonly string[] {
  if (!isShell) return NONE;
  const found: string[] = [];
  for (const key of Object.keys(object)) {
    const value = object[key];
    if (typeof value !== 'object' || value === null || (kindOf(key) & commandKinds) === 0) continue;
    for (const one of Array.isArray(value) ? value.slice(0, MOST) : [value]) {
      if (!isRecord(one)) continue;
      const texts = textsIn(one, kindOf, 0);
      found.push(...texts);
      if (texts.length > 1) found.push(texts.join(' '));
    }
  }
  return found.slice(0, MOST);
}

function textsIn(value: unknown, kindOf: VectorOptions['kindOf'], depth: number): string[] {
  if (typeof value === 'string') return [value];
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.slice(0, MOST).flatMap((item) => textsIn(item, kindOf, depth + 1));
  if (!isRecord(value)) return [];
  return Object.keys(value)
    .filter((key) => (kindOf(key) & PROSE_KEY) === 0)
    .slice(0, MOST)
    .flatMap((key) => textsIn(value[key], kindOf, depth + 1));
}
