// Visits every string of a call together with its key, in nested objects, arrays, and JSON inside strings. To
// avoid allocations, the location of a value is computed only on request.

export interface Visitor {
  /** Receives a string, number or boolean. `key` is the nearest enclosing object key. */
  leaf(text: string, key: string, inArray: boolean): void;
  /** Receives the name of a member. A name can contain data as well. */
  key(name: string): void;
  /** Receives an object after all of its members. */
  object(value: Readonly<Record<string, unknown>>): void;
  array(value: readonly unknown[], key: string): void;
  /** Tests whether a string under this key is plain text, even if it looks like JSON. */
  isText(key: string): boolean;
}

const MAX_DEPTH = 256;
const MAX_JSON_DEPTH = 4;

/** Visits all values. Returns false if the value is nested too deeply. */
export function walkValue(
  value: unknown,
  visitor: Visitor,
  key = '',
  inArray = false,
  depth = 0,
  json = 0,
): boolean {
  if (typeof value === 'string') {
    visitor.leaf(value, key, inArray);
    const inner = visitor.isText(key) ? undefined : parseJsonText(value);
    // Some servers accept an object or an array as a JSON string, so the content of such strings is visited
    // as well.
    return (
      inner === undefined ||
      (json < MAX_JSON_DEPTH && walkValue(inner, visitor, key, inArray, depth + 1, json + 1))
    );
  }
  if (value === null || typeof value !== 'object') {
    if (value !== undefined && value !== null) visitor.leaf(String(value), key, inArray);
    return true;
  }
  if (depth > MAX_DEPTH) return false;
  let complete = true;
  if (Array.isArray(value)) {
    visitor.array(value, key);
    for (let index = 0; index < value.length; index += 1)
      if (!walkValue(value[index], visitor, key, true, depth + 1, json)) complete = false;
    return complete;
  }
  const object = value as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(object)) {
    visitor.key(name);
    if (!walkValue(object[name], visitor, name, false, depth + 1, json)) complete = false;
  }
  visitor.object(object);
  return complete;
}

function jsonStart(text: string): number {
  let at = 0;
  let code = text.charCodeAt(0);
  while (code === 32 || (code >= 9 && code <= 13) || code === 0xfeff) code = text.charCodeAt(++at);
  return code === 123 || code === 91 || code === 34 ? at : -1;
}

export function startsLikeJson(text: string): boolean {
  return jsonStart(text) !== -1;
}

/** Returns the object, array or string that a JSON string contains, if any. */
export function parseJsonText(text: string): unknown {
  const at = jsonStart(text);
  if (at === -1) return undefined;
  try {
    const value: unknown = JSON.parse(at === 0 ? text : text.slice(at));
    return value === null ? undefined : value;
  } catch {
    return undefined;
  }
}

/** Returns the location of a text: `arguments.options.paths[2]`. */
export function findLocation(
  value: unknown,
  text: string,
  location = 'arguments',
  depth = 0,
): string | undefined {
  if (value === text) return location;
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === 'string') {
    const inner = parseJsonText(value);
    return inner === undefined || depth > 64
      ? undefined
      : findLocation(inner, text, `${location}(json)`, depth + 1);
  }
  if (value === null || typeof value !== 'object') return String(value) === text ? location : undefined;
  for (const [name, item] of Object.entries(value)) {
    if (name === text && !Array.isArray(value)) return `${location} (a key)`;
    const found = findLocation(
      item,
      text,
      Array.isArray(value) ? `${location}[${name}]` : `${location}.${name}`,
      depth + 1,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
