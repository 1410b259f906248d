// Tests whether a text can contain a finding, with one fast pass over raw bytes and without decoding. Most texts
// contain none and are finished here; short other texts are then searched completely, which gives the exact result.
// A result of `false` is certain: the test finds every literal that a detector, decoder or scanner requires.

import { shortText } from '../literals/literal-index.js';
import type { PrefilterPlan } from './plan.js';

/** The encoding of the bytes: plain text, or the content of a JSON string. */
export type ByteFormat = 'text' | 'json';

export interface Prefilter {
  /**
   * False only if bytes[start..end) certainly contain no finding; they are the content of a JSON string by
   * default.
   */
  mayMatch(bytes: Uint8Array, start: number, end: number, format?: ByteFormat): boolean;
  /**
   * The same test for all strings of a JSON text: returns how often each name is a key in it; `undefined` if
   * there may be a finding.
   */
  countKeysIfClean(json: Uint8Array, names: readonly string[]): readonly number[] | undefined;
}

/** The limit for searching one JSON text at once; larger ones are searched in steps. */
const mostSearched = 65_536;

const decoder = new TextDecoder();

/** The functions of the engine that the prefilter needs. */
export interface Searched {
  plan(): PrefilterPlan;
  /** A text for the loops: normalized, without non-ASCII letters; `undefined` if some of them matter. */
  fold(text: string): string | undefined;
  /** True if the search of a short text has a result. */
  holds(text: string): boolean;
}

/** The prefilter of an engine. */
export function createPrefilter({ plan, fold, holds }: Searched): Prefilter {
  const isQuiet = (text: string): boolean => {
    const { matcher, alwaysAwake, enough } = plan();
    if (matcher === undefined || alwaysAwake.length > 0) return false;
    const folded = fold(text);
    return folded !== undefined && matcher.weighText(folded) < enough;
  };
  /** `false` is certain. `maySearch` is called before a text of some length is searched. */
  const look = (
    bytes: Uint8Array,
    start: number,
    end: number,
    format: ByteFormat,
    maySearch: (length: number) => boolean,
  ): boolean => {
    const { matcher, alwaysAwake, enough } = plan();
    if (matcher === undefined) return true;
    // The search of a short text begins with the same test.
    if (end - start <= shortText && maySearch(end - start))
      return holds(readText(bytes, start, end, format).text);
    if (alwaysAwake.length === 0 && matcher.weigh(bytes, start, end) < enough) return false;
    const { text, isPlain } = readText(bytes, start, end, format);
    if (!isPlain && isQuiet(text)) return false;
    return text.length > shortText || !maySearch(text.length) || holds(text);
  };
  return {
    mayMatch: (bytes, start, end, format = 'json') => look(bytes, start, end, format, () => true),
    countKeysIfClean(json, names) {
      const { matcher, alwaysAwake } = plan();
      if (alwaysAwake.length > 0) return undefined;
      let left = mostSearched;
      const maySearch = (length: number): boolean => {
        left -= length;
        return left >= 0;
      };
      return matcher?.countKeysIfClean(json, names, (bytes, start, end) =>
        look(bytes, start, end, 'json', maySearch),
      );
    },
  };
}

/** The text of some bytes, and whether it is written as it is. */
function readText(bytes: Uint8Array, start: number, end: number, format: ByteFormat) {
  const spelling = decoder.decode(bytes.subarray(start, end));
  const text = format === 'json' ? readString(spelling) : spelling;
  return { text, isPlain: text === spelling && spelling.length === end - start };
}

/** Decodes a JSON string. Several joined strings may have line ends between them, which a string cannot contain. */
function readString(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    // Several joined strings: their escapes are valid, and line feeds separate them.
    return readLines(text);
  }
}

function readLines(text: string): string {
  try {
    return text
      .split('\n')
      .map((line) => JSON.parse(`"${line}"`))
      .join('\n');
  } catch {
    return text;
  }
}
