import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.js';

const cases: { name: string; text: string; width: number; wrapped: string }[] = [
  { name: 'a short line is unchanged', text: 'no problems found', width: 20, wrapped: 'no problems found' },
  {
    name: 'a long line is wrapped between words',
    text: 'one two three four',
    width: 9,
    wrapped: 'one two\nthree\nfour',
  },
  {
    name: 'continuation lines are indented to the last column',
    text: '  refuses  no_keys: Keys stay on this machine',
    width: 30,
    wrapped: '  refuses  no_keys: Keys stay\n           on this machine',
  },
  {
    name: 'continuation lines are not indented to a column that leaves too little space',
    text: 'one two three four five  six seven',
    width: 26,
    wrapped: 'one two three four five\nsix seven',
  },
  {
    name: 'colours do not count as characters',
    text: '\u001b[1mone\u001b[22m \u001b[36mtwo\u001b[39m three',
    width: 7,
    wrapped: '\u001b[1mone\u001b[22m \u001b[36mtwo\u001b[39m\nthree',
  },
  {
    name: 'continuation lines of a diff are not indented to columns, because its spaces are content',
    text: '    - one  two three four',
    width: 18,
    wrapped: '    - one  two\n      three four',
  },
  {
    name: 'a word that is too long is not broken',
    text: 'a 0123456789 b',
    width: 5,
    wrapped: 'a\n0123456789\nb',
  },
  {
    name: 'a command is not broken',
    text: 'next: clawdefender wrap --all --client cursor',
    width: 20,
    wrapped: 'next: clawdefender wrap --all --client cursor',
  },
  {
    name: 'a command in colour is not broken',
    text: '\u001b[2mclawdefender wrap --all --client cursor\u001b[22m',
    width: 20,
    wrapped: '\u001b[2mclawdefender wrap --all --client cursor\u001b[22m',
  },
  {
    name: 'a continued usage line is indented further than the next usage line',
    text: '  clawdefender scan [--live] [--json]',
    width: 30,
    wrapped: '  clawdefender scan [--live]\n      [--json]',
  },
  {
    name: 'a command in backticks is not broken',
    text: 'it is not protected; `clawdefender wrap notes --client cursor` closes it',
    width: 24,
    wrapped: 'it is not protected;\n`clawdefender wrap notes --client cursor`\ncloses it',
  },
  {
    name: 'a single backtick is an ordinary character',
    text: 'one `two three four',
    width: 9,
    wrapped: 'one `two\nthree\nfour',
  },
  {
    name: 'a title is not treated as a command',
    text: 'clawdefender audit tail: the last records',
    width: 30,
    wrapped: 'clawdefender audit tail: the\nlast records',
  },
  { name: 'each line is wrapped separately', text: 'a b c\n\nd', width: 3, wrapped: 'a b\nc\n\nd' },
];
for (const { name, text, width, wrapped } of cases)
  test(name, () => expect(wrapText(text, width)).toBe(wrapped));
