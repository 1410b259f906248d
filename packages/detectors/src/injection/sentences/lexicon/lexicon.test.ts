import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { wordClass } from './word-class.js';

const folder = new URL('./words/', import.meta.url);

describe.each(readdirSync(folder))('%s', (name) => {
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');

  test('every section is a word class and occurs once', () => {
    const sections = lines.filter((line) => line.startsWith('[')).map((line) => line.slice(1, -1));
    expect(sections.filter((section) => !Object.hasOwn(wordClass, section))).toEqual([]);
    expect(new Set(sections).size).toBe(sections.length);
  });

  test('no word begins or ends with a space', () => {
    expect(lines.filter((line) => line !== line.trim())).toEqual([]);
  });
});
