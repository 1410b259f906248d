// A stretch of text as sentences, each with its words that matter.

import { Dialogue } from './dialogue.js';
import { sign } from './signs.js';
import { readForeignWords, readWords, toUnits, type Units, type Word } from './word-tree.js';

export interface Sentence {
  /** The whole stretch in lower case; `start` and `end` are places in it. */
  readonly text: string;
  /** The same with its capitals. */
  readonly asWritten: string;
  readonly start: number;
  readonly end: number;
  /** The sentence itself, in lower case. */
  readonly said: string;
  readonly words: readonly Word[];
  /** All classes of its words. */
  readonly classes: number;
  /** All signs in it. */
  readonly signs: number;
  /** Who speaks in the stretch. */
  readonly dialogue: Dialogue;
  /** Whether it is written in another language than English. */
  readonly isForeign: boolean;
}

/** Which words are looked for. */
export type Languages = 'english' | 'all';

/** Whether some classes are among those that are wanted. */
export const has = (classes: number, wanted: number): boolean => (classes & wanted) !== 0;

/** An address, a page, an account or a number: where things can be sent to. Known by what is rare in it, so that it is found fast. */
const ways =
  /@[\w-]{1,30}\.[a-z]|https?:\/|www\.|\b[a-z]{2}\d{2} ?(?:[a-z0-9]{4} ?){3}|\+\d{1,3}[ \d-]{6}|(?<=[a-z0-9])\.(?:example|com|net|org|io|xyz|ru|cn|top|dev|site|info)\b/g;

/** Where such ways begin, in order. */
export function findWays({ said, signs }: Sentence): readonly number[] {
  if (!has(signs, sign.way)) return [];
  const places: number[] = [];
  ways.lastIndex = 0;
  for (let way = ways.exec(said); way !== null; way = ways.exec(said)) places.push(way.index);
  return places;
}

/** The longest sentence; what goes on is the next one. */
const longest = 400;
const stops =
  /(?=[.!?;\u0964\n。！？；}<"-])(?:[.!?;\u0964](?=[\s"'<)\]*]|$)|\n\s{0,8}(?=[\n\-*#>\d"'[{<A-Z/]|$)|[。！？；]|(?<=[^\0-\x7f])\.|\}\s{0,4}[,\]]|-->|<!--|",")/g;

/** Reads the sentences of a stretch that hold words of the lexicon, one after the other. `text` is in lower case. */
export function readSentences(
  text: string,
  asWritten: string,
  languages: Languages,
  take: (sentence: Sentence) => void,
): void {
  const units = toUnits(text);
  const dialogue = new Dialogue(text);
  let stop = 0;
  for (let start = 0; start < text.length; ) {
    // A stop that lies behind the longest sentence is looked for once.
    if (stop <= start) stop = nextStop(asWritten, start);
    const end = Math.min(stop, start + longest);
    const sentence = readSentence(text, asWritten, units, dialogue, start, end, languages);
    if (sentence !== undefined) take(sentence);
    start = end;
  }
}

function nextStop(text: string, from: number): number {
  stops.lastIndex = from;
  const stop = stops.exec(text);
  return stop === null ? text.length : Math.max(from + 1, stop.index + stop[0].length);
}

/** Small words that no other language has. */
const native = /\b(?:the|and|you|your|this|with|that|from|are|will|not|have)\b/;

function readSentence(
  text: string,
  asWritten: string,
  units: Units,
  dialogue: Dialogue,
  start: number,
  end: number,
  languages: Languages,
): Sentence | undefined {
  const { words: english, signs } = readWords(units, start, end);
  if (languages === 'english' && english.length === 0) return undefined;
  const said = text.slice(start, end);
  const foreign =
    languages === 'english' || native.test(said) ? NOTHING : readForeignWords(units, start, end).words;
  const isForeign = foreign.length > 0 && weigh(foreign) > english.length;
  const words = isForeign ? foreign : english;
  let classes = 0;
  for (const word of words) classes |= word.classes;
  if (classes === 0) return undefined;
  return { text, asWritten, start, end, said, words, classes, signs, dialogue, isForeign };
}

const NOTHING: readonly Word[] = [];

/** A short word may be one of many languages. */
const weigh = (words: readonly Word[]): number =>
  words.reduce((sum, { start, end }) => sum + (end - start > 3 ? 2 : 1), 0);
