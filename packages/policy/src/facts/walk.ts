// Every string of a call with the place where it stands: nested objects, arrays, and JSON inside strings.

/** A string, number or boolean of the call. */
export interface Leaf {
  readonly text: string;
  /** The nearest object key above it. */
  readonly key: string;
  readonly parent: Step | undefined;
  /** It stands in an array, so it may be one of several words of a command. */
  readonly isKey: boolean;
}

export interface Step {
  readonly name: string | number;
  readonly parent: Step | undefined;
}

export interface Visitor {
  leaf(leaf: Leaf): void;
  object?(value: Readonly<Record<string, unknown>>, parent: Step | undefined): void;
  array?(value: readonly unknown[], key: string, parent: Step | undefined): void;
}

const MAX_DEPTH = 256;
const MAX_JSON_DEPTH = 4;

/** Visits every leaf. False when the value is nested too deeply to be looked at. */
export function walkValue(
  value: unknown,
  visitor: Visitor,
  key = '',
  parent?: Step,
  depth = 0,
  json = 0,
): boolean {
  if (typeof value === 'string') {
    visitor.leaf({ text: value, key, parent, isKey: false });
    return walkJson(value, visitor, key, parent, depth, json);
  }
  if (value === null || typeof value !== 'object') {
    if (value !== undefined && value !== null)
      visitor.leaf({ text: String(value), key, parent, isKey: false });
    return true;
  }
  if (depth > MAX_DEPTH) return false;
  let complete = true;
  if (Array.isArray(value)) {
    visitor.array?.(value, key, parent);
    for (let index = 0; index < value.length; index += 1)
      complete = walkValue(value[index], visitor, key, { name: index, parent }, depth + 1, json) && complete;
    return complete;
  }
  const object = value as Readonly<Record<string, unknown>>;
  visitor.object?.(object, parent);
  for (const name of Object.keys(object)) {
    const step = { name, parent };
    visitor.leaf({ text: name, key: '', parent: step, isKey: true });
    complete = walkValue(object[name], visitor, name, step, depth + 1, json) && complete;
  }
  return complete;
}

// Some servers take an object or an array as a string of JSON; what is hidden there counts like everything else.
function walkJson(
  text: string,
  visitor: Visitor,
  key: string,
  parent: Step | undefined,
  depth: number,
  json: number,
): boolean {
  const value = parseJsonText(text);
  if (value === undefined) return true;
  return (
    json < MAX_JSON_DEPTH && walkValue(value, visitor, key, { name: '(json)', parent }, depth + 1, json + 1)
  );
}

/** The object, array or string that a string spells in JSON, if it does. */
export function parseJsonText(text: string): unknown {
  let at = 0;
  let code = text.charCodeAt(0);
  while (code === 32 || (code >= 9 && code <= 13) || code === 0xfeff) code = text.charCodeAt(++at);
  if (code !== 123 && code !== 91 && code !== 34) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(at));
    return value === null ? undefined : value;
  } catch {
    return undefined;
  }
}

/** `arguments.options.paths[2]` */
export function placeName(parent: Step | undefined, root: string): string {
  const names: string[] = [];
  for (let step = parent; step !== undefined; step = step.parent)
    names.unshift(typeof step.name === 'number' ? `[${step.name}]` : `.${step.name}`);
  return root + names.join('');
}
