// Whether a schema asks for nothing but names and types, as most do: then it takes one text like any other. A list of what is
// known to be so, and not of what is not: the next draft may have another way to look into a text.

/** What is said about a value, and how it is built. */
const KNOWN = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'type',
  'nullable',
  'properties',
  'required',
  'additionalProperties',
  'items',
]);
/** A schema that is nested deeper is looked at by those who check it. */
const DEEPEST = 16;

/** Whether arguments that fit a schema still fit it with other text in the place of a text; also where there is none. */
export function readsOnlyTypes(schema: unknown, depth = 0): boolean {
  if (schema === undefined || typeof schema === 'boolean') return true;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > DEEPEST) return false;
  const { properties = {}, items, additionalProperties } = schema as Readonly<Record<string, unknown>>;
  if (typeof properties !== 'object' || properties === null) return false;
  return (
    Object.keys(schema).every((key) => KNOWN.has(key)) &&
    [...Object.values(properties), items, additionalProperties].every((one) => readsOnlyTypes(one, depth + 1))
  );
}
