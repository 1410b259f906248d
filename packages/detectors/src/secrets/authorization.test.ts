// Tests that options are assigned to the command before them, even if the text contains many other commands.

import { expect, test } from 'vitest';
import { createEngine } from '../index.js';

const engine = createEngine({ kinds: ['secrets'] });
const flagged = (text: string): readonly string[] =>
  engine
    .detect(text)
    .filter(({ detector }) => detector === 'password-flag' || detector === 'user-flag')
    .map(({ start, end }) => text.slice(start, end));

const cases = [
  {
    name: 'a command after a flag of another program',
    text: 'tool -p q8Zr2LmT0x; mysql -p w5Xt7NpQ3z',
    found: 1,
  },
  {
    name: 'a command that is part of the previous value',
    text: 'tool -p q8Zr2LmT0xmysql -p w5Xt7NpQ3z',
    found: 0,
  },
  {
    name: 'a name that ends with the name of a command',
    text: 'tool -p q8Zr2LmT0x xmysql -p w5Xt7NpQ3z',
    found: 0,
  },
  {
    name: 'only flags without a known command',
    text: 'tool -p q8Zr2LmT0x -p w5Xt7NpQ3z -p q8Zr2LmT0x',
    found: 0,
  },
  { name: 'several flags of one command', text: 'mysql -p q8Zr2LmT0x -p w5Xt7NpQ3z', found: 2 },
  { name: 'another command on the next line', text: 'mysql -p q8Zr2LmT0x\ntool -p w5Xt7NpQ3z', found: 1 },
  {
    name: 'a command that continues on the next line',
    text: 'tool -p q8Zr2LmT0x\nmysql \\\n -p w5Xt7NpQ3z',
    found: 1,
  },
  {
    name: 'a flag that the command does not support',
    text: 'curl -p q8Zr2LmT0x -u me:w5Xt7NpQ3z',
    found: 1,
  },
];
for (const { name, text, found } of cases) test(name, () => expect(flagged(text)).toHaveLength(found));

test('an earlier text does not affect the next text', () => {
  const flag = ' -p q8Zr2LmT0x';
  expect(flagged(`other${flag}${flag}`)).toHaveLength(0);
  expect(flagged(`mysql${flag}${flag}`)).toHaveLength(2);
});
