// Detects changes of the values that a schema accepts: types, enumerated values and bounds.

import { toPrintable } from '../../text/printable.js';
import { type JsonObject, member } from '../schema/schema-shape.js';
import { compareText } from './compare-text.js';
import { addChange, type ChangeList } from './tool-change.js';

const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
/** The keywords for bounds. */
export const boundKeywords: readonly string[] = [...UPPER, ...LOWER];

/** Returns the types that a schema accepts, or undefined if it accepts all types. Every integer is a number. */
function typesOf(schema: JsonObject): ReadonlySet<string> | undefined {
  const type = member(schema, 'type');
  if (type === undefined) return undefined;
  const types = [type].flat().map(String);
  return new Set(types.includes('number') ? [...types, 'integer'] : types);
}

export function compareTypes(list: ChangeList, where: string, old: JsonObject, now: JsonObject): void {
  compareSets(list, where, 'type', typesOf(old), typesOf(now));
}

export function compareEnums(list: ChangeList, where: string, old: JsonObject, now: JsonObject): void {
  const values = (schema: JsonObject) => {
    const list = member(schema, 'enum');
    return Array.isArray(list) ? new Set(list.map((value) => JSON.stringify(value))) : undefined;
  };
  compareSets(list, where, 'enum', values(old), values(now));
  const texts = member(now, 'enum');
  const known = values(old);
  if (Array.isArray(texts))
    for (const value of texts)
      if (typeof value === 'string' && known?.has(JSON.stringify(value)) !== true)
        compareText(list, `${where}.enum`, undefined, value);
}

type Allowed = ReadonlySet<string> | undefined;

function compareSets(list: ChangeList, where: string, keyword: string, old: Allowed, now: Allowed): void {
  const more = isWithin(old, now);
  const less = isWithin(now, old);
  if (more && less) return;
  const words = `${keyword} was ${wordsOf(old)}, is now ${wordsOf(now)}`;
  addChange(list, more ? 'widened' : less ? 'narrowed' : 'schema', `${where}.${keyword}`, words);
}

function isWithin(inner: Allowed, outer: Allowed): boolean {
  if (outer === undefined) return true;
  return inner !== undefined && [...inner].every((one) => outer.has(one));
}

const wordsOf = (set: Allowed): string =>
  set === undefined ? 'anything' : toPrintable([...set].slice(0, 20).join(', '), 100);

export function compareBounds(list: ChangeList, where: string, old: JsonObject, now: JsonObject): void {
  for (const keyword of boundKeywords) {
    const [before, after] = [member(old, keyword), member(now, keyword)];
    if (before === after) continue;
    const sign = UPPER.includes(keyword) ? 1 : -1;
    const size = (bound: unknown) => (typeof bound === 'number' ? sign * bound : Number.POSITIVE_INFINITY);
    const kind = size(after) > size(before) ? 'widened' : 'narrowed';
    addChange(
      list,
      kind,
      `${where}.${keyword}`,
      `${keyword} was ${boundWord(before)}, is now ${boundWord(after)}`,
    );
  }
}

const boundWord = (bound: unknown): string => (typeof bound === 'number' ? String(bound) : 'open');
