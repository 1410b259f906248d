import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { audienceClass } from '../../audience/audience-class.js';
import { dictationClass } from '../dictation/dictation-class.js';
import { wordClass } from './word-class.js';

const lists = [
  { folder: './words/', classes: wordClass },
  { folder: '../../audience/words/', classes: audienceClass },
  { folder: '../dictation/words/', classes: dictationClass },
].flatMap(({ folder, classes }) => {
  const url = new URL(folder, import.meta.url);
  return readdirSync(url).map((name) => ({ name: folder + name, file: new URL(name, url), classes }));
});

describe.each(lists)('$name', ({ file, classes }) => {
  const lines = readFileSync(file, 'utf8').split('\n');

  test('every section is a word class and occurs once', () => {
    const sections = lines.filter((line) => line.startsWith('[')).map((line) => line.slice(1, -1));
    expect(sections.filter((section) => !Object.hasOwn(classes, section))).toEqual([]);
    expect(new Set(sections).size).toBe(sections.length);
  });

  test('no word begins or ends with a space', () => {
    expect(lines.filter((line) => line !== line.trim())).toEqual([]);
  });
});
