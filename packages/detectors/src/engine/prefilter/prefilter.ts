// Tests whether a text can contain a finding, with one fast pass over raw bytes and without decoding. Most
// texts contain no finding and are excluded here. Short texts that remain are searched completely, which
// gives the exact result. A result of `false` is certain: the pass finds every literal that a detector,
// decoder or function detector requires.

import { maxLoopLength, shortText } from '../literals/literal-index.js';
import type { CollectLast } from './matcher.js';
import type { PrefilterPlan } from './plan.js';

/** The encoding of the bytes: plain text, or the content of a JSON string. */
export type ByteFormat = 'text' | 'json';

export interface Prefilter {
  /**
   * Returns false only if bytes[start..end) certainly contain no finding. By default, the bytes are the
   * content of a JSON string.
   */
  mayMatch(bytes: Uint8Array, start: number, end: number, format?: ByteFormat): boolean;
  /**
   * Applies the same test to all strings of a JSON text. Returns how often each name is a key in the text, or
   * `undefined` if there may be a finding.
   */
  countKeysIfClean(json: Uint8Array, names: readonly string[]): readonly number[] | undefined;
}

/**
 * The maximum total length of the strings of one JSON text that are searched at once. Longer texts are
 * searched in steps.
 */
const maxSearched = 65_536;

const decoder = new TextDecoder();

/** The functions of the engine that the prefilter needs. */
export interface Searched {
  plan(): PrefilterPlan;
  /**
   * Prepares a text for the WebAssembly loops: normalizes it and replaces non-ASCII letters. Returns
   * `undefined` if one of these letters occurs in a literal.
   */
  fold(text: string): string | undefined;
  /** Tests whether the search of a short text returns a result. */
  holds(text: string, collectLast?: CollectLast): boolean;
  /** Returns false only if a text certainly contains no finding. */
  mayFind(text: string, collectLast?: CollectLast): boolean;
}

/** Creates the prefilter of an engine. */
export function createPrefilter({ plan, fold, holds, mayFind }: Searched): Prefilter {
  const isQuiet = (text: string): boolean => {
    const { matcher, alwaysAwake, enough } = plan();
    if (matcher === undefined || alwaysAwake.length > 0) return false;
    const folded = fold(text);
    return folded !== undefined && matcher.weighText(folded) < enough;
  };
  /**
   * Returns false only if there is certainly no finding. `maySearch` is called with the length of a text
   * before the text is searched.
   */
  const look = (
    bytes: Uint8Array,
    start: number,
    end: number,
    format: ByteFormat,
    maySearch: (length: number) => boolean,
    collectLast?: CollectLast,
  ): boolean => {
    const { matcher, alwaysAwake, enough } = plan();
    if (matcher === undefined) return true;
    // The search of texts up to this length begins with the same loops, so the bytes need not be tested first.
    if (end - start <= maxLoopLength && maySearch(end - start)) {
      const { text } = readText(bytes, start, end, format);
      return text.length <= shortText ? holds(text, collectLast) : mayFind(text, collectLast);
    }
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
      let left = maxSearched;
      const maySearch = (length: number): boolean => {
        left -= length;
        return left >= 0;
      };
      return matcher?.countKeysIfClean(json, names, (bytes, start, end) =>
        look(bytes, start, end, 'json', maySearch, () => matcher.collectLast()),
      );
    },
  };
}

/** Returns the text of some bytes, and whether it equals the bytes without decoding. */
function readText(bytes: Uint8Array, start: number, end: number, format: ByteFormat) {
  const spelling = decoder.decode(bytes.subarray(start, end));
  const text = format === 'json' ? readString(spelling) : spelling;
  return { text, isPlain: text === spelling && spelling.length === end - start };
}

/**
 * Decodes the content of a JSON string. If several strings were joined, line ends between them make it
 * invalid as one string.
 */
function readString(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    // The text consists of several joined strings: their escapes are valid, and line feeds separate them.
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
