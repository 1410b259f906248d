// Lists the keywords whose values are schemas. All other members are plain values: a property may have the name
// `items`.

/** What the value of a keyword is. */
export type Position = 'schema' | 'schemas' | 'named-schemas' | 'set' | 'value';

const KEYWORDS: Readonly<Record<Exclude<Position, 'value'>, string>> = {
  schema:
    'items additionalItems additionalProperties unevaluatedItems unevaluatedProperties contains propertyNames not if then else contentSchema',
  schemas: 'anyOf oneOf allOf prefixItems',
  'named-schemas': 'properties patternProperties $defs definitions dependentSchemas',
  set: 'required type',
};

const positions = new Map<string, Position>(
  (Object.entries(KEYWORDS) as [Position, string][]).flatMap(([position, words]) =>
    words.split(' ').map((word) => [word, position] as const),
  ),
);

/** Returns what the value of this keyword is. */
export const positionOf = (keyword: string): Position => positions.get(keyword) ?? 'value';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Tests whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of an object; inherited members are ignored. */
export function member(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}
