// Lists of phrases say the same in groups as they do in one pattern.

import { expect, test } from 'vitest';
import { beginningsOf } from './beginnings.js';
import { Openings } from './openings.js';

const beginnings = [
  { source: 'you are', first: ['yo'] },
  { source: '(?:stop|do not) it', first: ['st', 'do'] },
  { source: '(?:a )?new chat', first: ['a ', 'ne'] },
  { source: "i'?m here", first: ["i'", 'im'] },
  { source: '(?:(?:x|yz)a|b)c|de', first: ['xa', 'yz', 'bc', 'de'] },
  { source: '\\w+ly', first: undefined },
  { source: 'a+b', first: undefined },
  { source: 'a', first: undefined },
  { source: '(?:ab)?\\d', first: undefined },
];
for (const { source, first } of beginnings)
  test(`what ${source} begins with`, () =>
    expect(beginningsOf(source)).toEqual(first === undefined ? undefined : new Set(first)));

test('every phrase is found under each of its beginnings', () => {
  const lists = {
    order: /(?:stop|halt) (?:it|now)\b|go on\b|(?:a )?gain/y,
    claim: /(?:stop|i am) now|you[^.]{0,4}re/y,
  };
  const openings = new Openings(lists);
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
    openings.forEachAt(text, 0, (name) => found.push(name));
    const wanted = Object.entries(lists).filter(([, { source }]) => new RegExp(source, 'y').test(text));
    expect(found.sort()).toEqual(wanted.map(([name]) => name).sort());
  }
});

test('a phrase that begins with no words is refused', () =>
  expect(() => new Openings({ any: /you are|\w+ly/y })).toThrow('a phrase must begin with words'));
