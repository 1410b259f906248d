import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToolPin } from './pin.js';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const pin = (definition: unknown) => createToolPin(definition, digest)?.digest;

const tool = {
  name: 'read_file',
  title: 'Read a file',
  description: 'Reads a file.',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: ['string', 'null'], description: 'Where', default: 'a' },
      mode: { enum: ['r', 'b'] },
    },
    required: ['path', 'mode'],
  },
  outputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  annotations: { readOnlyHint: true },
  execution: { taskSupport: 'optional' },
  icons: [{ src: 'https://x.example/i.png' }],
  _meta: { 'vendor/template': 'ui://a' },
};

/** Returns the same value with the keys of every object in another order. */
function shuffled(value: unknown, order: readonly number[]): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, order));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item], index) => ({
    key,
    item,
    rank: order[index % order.length] ?? 0,
  }));
  return Object.fromEntries(
    entries.sort((a, b) => a.rank - b.rank).map(({ key, item }) => [key, shuffled(item, order)]),
  );
}

describe('the pin does not depend on', () => {
  test('the order of keys, in any definition', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.array(fc.nat(), { minLength: 1, maxLength: 9 }),
        (extra, order) => {
          const definition = { ...extra, ...tool, inputSchema: { ...tool.inputSchema, extra } };
          expect(pin(shuffled(definition, order))).toBe(pin(definition));
        },
      ),
    );
  });

  test('the order of sets, and missing members with default values', () => {
    const schema = { ...tool.inputSchema, required: ['mode', 'path'] };
    const properties = {
      ...schema.properties,
      path: { ...schema.properties.path, type: ['null', 'string'] },
    };
    expect(pin({ ...tool, inputSchema: { ...schema, properties }, later: undefined })).toBe(pin(tool));
  });

  test('metadata of a single message', () =>
    expect(pin({ ...tool, _meta: { ...tool._meta, traceparent: '00-1', progressToken: 7 } })).toBe(
      pin(tool),
    ));
});

describe('the pin depends on', () => {
  const { properties } = tool.inputSchema;
  const input = (change: object) => ({ ...tool, inputSchema: { ...tool.inputSchema, ...change } });
  const cases: { name: string; definition: object }[] = [
    { name: 'an additional space in a description', definition: { ...tool, description: 'Reads a file. ' } },
    { name: 'an invisible character', definition: { ...tool, description: 'Reads a\u200b file.' } },
    { name: 'a look-alike', definition: { ...tool, name: 'read_filе' } },
    { name: 'a title', definition: { ...tool, title: 'Read' } },
    { name: 'a hint', definition: { ...tool, annotations: { readOnlyHint: false } } },
    { name: 'an icon', definition: { ...tool, icons: [{ src: 'https://y.example/i.png' }] } },
    { name: 'execution', definition: { ...tool, execution: { taskSupport: 'required' } } },
    { name: 'metadata', definition: { ...tool, _meta: { 'vendor/template': 'ui://b' } } },
    { name: 'an unknown member', definition: { ...tool, later: 1 } },
    {
      name: 'a nested description',
      definition: input({
        properties: { ...properties, path: { ...properties.path, description: 'There' } },
      }),
    },
    {
      name: 'a default',
      definition: input({ properties: { ...properties, path: { ...properties.path, default: 'b' } } }),
    },
    {
      name: 'the order of an enum, which a model reads',
      definition: input({ properties: { ...properties, mode: { enum: ['b', 'r'] } } }),
    },
    { name: 'the order of a list that is a value', definition: input({ default: { required: ['b', 'a'] } }) },
    {
      name: 'a key called __proto__',
      definition: input({ properties: JSON.parse('{"__proto__":{"type":"string"}}') }),
    },
    { name: 'an output schema', definition: { ...tool, outputSchema: { type: 'object' } } },
  ];
  for (const { name, definition } of cases) test(name, () => expect(pin(definition)).not.toBe(pin(tool)));

  test('each of these changes, with a different pin', () =>
    expect(new Set(cases.map(({ definition }) => pin(definition))).size).toBe(cases.length));

  test('the order of a list that is not a set', () =>
    expect(pin(input({ default: { required: ['b', 'a'] } }))).not.toBe(
      pin(input({ default: { required: ['a', 'b'] } })),
    ));
});

describe('definitions without a pin', () => {
  let deep: unknown = {};
  for (let level = 0; level < 10_000; level += 1) deep = { items: deep };
  const cases: { name: string; definition: unknown }[] = [
    { name: 'undefined', definition: undefined },
    { name: 'a list', definition: [tool] },
    { name: 'an object without a name', definition: { description: 'x' } },
    { name: 'a name that is not a string', definition: { name: 1 } },
    { name: 'an inherited name', definition: Object.create({ name: 'x' }) },
    { name: 'a schema with ten thousand levels', definition: { name: 'x', inputSchema: deep } },
  ];
  for (const { name, definition } of cases)
    test(name, () => expect(createToolPin(definition, digest)).toBeUndefined());
});
