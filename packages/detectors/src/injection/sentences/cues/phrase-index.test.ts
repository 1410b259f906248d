// Tests that the index finds the same phrases as a single pattern for each list.

import { expect, test } from 'vitest';
import { PhraseIndex } from './phrase-index.js';
import { prefixesOf } from './phrase-prefixes.js';

const prefixCases = [
  { source: 'you are', prefixes: ['yo'] },
  { source: '(?:stop|do not) it', prefixes: ['st', 'do'] },
  { source: '(?:a )?new chat', prefixes: ['a ', 'ne'] },
  { source: "i'?m here", prefixes: ["i'", 'im'] },
  { source: '(?:(?:x|yz)a|b)c|de', prefixes: ['xa', 'yz', 'bc', 'de'] },
  { source: '\\w+ly', prefixes: undefined },
  { source: 'a+b', prefixes: undefined },
  { source: 'a', prefixes: undefined },
  { source: '(?:ab)?\\d', prefixes: undefined },
];
for (const { source, prefixes } of prefixCases)
  test(`prefixes of ${source}`, () =>
    expect(prefixesOf(source)).toEqual(prefixes === undefined ? undefined : new Set(prefixes)));

test('every phrase is found under each of its prefixes', () => {
  const lists = {
    instruction: /(?:stop|halt) (?:it|now)\b|go on\b|(?:a )?gain/y,
    claim: /(?:stop|i am) now|you[^.]{0,4}re/y,
  };
  const index = new PhraseIndex(lists);
  const texts = [
    'stop it',
    'stop now',
    'halt now',
    'go on',
    'a gain',
    'gain',
    'i am now',
    'you two are',
    'none',
    's',
    '',
  ];
  for (const text of texts) {
    const found: string[] = [];
    index.forEachAt(text, 0, (name) => found.push(name));
    const wanted = Object.entries(lists).filter(([, { source }]) => new RegExp(source, 'y').test(text));
    expect(found.sort()).toEqual(wanted.map(([name]) => name).sort());
  }
});

test('a phrase that does not begin with words is rejected', () =>
  expect(() => new PhraseIndex({ any: /you are|\w+ly/y })).toThrow('a phrase must begin with words'));
