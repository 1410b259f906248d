// Where to look closer: each literal is known by the three of its bytes that are rarest in ordinary text. One table of
// bits answers for all literals; what it lets through is compared byte by byte.

import { classesOf } from './screen-classes.js';
import type { Rarity } from './screen-rarity.js';

/** A literal as the screen compares it. `anyDigit`: each `0` stands for any digit. */
export interface ScreenLiteral {
  readonly text: string;
  readonly anyDigit: boolean;
}

/** Finds the literals that may end near a byte. */
export interface ScreenIndex {
  /** One bit for each three classes. */
  readonly bits: Int32Array;
  /** Tells `onHit` the literals whose telling classes end at `at`, with the place where each ends. */
  check(
    bytes: Uint8Array,
    start: number,
    end: number,
    at: number,
    classes: number,
    onHit: (literal: number, end: number) => void,
  ): void;
}

interface Candidate {
  readonly literal: number;
  readonly codes: Uint8Array;
  readonly anyDigit: boolean;
  /** How many of its bytes stand before and at the place of the look. */
  readonly before: number;
}

const size = 64;
const triples = size ** 3;

/** An index of literals in ASCII and lower case. `watched` are classes at which everything is looked at. */
export function createScreenIndex(
  literals: readonly ScreenLiteral[],
  rarity: Rarity,
  watched: readonly number[],
): ScreenIndex {
  const bits = new Int32Array(triples / 32);
  const set = (triple: number): void => {
    bits[triple >> 5] = (bits[triple >> 5] ?? 0) | (1 << triple);
  };
  const byThree = new Uint16Array(triples);
  const byTwo = new Uint16Array(size * size);
  const byOne = new Uint16Array(size);
  const lists: Candidate[][] = [[]];
  const add = (table: Uint16Array, key: number, candidate: Candidate): void => {
    if (table[key] === 0) table[key] = lists.push([]) - 1;
    lists[table[key] ?? 0]?.push(candidate);
  };
  for (const last of watched) for (let two = 0; two < size * size; two += 1) set(two * size + last);
  literals.forEach(({ text, anyDigit }, literal) => {
    const classes = classesOf(text);
    const codes = Uint8Array.from(text, (unit) => unit.charCodeAt(0));
    const before = classes.length < 3 ? classes.length : rarestEnd(classes, rarity);
    const candidate = { literal, codes, anyDigit, before };
    const [first = 0, second = 0, third = 0] = classes.slice(Math.max(0, before - 3), before);
    if (classes.length === 1) {
      add(byOne, first, candidate);
      for (let two = 0; two < size * size; two += 1) set(two * size + first);
    } else if (classes.length === 2) {
      const two = first * size + second;
      add(byTwo, two, candidate);
      for (let one = 0; one < size; one += 1) set(one * size * size + two);
    } else {
      const three = (first * size + second) * size + third;
      add(byThree, three, candidate);
      set(three);
    }
  });
  return {
    bits,
    check(bytes, start, end, at, classes, onHit) {
      const compare = (list: number): void => {
        for (const candidate of lists[list] as readonly Candidate[]) {
          const from = at + 1 - candidate.before;
          const to = from + candidate.codes.length;
          if (from >= start && to <= end && isAt(bytes, from, candidate)) onHit(candidate.literal, to);
        }
      };
      compare(byThree[classes] as number);
      compare(byTwo[classes & 4095] as number);
      compare(byOne[classes & 63] as number);
    },
  };
}

/** How many classes stand up to the end of the rarest three. */
function rarestEnd(classes: readonly number[], rarity: Rarity): number {
  let best = 3;
  let least = Number.POSITIVE_INFINITY;
  for (let end = 3; end <= classes.length; end += 1) {
    const often = rarity(classes[end - 3] ?? 0, classes[end - 2] ?? 0, classes[end - 1] ?? 0);
    if (often < least) [best, least] = [end, often];
  }
  return best;
}

function isAt(bytes: Uint8Array, from: number, { codes, anyDigit }: Candidate): boolean {
  for (let index = 0; index < codes.length; index += 1) {
    const byte = bytes[from + index] as number;
    const lower = byte >= 65 && byte <= 90 ? byte | 32 : byte;
    const code = codes[index] as number;
    if (lower === code) continue;
    if (!anyDigit || code !== 48 || byte < 48 || byte > 57) return false;
  }
  return true;
}
