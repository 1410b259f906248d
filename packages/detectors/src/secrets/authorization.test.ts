// Options belong to the command before them, however many others the text contains.

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
    name: 'a command behind a flag of another program',
    text: 'tool -p q8Zr2LmT0x; mysql -p w5Xt7NpQ3z',
    found: 1,
  },
  {
    name: 'a command that begins before the last flag ends',
    text: 'tool -p q8Zr2LmT0xmysql -p w5Xt7NpQ3z',
    found: 0,
  },
  { name: 'a name that ends like a command', text: 'tool -p q8Zr2LmT0x xmysql -p w5Xt7NpQ3z', found: 0 },
  { name: 'nothing but flags', text: 'tool -p q8Zr2LmT0x -p w5Xt7NpQ3z -p q8Zr2LmT0x', found: 0 },
  { name: 'several flags of one command', text: 'mysql -p q8Zr2LmT0x -p w5Xt7NpQ3z', found: 2 },
  { name: 'the next line is another command', text: 'mysql -p q8Zr2LmT0x\ntool -p w5Xt7NpQ3z', found: 1 },
  { name: 'a line that goes on', text: 'tool -p q8Zr2LmT0x\nmysql \\\n -p w5Xt7NpQ3z', found: 1 },
  {
    name: 'one kind of flag says nothing about another',
    text: 'curl -p q8Zr2LmT0x -u me:w5Xt7NpQ3z',
    found: 1,
  },
];
for (const { name, text, found } of cases) test(name, () => expect(flagged(text)).toHaveLength(found));

test('an earlier text has no effect on the next one', () => {
  const flag = ' -p q8Zr2LmT0x';
  expect(flagged(`other${flag}${flag}`)).toHaveLength(0);
  expect(flagged(`mysql${flag}${flag}`)).toHaveLength(2);
});
