// Splits a text into sentences: at full stops, at line breaks before a new part, and at the ends of list items and
// comments.

import type { Units } from './lexicon/units.js';

/** The maximum length of a sentence. Longer sentences are split. */
const maxSentenceLength = 400;

/** Matches a line break before an empty line, an item, a heading, a quotation or a sentence. */
const newLine = /\n\s{0,8}(?=[\n\-*#>\d"'[{<A-Z/]|$)/y;

/**
 * Calls `onSentence` with the start and the end of each sentence. `units` are the units of the text in lower case.
 */
export function splitSentences(
  asWritten: string,
  units: Units,
  onSentence: (start: number, end: number) => void,
): void {
  let stop = 0;
  for (let start = 0; start < asWritten.length; ) {
    // The next stop is searched for only once, even if the text before it is split several times.
    if (stop <= start) stop = nextStop(asWritten, units, start);
    const end = stop - start > maxSentenceLength ? endOfPiece(units, start + maxSentenceLength) : stop;
    onSentence(start, end);
    start = end;
  }
}

/** The maximum length of a word that is not split. */
const maxWordLength = 48;

/**
 * Returns the end of a piece of a long sentence, which is at most `to`. The piece ends after a space, if there is one
 * nearby.
 */
function endOfPiece(units: Units, to: number): number {
  for (let at = to; at > to - maxWordLength; at -= 1) if (isSpace(units[at - 1] as number)) return at;
  return to;
}

/** ASCII characters that may end a sentence. */
const mayEndSentence = Uint8Array.from({ length: 128 }, (_, code) =>
  '.!?;\n}<"-'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Tests for the full stops of Chinese and Japanese. */
const isWideStop = (code: number): boolean =>
  code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0xff1b;

const danda = 0x0964;

function nextStop(text: string, units: Units, from: number): number {
  const { length } = text;
  for (let at = from; at < length; at += 1) {
    const code = units[at] as number;
    if (code < 128) {
      if (mayEndSentence[code] === 0) continue;
      const end = endOfStop(text, units, code, at);
      if (end !== 0) return end;
    } else if (isWideStop(code) || (code === danda && isBehindStop(units, at + 1, length))) return at + 1;
  }
  return length;
}

/**
 * Returns the end of the stop that begins at `at`, or 0 if there is no stop. The units are compared one by one,
 * because the function runs for most of a text.
 */
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

/**
 * Tests whether a stop ends the sentence: the end of the text, white space, a bracket or a quotation mark follows.
 */
function isBehindStop(units: Units, at: number, length: number): boolean {
  if (at >= length) return true;
  const code = units[at] as number;
  return isSpace(code) || closers.has(code);
}

const closers = new Set([...'"\'<)]*'].map((sign) => sign.charCodeAt(0)));

/** Returns the end of `} ,` or `}]`, which ends a list item. */
function endOfItem(units: Units, at: number, length: number): number {
  let next = at;
  while (next < length && next < at + 4 && isSpace(units[next] as number)) next += 1;
  return units[next] === 44 || units[next] === 93 ? next + 1 : 0;
}
