import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.js';

const cases: { name: string; text: string; width: number; wrapped: string }[] = [
  { name: 'a short line', text: 'no problems found', width: 20, wrapped: 'no problems found' },
  { name: 'between words', text: 'one two three four', width: 9, wrapped: 'one two\nthree\nfour' },
  {
    name: 'under the last column',
    text: '  refuses  no_keys: Keys stay on this machine',
    width: 30,
    wrapped: '  refuses  no_keys: Keys stay\n           on this machine',
  },
  {
    name: 'not under a column that leaves no room',
    text: 'one two three four five  six seven',
    width: 26,
    wrapped: 'one two three four five\nsix seven',
  },
  {
    name: 'colours take no room',
    text: '\u001b[1mone\u001b[22m \u001b[36mtwo\u001b[39m three',
    width: 7,
    wrapped: '\u001b[1mone\u001b[22m \u001b[36mtwo\u001b[39m\nthree',
  },
  {
    name: 'under the text of a line of a diff, whose spaces are no columns',
    text: '    - one  two three four',
    width: 18,
    wrapped: '    - one  two\n      three four',
  },
  { name: 'a word that is too long', text: 'a 0123456789 b', width: 5, wrapped: 'a\n0123456789\nb' },
  {
    name: 'a command is not broken',
    text: 'next: clawdefender wrap --all --client cursor',
    width: 20,
    wrapped: 'next: clawdefender wrap --all --client cursor',
  },
  {
    name: 'not even in colour',
    text: '\u001b[2mclawdefender wrap --all --client cursor\u001b[22m',
    width: 20,
    wrapped: '\u001b[2mclawdefender wrap --all --client cursor\u001b[22m',
  },
  {
    name: 'a usage line, indented further than the next one',
    text: '  clawdefender scan [--live] [--json]',
    width: 30,
    wrapped: '  clawdefender scan [--live]\n      [--json]',
  },
  {
    name: 'around a command in backticks, which stays whole',
    text: 'it is not protected; `clawdefender wrap notes --client cursor` closes it',
    width: 24,
    wrapped: 'it is not protected;\n`clawdefender wrap notes --client cursor`\ncloses it',
  },
  {
    name: 'a backtick without its other half is a letter',
    text: 'one `two three four',
    width: 9,
    wrapped: 'one `two\nthree\nfour',
  },
  {
    name: 'a title is no command',
    text: 'clawdefender audit tail: the last records',
    width: 30,
    wrapped: 'clawdefender audit tail: the\nlast records',
  },
  { name: 'line by line', text: 'a b c\n\nd', width: 3, wrapped: 'a b\nc\n\nd' },
];
for (const { name, text, width, wrapped } of cases)
  test(name, () => expect(wrapText(text, width)).toBe(wrapped));
