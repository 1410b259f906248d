// Detects changes of a schema: parameters, required members and nested schemas. A wider schema accepts more values.

import { toPrintable } from '../../text/printable.js';
import { isObject, type JsonObject, member, positionOf } from '../schema/schema-shape.js';
import { boundKeywords, compareBounds, compareEnums, compareTypes } from './compare-accepted.js';
import { compareText } from './compare-text.js';
import { compareNewTexts, compareValues } from './compare-value.js';
import { addChange, type ChangeList } from './tool-change.js';

const NOTHING: JsonObject = {};

/** Compares two schemas at one location. */
export function compareSchemas(list: ChangeList, where: string, old: unknown, now: unknown): void {
  if (!isObject(old) || !isObject(now)) {
    if (JSON.stringify(old) !== JSON.stringify(now)) compareBoolean(list, where, old, now);
    return;
  }
  compareProperties(list, where, old, now);
  compareTypes(list, where, old, now);
  compareEnums(list, where, old, now);
  compareBounds(list, where, old, now);
  for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)]))
    if (!HANDLED.has(keyword))
      compareKeyword(list, where, keyword, member(old, keyword), member(now, keyword));
}

/** If the schema is missing or `true`, it accepts every value; `false` accepts no value. */
function compareBoolean(list: ChangeList, where: string, old: unknown, now: unknown): void {
  const wider = now === undefined || now === true || old === false;
  addChange(
    list,
    wider ? 'widened' : 'narrowed',
    where,
    wider ? 'accepts more than before' : 'accepts less than before',
  );
  compareNewTexts(list, where, now);
}

const HANDLED = new Set([...boundKeywords, 'properties', 'required', 'type', 'enum']);

function compareKeyword(list: ChangeList, where: string, keyword: string, old: unknown, now: unknown): void {
  const place = `${where}.${toPrintable(keyword, 60)}`;
  const position = positionOf(keyword);
  if (position === 'schema') compareSchemas(list, place, old, now);
  else if (position === 'schemas' && Array.isArray(old) && Array.isArray(now) && old.length === now.length)
    for (const [index, one] of now.entries()) compareSchemas(list, `${place}.${index}`, old[index], one);
  else if (position === 'named-schemas' && isObject(old) && isObject(now))
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)]))
      compareSchemas(list, `${place}.${toPrintable(key, 60)}`, member(old, key), member(now, key));
  else if (typeof old === 'string' && typeof now === 'string') compareText(list, place, old, now);
  else compareValues(list, place, old, now, 'schema');
}

function compareProperties(list: ChangeList, where: string, old: JsonObject, now: JsonObject): void {
  const before = member(old, 'properties');
  const after = member(now, 'properties');
  const [oldProperties, newProperties] = [
    isObject(before) ? before : NOTHING,
    isObject(after) ? after : NOTHING,
  ];
  const [wasRequired, isRequired] = [requiredOf(old), requiredOf(now)];
  for (const name of Object.keys(newProperties)) {
    const place = `${where}.properties.${toPrintable(name, 60)}`;
    if (Object.hasOwn(oldProperties, name))
      compareSchemas(list, place, oldProperties[name], newProperties[name]);
    else {
      const kind = isRequired.has(name) ? 'required parameter' : 'parameter';
      addChange(list, 'parameter-added', place, `new ${kind} ${quoted(name)}${ofType(newProperties[name])}`);
      compareText(list, `${place} (key)`, undefined, name);
      compareNewTexts(list, place, newProperties[name]);
    }
  }
  for (const name of Object.keys(oldProperties))
    if (!Object.hasOwn(newProperties, name))
      addChange(list, 'parameter-removed', `${where}.properties`, `parameter ${quoted(name)} was removed`);
  for (const name of isRequired)
    if (!wasRequired.has(name) && (Object.hasOwn(oldProperties, name) || !Object.hasOwn(newProperties, name)))
      addChange(list, 'required-added', `${where}.required`, `${quoted(name)} is now required`);
  for (const name of wasRequired)
    if (!isRequired.has(name) && Object.hasOwn(newProperties, name))
      addChange(list, 'required-removed', `${where}.required`, `${quoted(name)} is no longer required`);
}

function requiredOf(schema: JsonObject): ReadonlySet<string> {
  const required = member(schema, 'required');
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
}

function ofType(schema: unknown): string {
  const type = member(schema, 'type');
  return typeof type === 'string' ? ` (${toPrintable(type, 20)})` : '';
}

const quoted = (name: string): string => `\`${toPrintable(name, 60)}\``;
