// Where to look closer. A look sees four bytes, and there is one at every second byte, so each literal is known by two
// places in it, an even and an odd one: those that are rarest in ordinary text. One table of bits answers for all long
// literals, one for the short ones, of which a look sees three bytes or less; what they let through is compared byte by byte. The tables lie where the loops read them: see wasm/screen.wat.

import { classOf } from './screen-classes.js';
import { Rarity } from './screen-rarity.js';

/** A literal in lower case. */
export interface ScreenLiteral {
  readonly text: string;
  /** Each `0` stands for any digit. */
  readonly anyDigit: boolean;
  /** What it can add to a sum at the most, up to 255. */
  readonly weight: number;
}

const size = 64;
const pairs = size ** 2;
/** Bits for three classes, and for four: these by their hash. */
const threesAt = 4_096;
const foursAt = 139_264;
const entrySize = 16;
/** Nobody has to know a literal by a place that lies further behind its start. */
const longest = 64;
/** The tables of lists, as words. */
const lists = {
  byFirstTwo: 36_864 / 4,
  byLastTwo: 53_248 / 4,
  byMiddle: 69_632 / 4,
  byLast: 69_888 / 4,
  byThree: 73_728 / 4,
  byFour: 172_032 / 4,
} as const;

/** Where the entries of the lists begin, and behind them the letters. */
const entriesAt = 434_176;

/** How much memory the tables take, so that texts can stand behind them. */
export const sizeOfTables = (literals: readonly ScreenLiteral[]): number =>
  literals.reduce((sum, { text }) => sum + text.length, entriesAt + 2 * entrySize * literals.length);

/** Writes the tables of some literals. `watched` are classes at which everything is looked at. */
export function writeTables(
  memory: Uint8Array,
  literals: readonly ScreenLiteral[],
  watched: readonly number[],
): void {
  const tables = new Tables(memory, entriesAt + 2 * entrySize * literals.length);
  memory.set(classOf);
  for (const one of watched) {
    tables.setMiddle(one);
    tables.setLast(one);
  }
  literals.forEach((literal, number) => {
    tables.add(literal, number);
  });
  tables.finish();
}

/** What ordinary text is like, for all screens. */
let rarity: Rarity | undefined;

class Tables {
  readonly #memory: Uint8Array;
  readonly #words: Int32Array;
  readonly #rarity: Rarity;
  /** Bits for two classes, whatever stands before them. */
  readonly #lastTwo = new Int32Array(pairs / 32);
  #entryAt = entriesAt;
  #lettersAt: number;
  // The literal that is being added.
  readonly #classes = new Uint8Array(longest);
  #letters = 0;
  #length = 0;
  #marks = 0;

  constructor(memory: Uint8Array, lettersAt: number) {
    this.#memory = memory;
    this.#words = new Int32Array(memory.buffer, 0, memory.length >> 2);
    this.#lettersAt = lettersAt;
    rarity ??= new Rarity();
    this.#rarity = rarity;
  }

  add({ text, anyDigit, weight }: ScreenLiteral, number: number): void {
    const at = this.#lettersAt;
    const memory = this.#memory;
    const classes = this.#classes;
    const { length } = text;
    for (let index = 0; index < length; index += 1) {
      const code = text.charCodeAt(index);
      memory[at + index] = code;
      if (index < longest) classes[index] = classOf[code] as number;
    }
    this.#letters = at;
    this.#length = length;
    this.#marks = number | (anyDigit ? 0x1_0000 : 0) | (weight << 24);
    this.#lettersAt += length;
    this.#addPlaces(Math.min(length, longest));
  }

  /** One place for each parity. */
  #addPlaces(length: number): void {
    const classes = this.#classes;
    const first = classes[0] as number;
    const second = classes[1] as number;
    const third = classes[2] as number;
    const front = first * size + second;
    const back = second * size + third;
    if (length === 1) {
      this.#list(lists.byLast + first, 1);
      this.setLast(first);
      this.#list(lists.byMiddle + first, 2);
      this.setMiddle(first);
    } else if (length === 2) {
      this.#listLastTwo(front, 2);
      this.#listFirstTwo(front, 3);
    } else if (length > 4) {
      const { even, odd } = this.#rarity.rarestEnds(classes, length);
      this.#listFour(classes, even);
      this.#listFour(classes, odd);
    } else {
      this.#listThree(classes, 3);
      if (length === 4) this.#listThree(classes, 4);
      else if (this.#rarity.ofPair(first, second) < this.#rarity.ofPair(second, third))
        this.#listLastTwo(front, 2);
      else this.#listFirstTwo(back, 4);
    }
  }

  #listFour(classes: Uint8Array, offset: number): void {
    const four = hashOf((threeBefore(classes, offset - 1) << 6) | (classes[offset - 1] as number));
    this.#list(lists.byFour + (four >> 2), offset);
    this.#set(foursAt, four);
  }

  #listThree(classes: Uint8Array, offset: number): void {
    const three = threeBefore(classes, offset);
    this.#list(lists.byThree + (hashOf(three) >> 4), offset);
    this.#set(threesAt, three);
  }

  #listFirstTwo(two: number, offset: number): void {
    this.#list(lists.byFirstTwo + two, offset);
    this.#setAll(two);
  }

  #listLastTwo(two: number, offset: number): void {
    this.#list(lists.byLastTwo + two, offset);
    this.#setLastTwo(two);
  }

  /** `offset`: how far the end of a look lies behind the literal's start. */
  #list(list: number, offset: number): void {
    const words = this.#words;
    const entryAt = this.#entryAt;
    const entry = entryAt >> 2;
    words[entry] = words[list] as number;
    words[entry + 1] = this.#letters;
    words[entry + 2] = this.#length | (offset << 16);
    words[entry + 3] = this.#marks;
    words[list] = entryAt;
    this.#entryAt = entryAt + entrySize;
  }

  setMiddle(middle: number): void {
    for (let last = 0; last < size; last += 1) this.#setLastTwo(middle * size + last);
  }

  setLast(last: number): void {
    for (let middle = 0; middle < size; middle += 1) this.#setLastTwo(middle * size + last);
  }

  /** Whatever stands before two classes: written once for all, when everything is known. */
  #setLastTwo(two: number): void {
    this.#lastTwo[two >> 5] = (this.#lastTwo[two >> 5] as number) | (1 << (two & 31));
  }

  finish(): void {
    const words = this.#words;
    const lastTwo = this.#lastTwo;
    const start = threesAt >> 2;
    for (let at = 0; at < lastTwo.length * size; at += 1)
      words[start + at] = (words[start + at] as number) | (lastTwo[at % lastTwo.length] as number);
  }

  /** Whatever stands behind two classes: 64 bits. */
  #setAll(two: number): void {
    this.#memory.fill(255, threesAt + two * 8, threesAt + two * 8 + 8);
  }

  #set(bitsAt: number, bit: number): void {
    const at = bitsAt + (bit >> 3);
    this.#memory[at] = (this.#memory[at] as number) | (1 << (bit & 7));
  }
}

/** As the loops reckon it: 18 bits. */
const hashOf = (four: number): number => Math.imul(four, 0x9e3779b1) >>> 14;

const threeBefore = (classes: Uint8Array, end: number): number =>
  (((classes[end - 3] as number) << 12) | ((classes[end - 2] as number) << 6)) + (classes[end - 1] as number);
