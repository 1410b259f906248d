// Where schemas stand inside a schema. Everything else in one is a value: a property may well be called `items`.

/** What stands under a keyword. */
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

/** What stands under this keyword of a schema. */
export const positionOf = (keyword: string): Position => positions.get(keyword) ?? 'value';

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member that the object has itself; never one that it inherits. */
export function member(object: unknown, key: string): unknown {
  return isObject(object) && Object.hasOwn(object, key) ? object[key] : undefined;
}
