// A stretch of text as sentences, each with its words that matter.

import type { Dialogue } from './dialogue.js';
import { sign } from './signs.js';
import { readForeignWords, readWords, type Units, type Word } from './word-tree.js';

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
  /** Who speaks before it. */
  readonly dialogue: Pick<Dialogue, 'isBefore'>;
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
/** A line that begins something new: the next one, an item, a heading, a quotation, a sentence. */
const newLine = /\n\s{0,8}(?=[\n\-*#>\d"'[{<A-Z/]|$)/y;

/** Tells where each sentence of a stretch begins and ends. `units` are those of the stretch in lower case. */
export function cutSentences(
  asWritten: string,
  units: Units,
  take: (start: number, end: number) => void,
): void {
  let stop = 0;
  for (let start = 0; start < asWritten.length; ) {
    // A stop that lies behind the longest sentence is looked for once.
    if (stop <= start) stop = nextStop(asWritten, units, start);
    const end = stop - start > longest ? endOfPiece(units, start + longest) : stop;
    take(start, end);
    start = end;
  }
}

/** No word is cut in two, unless it is a long one. */
const longestWord = 48;

/** Where a piece of a sentence ends that ends at `to` at the latest: behind a blank, when there is one near. */
function endOfPiece(units: Units, to: number): number {
  for (let at = to; at > to - longestWord; at -= 1) if (isSpace(units[at - 1] as number)) return at;
  return to;
}

/** What a stop can begin with, ASCII only. */
const mayStop = Uint8Array.from({ length: 128 }, (_, code) =>
  '.!?;\n}<"-'.includes(String.fromCharCode(code)) ? 1 : 0,
);
/** Full stops of scripts without blanks. */
const isWideStop = (code: number): boolean =>
  code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0xff1b;
const danda = 0x0964;

function nextStop(text: string, units: Units, from: number): number {
  const { length } = text;
  for (let at = from; at < length; at += 1) {
    const code = units[at] as number;
    if (code < 128) {
      if (mayStop[code] === 0) continue;
      const end = endOfStop(text, units, code, at);
      if (end !== 0) return end;
    } else if (isWideStop(code) || (code === danda && isBehindStop(units, at + 1, length))) return at + 1;
  }
  return length;
}

/** Where the stop that begins with a unit ends; 0 when it is none. Units are asked one by one: this is done for most of a text. */
function endOfStop(text: string, units: Units, code: number, at: number): number {
  switch (code) {
    case 10:
      newLine.lastIndex = at;
      return newLine.test(text) ? newLine.lastIndex : 0;
    case 125: // }
      return endOfItem(units, at + 1, text.length);
    case 34: // ","
      return units[at + 1] === 44 && units[at + 2] === 34 ? at + 3 : 0;
    case 45: // -->
      return units[at + 1] === 45 && units[at + 2] === 62 ? at + 3 : 0;
    case 60: // <!--
      return units[at + 1] === 33 && units[at + 2] === 45 && units[at + 3] === 45 ? at + 4 : 0;
    default:
      if (code === 46 && at > 0 && (units[at - 1] as number) > 127) return at + 1;
      return isBehindStop(units, at + 1, text.length) ? at + 1 : 0;
  }
}

const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x2028 || code === 0x2029;

/** What stands behind the stop of a sentence: nothing, a blank, or what closes or opens something. */
function isBehindStop(units: Units, at: number, length: number): boolean {
  if (at >= length) return true;
  const code = units[at] as number;
  return isSpace(code) || closers.has(code);
}
const closers = new Set([...'"\'<)]*'].map((sign) => sign.charCodeAt(0)));

/** `} ,` and `}]`: the end of an item of a list. */
function endOfItem(units: Units, at: number, length: number): number {
  let next = at;
  while (next < length && next < at + 4 && isSpace(units[next] as number)) next += 1;
  return units[next] === 44 || units[next] === 93 ? next + 1 : 0;
}

/** Small words that no other language has. */
const native = /\b(?:the|and|you|your|this|with|that|from|are|will|not|have)\b/;

/**
 * The sentence from `start` to `end`, when it holds words of the lexicon. `text` is in lower case and on one line; `units` are
 * those of the same letters with their line breaks.
 */
export function readSentence(
  text: string,
  asWritten: string,
  units: Units,
  dialogue: Sentence['dialogue'],
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
