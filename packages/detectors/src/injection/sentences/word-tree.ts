// Words and phrases with their classes as a tree of letters, read from the start of each word. Scripts that put no blanks
// between words are read at every sign.

import { fold } from '../../engine/fold.js';
import { writeUnits } from '../../engine/units-of-text.js';
import { english } from './english.js';
import { otherLanguages } from './other-languages.js';
import { sign, signsOf } from './signs.js';
import { type Lexicon, type WordClassName, wordClass } from './word-class.js';

/** A word or a phrase of the lexicon in a text. */
export interface Word {
  readonly classes: number;
  readonly start: number;
  readonly end: number;
}

/** The units of a text in lower case, and some zeros: each is looked at several times, and a string takes longer to ask. */
export type Units = Uint16Array;

/** What a look at four letters may read behind the last one. */
const padding = 4;
let shared = new Uint16Array(16_384);

/** The units of a text. They are good until the next text is asked for. */
export function toUnits(text: string): Units {
  const { length } = text;
  if (shared.length < length + padding) shared = new Uint16Array(2 * length + padding);
  const units = shared;
  writeUnits(text, units);
  units.fill(0, length, length + padding);
  return units;
}

const blank = 32;
const lineFeed = 10;
const fullStop = 46;
const widestGap = 4;
const carriageReturn = 13;
const isBlank = (unit: number): boolean => unit === blank || unit === lineFeed || unit === carriageReturn;

/** Whether a unit is part of a word. */
const isWordUnit = (code: number): boolean =>
  code < 128
    ? ((signsOf[code] as number) & sign.word) !== 0
    : code >= 0xaa && !(code >= 0x2000 && code <= 0x2e7f) && !(code >= 0x3000 && code <= 0x303f);

/** Chinese, Japanese and Korean: words begin and end anywhere. */
const isDense = (code: number): boolean => code >= 0x2e80 && code <= 0xd7ff;
/** `and`, `then`, `with` and `for` are written in one with the next word in Arabic. */
const clings = new Set([...'وفبل'].map((letter) => letter.charCodeAt(0)));

const letters = 27;
/** A small letter of ASCII as a number, anything else of ASCII as 0. */
const letterNumbers = Uint8Array.from({ length: 128 }, (_, code) =>
  code >= 97 && code <= 122 ? code - 96 : 0,
);
const letterOf = (code: number): number => (code < 128 ? (letterNumbers[code] as number) : 0);
/** A node with more children than this is given a table of them. */
const few = 3;

class WordTree {
  private readonly firstChild: number[] = [0];
  private readonly sibling: number[] = [0];
  private readonly unit: number[] = [0];
  /** Classes of words that end at a node, and of those that may go on there. */
  private readonly whole: number[] = [0];
  private readonly stems: number[] = [0];
  private readonly roots = new Map<number, number>();
  /** For nodes with many children: the children by their unit, for units of ASCII. */
  private readonly tables: (Int32Array | undefined)[] = [new Int32Array(128)];
  private readonly childCount: number[] = [0];
  /**
   * Where four letters of ASCII lead: to a node, nowhere (0), which is what most words of a text do, or to what has to be
   * walked letter by letter (-1).
   */
  private readonly begins = new Int32Array(letters ** 4);
  /** One bit for each of them that leads somewhere: a table that stays in the processor's cache. */
  private readonly known = new Int32Array(Math.ceil(letters ** 4 / 32));

  add(word: string, classes: number): void {
    const isStem = word.endsWith('*');
    const plain = isStem ? word.slice(0, -1) : word;
    if (plain === '') return;
    let node = 0;
    for (let at = 0; at < plain.length; at += 1) {
      const code = plain.charCodeAt(at);
      node = this.childOf(node, code) || this.grow(node, code);
      if (at === 3) this.open(plain, node);
    }
    if (plain.length < 4) this.openShort(plain, isStem);
    const table = isStem || isDense(plain.charCodeAt(plain.length - 1)) ? this.stems : this.whole;
    table[node] = (table[node] ?? 0) | classes;
  }

  /** Adds all words and phrases that start here. */
  collect(units: Units, start: number, end: number, words: Word[]): void {
    const four = (units[start] as number) < 128 ? fourAt(units, start) : -1;
    if (four !== -1 && (((this.known[four >> 5] as number) >>> (four & 31)) & 1) === 0) return;
    let node = four === -1 ? -1 : (this.begins[four] as number);
    let at = start;
    if (node === -1) node = 0;
    else {
      at += 4;
      if (at > end) return;
      this.take(node, units, start, at, end, words);
    }
    while (at < end) {
      const unit = units[at] as number;
      const isGap = isBlank(unit);
      node = this.childOf(node, isGap ? blank : unit);
      if (node === 0) return;
      at += 1;
      if (isGap) for (let gap = 1; gap < widestGap && isBlank(units[at] as number); gap += 1) at += 1;
      this.take(node, units, start, at, end, words);
    }
  }

  /** The word that ends at a node, if one does. */
  private take(node: number, units: Units, start: number, at: number, end: number, words: Word[]): void {
    const stem = this.stems[node] as number;
    const whole = this.whole[node] as number;
    if ((stem | whole) === 0) return;
    const goesOn = at < end && isWordUnit(units[at] as number);
    const classes = goesOn ? stem : stem | whole;
    if (classes !== 0) words.push({ classes, start, end: at });
  }

  /** The child of a node, or 0: the root is nobody's child. */
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
      if ((this.childCount[parent] as number) > few) this.tables[parent] = this.tableOf(parent);
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

  private open(word: string, node: number): void {
    const four = fourOf(word);
    if (this.begins[four] !== -1) this.begins[four] = /^[a-z]{4}/.test(word) ? node : -1;
    this.know(four, four + 1);
  }

  /** Whatever follows a stem, or stands behind the blank after a short word. */
  private openShort(word: string, isStem: boolean): void {
    const four = fourOf(word);
    const end = four + letters ** (isStem ? 4 - word.length : 3 - word.length);
    this.begins.fill(-1, four, end);
    this.know(four, end);
  }

  private know(from: number, to: number): void {
    for (let four = from; four < to; four += 1)
      this.known[four >> 5] = (this.known[four >> 5] as number) | (1 << (four & 31));
  }
}

/** Four letters as one number. */
const fourAt = (units: Units, at: number): number =>
  ((letterOf(units[at] as number) * letters + letterOf(units[at + 1] as number)) * letters +
    letterOf(units[at + 2] as number)) *
    letters +
  letterOf(units[at + 3] as number);

/** The four letters that a word begins with. */
function fourOf(word: string): number {
  let four = 0;
  for (let at = 0; at < 4; at += 1) four = four * letters + letterOf(word.charCodeAt(at));
  return four;
}

/** The words of English, and those of the other languages: each is built when it is first needed. */
let native: WordTree | undefined;
let foreign: WordTree | undefined;

const nativeTree = (): WordTree => {
  native ??= createTree([english], wordClass.english);
  return native;
};
const foreignTree = (): WordTree => {
  foreign ??= createTree(otherLanguages, wordClass.foreign);
  return foreign;
};

/** What was read: the words of the lexicon in order, and all signs of ASCII. */
export interface Reading {
  readonly words: readonly Word[];
  readonly signs: number;
}

/** Every English word of the lexicon in units[start..end). */
export const readWords = (units: Units, start: number, end: number): Reading =>
  readWith(nativeTree(), units, start, end);

/** The same for the words of all other languages. */
export const readForeignWords = (units: Units, start: number, end: number): Reading =>
  readWith(foreignTree(), units, start, end);

function readWith(tree: WordTree, units: Units, start: number, end: number): Reading {
  const words: Word[] = [];
  let signs = 0;
  let isInside = start > 0 && isWordUnit(units[start - 1] as number);
  for (let at = start; at < end; at += 1) {
    const code = units[at] as number;
    if (code < 128) {
      const own = signsOf[code] as number;
      signs |= own;
      if ((own & sign.word) === 0) {
        isInside = false;
        if (code !== fullStop) continue;
      } else if (isInside) continue;
      else isInside = true;
      tree.collect(units, at, end, words);
    } else isInside = collectForeign(tree, units, at, end, isInside, words);
  }
  return { words, signs };
}

/** The same for a unit beyond ASCII; whether a word goes on behind it. */
function collectForeign(
  from: WordTree,
  units: Units,
  at: number,
  end: number,
  isInside: boolean,
  words: Word[],
): boolean {
  const code = units[at] as number;
  if (isDense(code)) {
    from.collect(units, at, end, words);
    return false;
  }
  if (!isWordUnit(code)) return false;
  if (isInside) return true;
  from.collect(units, at, end, words);
  if (clings.has(code)) from.collect(units, at + 1, end, words);
  return true;
}

function createTree(lexicons: readonly Lexicon[], mark: number): WordTree {
  const made = new WordTree();
  for (const lexicon of lexicons) {
    const names = Object.keys(lexicon) as WordClassName[];
    const folded = foldNow(names.map((name) => lexicon[name]).join('\n')).split('\n');
    names.forEach((name, index) => {
      for (const word of (folded[index] as string).split('|')) made.add(word, wordClass[name] | mark);
    });
  }
  return made;
}

function foldNow(text: string): string {
  const steps = fold(text);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value.text.toLowerCase();
  }
}
