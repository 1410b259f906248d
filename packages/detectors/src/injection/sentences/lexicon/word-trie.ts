// Implements a trie of words and phrases with their classes. Words are looked up from their start.

import { blank, isBlank, isCjk, isWordUnit, type Units } from './units.js';

/** A word or phrase of the lexicon that occurs in a text. */
export interface Word {
  readonly classes: number;
  readonly start: number;
  readonly end: number;
}

const widestGap = 4;
const letters = 27;
/** The number of an ASCII lowercase letter (1 to 26), or 0 for any other ASCII character. */
const letterNumbers = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 97 && code <= 122 ? code - 96 : 0,
);
const letterOf = (code: number): number => (code < 128 ? (letterNumbers[code] as number) : 0);
/** The maximum number of children without a table. */
const fewChildren = 3;

/** Words and phrases with their classes. */
export class WordTrie {
  private readonly firstChild: number[] = [0];
  private readonly sibling: number[] = [0];
  private readonly unit: number[] = [0];
  /** The classes of the whole words and of the stems that end at each node. Other letters may follow a stem. */
  private readonly whole: number[] = [0];
  private readonly stems: number[] = [0];
  private readonly roots = new Map<number, number>();
  /** For each node with many children, a table of the children by ASCII unit. */
  private readonly tables: (Int32Array | undefined)[] = [new Int32Array(128)];
  private readonly childCount: number[] = [0];
  /** The four-letter prefixes of the words in the trie. Most words of a text have another prefix, so they are skipped early. */
  private readonly prefixes = new BitSet(letters ** 4);
  /** The prefixes after which the trie has to be searched letter by letter. */
  private readonly sharedPrefixes = new BitSet(letters ** 4);
  /** The node for each prefix that is not in `sharedPrefixes`. */
  private readonly prefixNodes = new Map<number, number>();

  add(word: string, classes: number): void {
    const isStem = word.endsWith('*');
    const plain = isStem ? word.slice(0, -1) : word;
    if (plain === '') return;
    let node = 0;
    for (let at = 0; at < plain.length; at += 1) {
      const code = plain.charCodeAt(at);
      node = this.childOf(node, code) || this.grow(node, code);
      if (at === 3) this.addPrefix(plain, node);
    }
    if (plain.length < 4) this.addShortPrefix(plain, isStem);
    const table = isStem || isCjk(plain.charCodeAt(plain.length - 1)) ? this.stems : this.whole;
    table[node] = (table[node] ?? 0) | classes;
  }

  /** Adds all words and phrases that start at `start` to `words`. */
  collect(units: Units, start: number, end: number, words: Word[]): void {
    const four = (units[start] as number) < 128 ? fourAt(units, start) : -1;
    if (four !== -1 && !this.prefixes.has(four)) return;
    let node = 0;
    let at = start;
    if (four !== -1 && !this.sharedPrefixes.has(four)) {
      node = this.prefixNodes.get(four) as number;
      at += 4;
      if (at > end) return;
      this.addWord(node, units, start, at, end, words);
    }
    while (at < end) {
      const unit = units[at] as number;
      const isGap = isBlank(unit);
      node = this.childOf(node, isGap ? blank : unit);
      if (node === 0) return;
      at += 1;
      if (isGap) for (let gap = 1; gap < widestGap && isBlank(units[at] as number); gap += 1) at += 1;
      this.addWord(node, units, start, at, end, words);
    }
  }

  /** Adds the word that ends at a node, if there is one. */
  private addWord(node: number, units: Units, start: number, at: number, end: number, words: Word[]): void {
    const stem = this.stems[node] as number;
    const whole = this.whole[node] as number;
    if ((stem | whole) === 0) return;
    const goesOn = at < end && isWordUnit(units[at] as number);
    const classes = goesOn ? stem : stem | whole;
    if (classes !== 0) words.push({ classes, start, end: at });
  }

  /** Returns the child of a node, or 0 if there is none. The root is never a child. */
  private childOf(node: number, code: number): number {
    const table = code < 128 ? this.tables[node] : undefined;
    if (table !== undefined) return table[code] as number;
    if (node === 0) return this.roots.get(code) ?? 0;
    let child = this.firstChild[node] as number;
    while (child !== 0 && this.unit[child] !== code) child = this.sibling[child] as number;
    return child;
  }

  private grow(parent: number, code: number): number {
    const node = this.unit.length;
    this.unit.push(code);
    this.sibling.push(parent === 0 ? 0 : (this.firstChild[parent] as number));
    this.firstChild.push(0);
    this.whole.push(0);
    this.stems.push(0);
    this.tables.push(undefined);
    this.childCount.push(0);
    if (parent === 0) this.roots.set(code, node);
    else this.firstChild[parent] = node;
    this.childCount[parent] = (this.childCount[parent] as number) + 1;
    const table = this.tables[parent];
    if (table === undefined) {
      if ((this.childCount[parent] as number) > fewChildren) this.tables[parent] = this.tableOf(parent);
    } else if (code < 128) table[code] = node;
    return node;
  }

  private tableOf(node: number): Int32Array {
    const table = new Int32Array(128);
    for (let child = this.firstChild[node] as number; child !== 0; child = this.sibling[child] as number) {
      const unit = this.unit[child] as number;
      if (unit < 128) table[unit] = child;
    }
    return table;
  }

  private addPrefix(word: string, node: number): void {
    const four = fourOf(word);
    this.prefixes.add(four, four + 1);
    if (/^[a-z]{4}/.test(word)) this.prefixNodes.set(four, node);
    else this.sharedPrefixes.add(four, four + 1);
  }

  /**
   * Adds all prefixes that begin with a short word. After a stem, any character may follow; after a whole word, first
   * a non-letter and then any character.
   */
  private addShortPrefix(word: string, isStem: boolean): void {
    const four = fourOf(word);
    const end = four + letters ** (isStem ? 4 - word.length : 3 - word.length);
    this.prefixes.add(four, end);
    this.sharedPrefixes.add(four, end);
  }
}

/** A set of small numbers. Each number takes one bit, so that the set fits into the CPU cache. */
class BitSet {
  private readonly bits: Int32Array;

  constructor(size: number) {
    this.bits = new Int32Array(Math.ceil(size / 32));
  }

  has(number: number): boolean {
    return (((this.bits[number >> 5] as number) >>> (number & 31)) & 1) === 1;
  }

  add(from: number, to: number): void {
    for (let number = from; number < to; number += 1)
      this.bits[number >> 5] = (this.bits[number >> 5] as number) | (1 << (number & 31));
  }
}

/** Combines four letters into one number. */
const fourAt = (units: Units, at: number): number =>
  ((letterOf(units[at] as number) * letters + letterOf(units[at + 1] as number)) * letters +
    letterOf(units[at + 2] as number)) *
    letters +
  letterOf(units[at + 3] as number);

/** Combines the first four letters of a word into one number. */
function fourOf(word: string): number {
  let four = 0;
  for (let at = 0; at < 4; at += 1) four = four * letters + letterOf(word.charCodeAt(at));
  return four;
}
