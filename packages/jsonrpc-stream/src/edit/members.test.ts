import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutMember, findMember, putMember } from './members.js';

const cases = [
  { name: 'the only member', text: '{"a":1}', path: ['a'], cut: '{}' },
  { name: 'the first member', text: '{ "a" : 1 , "b":2}', path: ['a'], cut: '{ "b":2}' },
  { name: 'the last member', text: '{"a":1.0, "b" : [1,{"b":2}] }', path: ['b'], cut: '{"a":1.0 }' },
  {
    name: 'a member in the middle',
    text: '{"a":"}","b":null,"c":1e400}',
    path: ['b'],
    cut: '{"a":"}","c":1e400}',
  },
  {
    name: 'a nested member',
    text: '{"p":{"x":12345678901234567890,"s":"\\"\\\\"}}',
    path: ['p', 's'],
    cut: '{"p":{"x":12345678901234567890}}',
  },
  { name: 'a member that is spelled with an escape', text: '{"\\u0061":1}', path: ['a'], cut: '{}' },
  { name: 'no member, if the path does not exist', text: '{"a":{"b":1}}', path: ['b'], cut: '{"a":{"b":1}}' },
  {
    name: 'no member, if a part of the path is not an object',
    text: '{"a":"b"}',
    path: ['a', 'b'],
    cut: '{"a":"b"}',
  },
];
for (const { name, text, path, cut } of cases)
  test(`removes: ${name}`, () => expect(cutMember(text, path)).toBe(cut));

test('adds a member to an empty object or next to others, or replaces one', () => {
  expect(putMember('{"p":{}}', ['p', 's'], '1')).toBe('{"p":{"s":1}}');
  expect(putMember('{"p":{"a":2}}', ['p', 's'], '1')).toBe('{"p":{"s":1,"a":2}}');
  expect(putMember('{"p":{"s":[2] }}', ['p', 's'], '1')).toBe('{"p":{"s":1 }}');
});

test('in any object, removing a member keeps the others, and finding one returns its value', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }),
      fc.nat(),
      fc.nat(4),
      (object, pick, indent) => {
        const keys = Object.keys(object);
        const key = keys[pick % Math.max(1, keys.length)];
        if (key === undefined) return;
        const text = JSON.stringify({ p: object }, null, indent);
        const { [key]: value, ...rest } = object;
        expect(JSON.parse(cutMember(text, ['p', key]))).toEqual(JSON.parse(JSON.stringify({ p: rest })));
        const found = findMember(text, ['p', key]);
        expect(JSON.parse(text.slice(found?.valueStart, found?.end))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      },
    ),
  );
});
