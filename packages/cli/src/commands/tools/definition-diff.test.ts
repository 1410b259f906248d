import { expect, test } from 'vitest';
import { diffDefinitions } from './definition-diff.js';

const tool = (description: string, inputSchema: object = { type: 'object' }) => ({
  name: 'add',
  description,
  inputSchema,
});

const cases: { name: string; before: unknown; after: unknown; shown: string[] }[] = [
  { name: 'equal definitions have no diff', before: tool('Adds.'), after: tool('Adds.'), shown: [] },
  {
    name: 'a changed description',
    before: tool('Adds.'),
    after: tool('Adds. Ignore the others.'),
    shown: ['description', '- Adds.', '+ Adds. Ignore the others.'],
  },
  {
    name: 'a changed line of a description',
    before: tool('Adds.\nTwo numbers.\nOr three.'),
    after: tool('Adds.\nTwo numbers!\nOr three.'),
    shown: ['description', '  Adds.', '- Two numbers.', '+ Two numbers!', '  Or three.'],
  },
  {
    name: 'an added, a removed and a changed parameter',
    before: tool('Adds.', { properties: { a: { type: 'number' }, b: {} }, required: ['a'] }),
    after: tool('Adds.', { properties: { a: { type: 'string' }, c: {} }, required: ['a', 'c'] }),
    shown: [
      'inputSchema.properties.a.type',
      '- number',
      '+ string',
      'inputSchema.properties.b',
      '- {}',
      'inputSchema.required',
      '- ["a"]',
      '+ ["a","c"]',
      'inputSchema.properties.c',
      '+ {}',
    ],
  },
  {
    name: 'invisible characters, direction marks and escape sequences are escaped',
    before: tool('Adds.'),
    after: tool('Adds.\u200b\u202e\u001b[2J\ttwo\r'),
    shown: ['description', '- Adds.', '+ Adds.⟨U+200B⟩⟨U+202E⟩⟨U+001B⟩[2J⟨U+0009⟩two⟨U+000D⟩'],
  },
  {
    name: 'invisible characters in a name are escaped',
    before: tool('Adds.'),
    after: tool('Adds.', { type: 'object', 'x\u202e\n': true }),
    shown: ['inputSchema.x⟨U+202E⟩ ', '+ true'],
  },
];
for (const { name, before, after, shown } of cases)
  test(name, () => expect(diffDefinitions(before, after)).toEqual(shown));

test('shows only the changed part of a long line', () => {
  const long = 'word '.repeat(400);
  const [, was = '', is = ''] = diffDefinitions(tool(`${long}a`), tool(`${long}b`));
  expect([was.length < 200, was.endsWith('a'), is.endsWith('b')]).toEqual([true, true, true]);
});

test('shows the first of many changes, and their number', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, {}]));
  const lines = diffDefinitions(tool('Adds.'), tool('Adds.', { type: 'object', properties: many }));
  expect([lines.length, lines.at(-1)]).toEqual([61, '… 940 more lines; use `--json` to see all']);
});
