// Compares the WebAssembly search with a naive search: both find each literal equally often, at any position.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withSingleSpaces } from '../normalize/collapse-whitespace.js';
import type { WasmMatcher } from './matcher.js';
import { createWasmMatcher } from './wasm-matcher.js';
import type { PrefilterLiteral } from './wasm-tables.js';

const encoder = new TextEncoder();
const seed = 20_261_117;

const make = (texts: readonly string[], withDigits: readonly string[] = []): readonly PrefilterLiteral[] => [
  ...texts.map((text) => ({ text, anyDigit: false, once: false, weight: 1 })),
  ...withDigits.map((text) => ({ text, anyDigit: true, once: false, weight: 1 })),
];

const loopsOf = (literals: readonly PrefilterLiteral[]): WasmMatcher => {
  const marks = { starts: new Int32Array(literals.length + 1), marks: new Int32Array(0) };
  const rules = { marks, rules: [] };
  const loops = createWasmMatcher(literals, rules, 4);
  if (loops === undefined) throw new Error('this engine has no WebAssembly');
  return loops;
};

/** Returns the literals that the search finds: how often each literal occurs, and its end positions. */
function meet(loops: WasmMatcher, text: string): readonly string[] {
  const met: string[] = [];
  const seen = loops.findLiterals(text, (literal, end) => {
    met.push(`${literal} to ${end}`);
    return false;
  });
  expect(seen).toEqual({ foreign: false, length: withSingleSpaces(text).length });
  return met.sort();
}

/** Returns the literals in the text. Each run of white space counts as one space. */
const standing = (literals: readonly PrefilterLiteral[], text: string): readonly string[] => {
  const read = withSingleSpaces(text).toLowerCase();
  return literals
    .flatMap((literal, number) => {
      const places = [];
      for (let start = 0; start + literal.text.length <= read.length; start += 1)
        if (standsAt(literal, read, start)) places.push(`${number} to ${start + literal.text.length}`);
      return places;
    })
    .sort();
};

function standsAt({ text: wanted, anyDigit }: PrefilterLiteral, text: string, start: number): boolean {
  for (let at = 0; at < wanted.length; at += 1) {
    const unit = text.charAt(start + at);
    if (unit !== wanted[at] && !(anyDigit && wanted[at] === '0' && /[0-9]/.test(unit))) return false;
  }
  return true;
}

/**
 * Letters, spaces, digits and symbols, including those adjacent to letters in ASCII. There are so few
 * characters that literals occur often.
 */
const unit = fc.constantFrom(...'aabbcE eY012.,-_/:<#@[{|\\~%"\n\0');
const text = (least: number, most: number) =>
  fc.array(unit, { minLength: least, maxLength: most }).map((units) => units.join(''));
const literal = (least: number, most: number) => text(least, most).map(withSingleSpaces);
const literals = fc
  .tuple(
    fc.uniqueArray(literal(1, 10), { maxLength: 30 }),
    fc.uniqueArray(literal(1, 4), { maxLength: 4 }),
    fc.uniqueArray(literal(16, 70), { maxLength: 3 }),
  )
  .map(([some, withDigits, long]) =>
    make(
      [...some, ...long].map((one) => one.toLowerCase()),
      withDigits.map((one) => one.toLowerCase().replace(/[12]/g, '0')),
    ),
  );

describe('finds each literal of a text once for each position', () => {
  test('in short texts of symbols and letters', () => {
    fc.assert(
      fc.property(literals, fc.array(text(0, 20), { minLength: 1, maxLength: 8 }), (some, texts) => {
        const loops = loopsOf(some);
        for (const one of texts) expect(meet(loops, one)).toEqual(standing(some, one));
      }),
      { seed, numRuns: 300 },
    );
  });

  test('in longer texts with inserted literals', () => {
    fc.assert(
      fc.property(literals, fc.array(fc.tuple(text(0, 20), fc.nat()), { maxLength: 12 }), (some, parts) => {
        const whole = parts
          .map(([gap, number]) => gap + (some[number % Math.max(1, some.length)]?.text ?? ''))
          .join('');
        expect(meet(loopsOf(some), whole)).toEqual(standing(some, whole));
      }),
      { seed, numRuns: 300 },
    );
  });

  const lengths = Array.from({ length: 40 }, (_, length) => length + 1);
  const alone = make(lengths.map((length) => `${'xyz.uvw-'.repeat(5).slice(0, length - 1)}q`));
  test('at every offset in texts of every length', () => {
    const loops = loopsOf(alone);
    for (const { text: literal } of alone)
      for (let offset = 0; offset <= 34; offset += 1)
        for (const behind of ['', 'k', 'kkk', 'k'.repeat(17)]) {
          const whole = 'k'.repeat(offset) + literal + behind;
          expect(meet(loops, whole), whole).toEqual(standing(alone, whole));
        }
  });

  test('continues if there are more matches than fit into one result', () => {
    const nested = make(lengths.slice(0, 20).map((length) => 'a'.repeat(length)));
    const whole = `${'a'.repeat(300)} ${'A'.repeat(41)}`;
    expect(meet(loopsOf(nested), whole)).toEqual(standing(nested, whole));
  });
});

test('reports some literals only once per text', () => {
  const once = [{ text: 'a', anyDigit: true, once: true, weight: 4 }];
  const loops = loopsOf([...once, ...make(['aaa'])]);
  for (let round = 0; round < 3; round += 1)
    expect(meet(loops, 'aaa aaa').filter((one) => one.startsWith('1'))).toEqual(['1 to 3', '1 to 7']);
  const told: number[] = [];
  loops.findLiterals('bbb', (literal) => told.push(literal) === 0);
  expect(told).toEqual([]);
  loops.findLiterals('aaaa a A', (literal) => told.push(literal) === 0);
  expect(told.filter((literal) => literal === 0).length).toBeLessThan(9);
  expect(told).toContain(0);
});

test('classifies bytes, and leaves non-ASCII text to the caller', () => {
  const loops = loopsOf(make(['abc', 'zz']));
  const weigh = (text: string) =>
    loops.weigh(encoder.encode(`key${text}key`), 3, encoder.encode(text).length + 3);
  expect(weigh('to abc or not to abc, zz')).toBe(3);
  expect(weigh('nothing')).toBe(0);
  expect(weigh('é')).toBe(Number.POSITIVE_INFINITY);
  expect(weigh('back\\slash')).toBe(Number.POSITIVE_INFINITY);
  expect(weigh(btoa('a hidden text in base64'))).toBe(Number.POSITIVE_INFINITY);
  expect(weigh(`/a/path/before/${btoa('a hidden text in base64')}`)).toBe(Number.POSITIVE_INFINITY);
  expect(weigh(Buffer.from('a hidden text').toString('hex'))).toBe(Number.POSITIVE_INFINITY);
  expect(weigh(`${'a1_'.repeat(9)}.a1b2c3.a1b2c3`)).toBe(Number.POSITIVE_INFINITY);
  expect(weigh('A0'.repeat(12))).toBe(0);
  expect(weigh('/home/somebody/projects/notes/today.txt')).toBe(0);
});

test('stops at non-ASCII text', () => {
  const loops = loopsOf(make(['abc']));
  for (let offset = 0; offset < 40; offset += 1)
    expect(loops.findLiterals(`${'k'.repeat(offset)}é`, () => false)?.foreign).toBe(true);
});
