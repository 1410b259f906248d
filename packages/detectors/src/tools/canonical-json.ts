// Creates the canonical JSON text of a value: sorted keys, no white space, and sorted lists where JSON Schema defines
// sets. Descriptions are not changed, because a model reads every character of them.

import { isObject, type Position, positionOf } from './schema/schema-shape.js';

/** The maximum depth of a value. Real definitions are not nested so deeply. */
const MAX_DEPTH = 256;

/** Returns the canonical text of a JSON value, or undefined if the value is nested too deeply. */
export function canonicalText(value: unknown, position: Position = 'value'): string | undefined {
  const out: string[] = [];
  return write(value, position, 0, out) ? out.join('') : undefined;
}

function write(value: unknown, position: Position, depth: number, out: string[]): boolean {
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return writeArray(value, position, depth, out);
  if (isObject(value)) return writeObject(value, position, depth, out);
  out.push(JSON.stringify(value) ?? 'null');
  return true;
}

function writeArray(values: readonly unknown[], position: Position, depth: number, out: string[]): boolean {
  const isSet = position === 'set' && values.every((one) => typeof one === 'string');
  const items = isSet ? [...values].sort() : values;
  // In drafts before 2019-09, `items` may be a list of schemas.
  const inner = position === 'schemas' || position === 'schema' ? 'schema' : 'value';
  out.push('[');
  for (const [index, item] of items.entries()) {
    if (index > 0) out.push(',');
    if (!write(item, inner, depth + 1, out)) return false;
  }
  out.push(']');
  return true;
}

function writeObject(
  object: Readonly<Record<string, unknown>>,
  position: Position,
  depth: number,
  out: string[],
): boolean {
  out.push('{');
  let first = true;
  for (const key of Object.keys(object).sort()) {
    if (object[key] === undefined) continue;
    if (!first) out.push(',');
    first = false;
    out.push(JSON.stringify(key), ':');
    const inner = position === 'schema' ? positionOf(key) : position === 'named-schemas' ? 'schema' : 'value';
    if (!write(object[key], inner, depth + 1, out)) return false;
  }
  out.push('}');
  return true;
}
