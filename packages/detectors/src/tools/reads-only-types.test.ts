import { expect, test } from 'vitest';
import { checkArguments } from './check-arguments.js';
import { readsOnlyTypes } from './reads-only-types.js';

const string = { type: 'string', description: 'any' };

test.each([
  undefined,
  true,
  {},
  { type: 'object' },
  {
    $schema: 'x',
    type: 'object',
    properties: { a: string, b: { type: ['string', 'null'] } },
    required: ['a'],
  },
  { type: 'object', properties: { a: { type: 'array', items: string } }, additionalProperties: false },
  { type: 'object', properties: { a: { type: 'object', properties: { b: string } } } },
])('%j asks for nothing but names and types', (schema) => {
  expect(readsOnlyTypes(schema)).toBe(true);
  const fits = (a: unknown) => checkArguments(schema, { a });
  expect(fits('x')).toEqual(fits('something else'));
});

test.each([
  { properties: { a: { enum: ['x'] } } },
  { properties: { a: { const: 'x' } } },
  { properties: { a: { pattern: '^x' } } },
  { properties: { a: { maxLength: 3 } } },
  { properties: { a: { format: 'email' } } },
  { properties: { a: { items: { minLength: 1 } } } },
  { additionalProperties: { maxLength: 3 } },
  { anyOf: [{ properties: { a: string } }] },
  { $ref: '#/x' },
  { properties: [], if: {} },
  { contains: {} },
  null,
  [],
  'string',
])('%j may look into a text', (schema) => expect(readsOnlyTypes(schema)).toBe(false));

test('a schema that never ends is left to those who check it', () => {
  const deep: Record<string, unknown> = {};
  deep['properties'] = { a: deep };
  expect(readsOnlyTypes(deep)).toBe(false);
});
