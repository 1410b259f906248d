import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dialogue } from './dialogue.js';

const parts = [
  'user',
  'you',
  'superuser',
  'q',
  ':',
  '":',
  ' ',
  ' :',
  '*',
  'AI',
  'x'.repeat(290),
  'y'.repeat(7),
];
const speaker = /\b(?:user|human|customer|me|you|question|q)\s?["*]{0,2}:/;

test('gives the same result as a search in the text before each position', () => {
  const texts = fc.array(fc.constantFrom(...parts), { maxLength: 24 }).map((words) => words.join(''));
  const strides = fc.array(fc.integer({ min: 0, max: 330 }), { minLength: 1, maxLength: 24 });
  fc.assert(
    fc.property(texts, strides, (text, steps) => {
      const dialogue = new Dialogue(text);
      let at = 0;
      for (const step of steps) {
        at = Math.min(text.length, at + step);
        expect(dialogue.isBefore(at)).toBe(speaker.test(text.slice(Math.max(0, at - 300), at)));
      }
    }),
    { numRuns: 2_000 },
  );
});
