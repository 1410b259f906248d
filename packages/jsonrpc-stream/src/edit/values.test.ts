import { expect, test } from 'vitest';
import { findArrayElements } from './values.js';

const cases = [
  { json: '{"a":{"b":[1, "x" ,{"b":[9]},[2]]}}', path: ['a', 'b'], found: ['1', '"x"', '{"b":[9]}', '[2]'] },
  { json: '[[1],[2,3]]', path: [1], found: ['2', '3'] },
  { json: '[1,[2]]', path: [], found: ['1', '[2]'] },
  { json: '{"a":[1],"a":[2]}', path: ['a'], found: ['1', '2'] },
  { json: '{"\\u0061":[1]}', path: ['a'], found: ['1'] },
  { json: '{"a":{"0":1}}', path: ['a'], found: [] },
  { json: '{"a":[]}', path: ['a'], found: [] },
  { json: '{"b":{"a":[1]}}', path: ['a'], found: [] },
];
for (const { json, path, found } of cases)
  test(`the elements at ${JSON.stringify(path)} of ${json}`, () =>
    expect(
      findArrayElements(new TextEncoder().encode(json), path).map(({ start, end }) => json.slice(start, end)),
    ).toEqual(found));
