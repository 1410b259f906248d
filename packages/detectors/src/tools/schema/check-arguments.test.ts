import { describe, expect, test } from 'vitest';
import { checkArguments } from './check-arguments.js';

const draft7 = 'http://json-schema.org/draft-07/schema#';
const long = 'x'.repeat(1000);

/** Schemas with valid and invalid values. */
const cases: { name: string; schema: unknown; fits: unknown[]; breaks: unknown[] }[] = [
  { name: 'a missing schema', schema: undefined, fits: [{}, 1], breaks: [] },
  {
    name: 'boolean schemas',
    schema: { properties: { a: true, b: false } },
    fits: [{ a: 1 }],
    breaks: [{ b: 1 }],
  },
  {
    name: 'missing arguments count as an empty object',
    schema: { type: 'object' },
    fits: [undefined, {}],
    breaks: [null, [], 'x'],
  },
  { name: 'string', schema: { type: 'string' }, fits: [''], breaks: [1, null, [], {}, true] },
  { name: 'integer', schema: { type: 'integer' }, fits: [1, 1.0, -3], breaks: [1.5, '1'] },
  { name: 'several types', schema: { type: ['string', 'null'] }, fits: ['x', null], breaks: [1] },
  { name: 'an unknown type', schema: { type: 'date' }, fits: [1, 'x'], breaks: [] },
  { name: 'nullable', schema: { type: 'string', nullable: true }, fits: [null], breaks: [1] },
  { name: 'required', schema: { required: ['path'] }, fits: [{ path: 1 }, 'x'], breaks: [{}] },
  { name: 'required is not inherited', schema: { required: ['toString'] }, fits: [], breaks: [{}] },
  {
    name: 'required as a boolean in an old draft',
    schema: { properties: { a: { required: true } } },
    fits: [{}],
    breaks: [],
  },
  {
    name: 'properties',
    schema: { properties: { n: { type: 'number' } } },
    fits: [{ n: 1 }, { m: 'x' }],
    breaks: [{ n: 'x' }],
  },
  {
    name: 'additionalProperties: false',
    schema: { properties: { n: {} }, additionalProperties: false },
    fits: [{ n: 1 }, {}],
    breaks: [{ m: 1 }, JSON.parse('{"__proto__":1}'), { constructor: 1 }],
  },
  {
    name: 'additionalProperties with a schema',
    schema: { additionalProperties: { type: 'string' } },
    fits: [{ a: 'x' }],
    breaks: [{ a: 1 }],
  },
  {
    name: 'patternProperties are not evaluated',
    schema: { patternProperties: { '^x': { type: 'string' } }, additionalProperties: false },
    fits: [{ x: 'a' }, { y: 1 }],
    breaks: [],
  },
  {
    name: 'enum',
    schema: { enum: ['a', 1, { b: [1], c: 2 }] },
    fits: ['a', 1, { c: 2, b: [1] }],
    breaks: ['b', '1', { b: [2], c: 2 }, { b: [1] }],
  },
  { name: 'const', schema: { const: null }, fits: [null], breaks: [0, ''] },
  { name: 'items', schema: { items: { type: 'string' } }, fits: [[], ['a']], breaks: [['a', 1]] },
  {
    name: 'prefixItems',
    schema: { prefixItems: [{ type: 'string' }], items: false },
    fits: [['a'], []],
    breaks: [[1], ['a', 1]],
  },
  {
    name: 'items as a list',
    schema: { items: [{ type: 'string' }], additionalItems: { type: 'number' } },
    fits: [['a', 1]],
    breaks: [['a', 'b'], [1]],
  },
  {
    name: 'minItems, maxItems and uniqueItems',
    schema: { minItems: 1, maxItems: 2, uniqueItems: true },
    fits: [[1], [1, 2]],
    breaks: [[], [1, 2, 3], [1, 1]],
  },
  { name: 'bounds', schema: { minimum: 1, maximum: 5 }, fits: [1, 5], breaks: [0, 6] },
  {
    name: 'exclusive bounds',
    schema: { exclusiveMinimum: 1, exclusiveMaximum: 5 },
    fits: [2],
    breaks: [1, 5],
  },
  {
    name: 'exclusive bounds of draft 4',
    schema: { minimum: 1, exclusiveMinimum: true },
    fits: [1],
    breaks: [0],
  },
  { name: 'multiples', schema: { multipleOf: 5 }, fits: [10], breaks: [11] },
  { name: 'multiples of a fraction', schema: { multipleOf: 0.1 }, fits: [0.3, 0.7], breaks: [] },
  {
    name: 'lengths count characters',
    schema: { minLength: 2, maxLength: 3 },
    fits: ['ab', '👍👍👍'],
    breaks: ['a', '👍', 'abcd'],
  },
  {
    name: 'minProperties and maxProperties',
    schema: { minProperties: 1, maxProperties: 1 },
    fits: [{ a: 1 }],
    breaks: [{}, { a: 1, b: 2 }],
  },
  {
    name: 'propertyNames',
    schema: { propertyNames: { maxLength: 2 } },
    fits: [{ ab: 1 }],
    breaks: [{ abc: 1 }],
  },
  { name: 'allOf', schema: { allOf: [{ minimum: 1 }, { maximum: 2 }] }, fits: [1], breaks: [0, 3] },
  { name: 'anyOf', schema: { anyOf: [{ type: 'string' }, { minimum: 5 }] }, fits: ['a', 6], breaks: [4] },
  { name: 'oneOf', schema: { oneOf: [{ minimum: 1 }, { minimum: 5 }] }, fits: [2], breaks: [0, 6] },
  { name: 'not', schema: { not: { type: 'string' } }, fits: [1], breaks: ['a'] },
  {
    name: 'not with an undecided schema',
    schema: { not: { type: 'string', pattern: '^a' } },
    fits: ['b', 'a', 1],
    breaks: [],
  },
  {
    name: 'oneOf with schemas that only patterns distinguish',
    schema: { oneOf: [{ pattern: '^a' }, { pattern: '^b' }] },
    fits: ['a', 'b'],
    breaks: [],
  },
  {
    name: 'if then else',
    schema: JSON.parse('{"if":{"type":"string"},"then":{"minLength":2},"else":{"minimum":2}}'),
    fits: ['ab', 2],
    breaks: ['a', 1],
  },
  {
    name: 'dependentRequired',
    schema: { dependentRequired: { a: ['b'] } },
    fits: [{}, { a: 1, b: 1 }],
    breaks: [{ a: 1 }],
  },
  {
    name: 'dependencies',
    schema: { dependencies: { a: ['b'], c: { required: ['d'] } } },
    fits: [{}],
    breaks: [{ a: 1 }, { c: 1 }],
  },
  {
    name: 'a reference',
    schema: { $defs: { 'a/b': { type: 'string' } }, properties: { x: { $ref: '#/$defs/a~1b' } } },
    fits: [{ x: 'a' }],
    breaks: [{ x: 1 }],
  },
  {
    name: 'a reference with other keywords',
    schema: { $defs: { s: {} }, properties: { x: { $ref: '#/$defs/s', type: 'string' } } },
    fits: [{ x: 'a' }],
    breaks: [{ x: 1 }],
  },
  {
    name: 'a reference with other keywords in draft 7',
    schema: {
      $schema: draft7,
      definitions: { s: {} },
      properties: { x: { $ref: '#/definitions/s', type: 'string' } },
    },
    fits: [{ x: 1 }],
    breaks: [],
  },
  {
    name: 'a recursive reference',
    schema: { type: 'object', properties: { left: { $ref: '#' } } },
    fits: [{ left: { left: {} } }],
    breaks: [{ left: { left: 1 } }],
  },
  {
    name: 'references that cannot be resolved',
    schema: { properties: { x: { $ref: '#/nowhere' }, y: { $ref: 'https://x.example/s' } } },
    fits: [{ x: 1, y: 1 }],
    breaks: [],
  },
  { name: 'unknown keywords', schema: { 'x-order': 1, format: 'email' }, fits: ['no mail'], breaks: [] },
];
for (const { name, schema, fits, breaks } of cases)
  describe(name, () => {
    for (const value of fits)
      test(`accepts ${JSON.stringify(value)}`, () => expect(checkArguments(schema, value)).toBeUndefined());
    for (const value of breaks)
      test(`rejects ${JSON.stringify(value)}`, () =>
        expect(checkArguments(schema, value)).toMatchObject({ kind: 'invalid' }));
  });

test('a problem contains the position and the reason but not the value', () => {
  const schema = {
    properties: { options: { properties: { path: { type: 'string' } }, required: ['path'] } },
  };
  expect(checkArguments(schema, { options: { path: 12345 } })).toEqual({
    kind: 'invalid',
    where: 'options.path',
    text: 'expected string',
  });
  expect(checkArguments(schema, { options: {} })).toEqual({
    kind: 'invalid',
    where: 'options',
    text: '`path` is missing',
  });
});

/** Nests a value to a depth without recursion. */
function nest(depth: number, wrap: (inner: unknown) => unknown, inner: unknown = {}): unknown {
  let value = inner;
  for (let index = 0; index < depth; index += 1) value = wrap(value);
  return value;
}

const doubling = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [
    `d${index}`,
    { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
  ]),
);
const hostile: { name: string; schema: unknown; value?: unknown }[] = [
  { name: 'a reference to itself', schema: { $ref: '#' } },
  {
    name: 'two references to each other',
    schema: { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
  },
  {
    name: 'references that double the work at each level',
    schema: { $defs: { ...doubling, d60: {} }, $ref: '#/$defs/d0' },
  },
  {
    name: 'allOf with many references to the root',
    schema: { allOf: Array.from({ length: 1000 }, () => ({ $ref: '#' })) },
  },
  { name: 'a schema with ten thousand levels', schema: nest(10_000, (inner) => ({ allOf: [inner] })) },
  {
    name: 'a value with ten thousand levels',
    schema: { items: { $ref: '#' } },
    value: nest(10_000, (inner) => [inner], []),
  },
  {
    name: 'a deep value in an enum',
    schema: { enum: [nest(10_000, (inner) => [inner])] },
    value: nest(10_000, (inner) => [inner]),
  },
  {
    name: 'a large enum that is used many times',
    schema: {
      $defs: { e: { enum: Array.from({ length: 50_000 }, (_, index) => `${long}${index}`) } },
      anyOf: Array.from({ length: 1000 }, () => ({ $ref: '#/$defs/e' })),
    },
    value: `${long}x`,
  },
  {
    name: 'a long text that is checked many times',
    schema: { allOf: Array.from({ length: 100_000 }, () => ({ maxLength: 2_000_000 })) },
    value: 'x'.repeat(1_000_000),
  },
  {
    name: 'a long reference that is used many times',
    schema: { anyOf: Array.from({ length: 100_000 }, () => ({ $ref: `#/${'a/'.repeat(1000)}` })), $defs: {} },
  },
];
for (const { name, schema, value = {} } of hostile)
  test(`${name} is processed in bounded time`, () => {
    const outcome = checkArguments(schema, value);
    expect(outcome === undefined || outcome.kind === 'unchecked').toBe(true);
  });

test('a slow pattern is never run', () =>
  expect(checkArguments({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(100_000)}!`)).toBeUndefined());
