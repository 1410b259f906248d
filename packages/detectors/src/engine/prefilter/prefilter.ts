// Could a text hold anything at all? One fast look at raw bytes, without decoding them. Most texts hold nothing and end
// here; the others, if they are short, are searched at once, and that says it precisely.
//
// A `false` is certain: the look finds every literal without which no detector, decoder or scanner can find anything.

import { lowestThreshold } from '../../injection/score.js';
import { shortText } from '../literals/literal-index.js';
import type { PrefilterPlan } from './plan.js';

/** What bytes are: characters as they stand, or the inside of a JSON string. */
export type ByteFormat = 'text' | 'json';

export interface Prefilter {
  /** Whether bytes[start..end) could hold a finding; the inside of a JSON string unless told. */
  mayMatch(bytes: Uint8Array, start: number, end: number, format?: ByteFormat): boolean;
  /** Whether no string of a JSON text could: how often each name is a key in it; else, or in doubt, `undefined`. */
  countKeysIfClean(json: Uint8Array, names: readonly string[]): readonly number[] | undefined;
}

/** So much of one JSON text is searched at once; a text with more that is in doubt is searched in steps. */
const mostSearched = 65_536;

const decoder = new TextDecoder();

/** What the prefilter asks the engine. */
export interface Searched {
  plan(): PrefilterPlan;
  /** A text as the loops can read it: folded, without letters beyond ASCII; `undefined` where some of them matter. */
  fold(text: string): string | undefined;
  /** Whether the search of a short text has anything to tell. */
  holds(text: string): boolean;
}

/** The prefilter of an engine. */
export function createPrefilter({ plan, fold, holds }: Searched): Prefilter {
  const isQuiet = (text: string): boolean => {
    const { matcher, alwaysAwake } = plan();
    if (matcher === undefined || alwaysAwake.length > 0) return false;
    const folded = fold(text);
    return folded !== undefined && matcher.weighText(folded) < lowestThreshold;
  };
  /** `false` is certain. `maySearch` is asked before a text of some length is searched. */
  const look = (
    bytes: Uint8Array,
    start: number,
    end: number,
    format: ByteFormat,
    maySearch: (length: number) => boolean,
  ): boolean => {
    const { matcher, alwaysAwake } = plan();
    if (matcher === undefined) return true;
    if (alwaysAwake.length === 0 && matcher.weigh(bytes, start, end) < lowestThreshold) return false;
    const spelling = decoder.decode(bytes.subarray(start, end));
    const text = format === 'json' ? readString(spelling) : spelling;
    const isPlain = text === spelling && spelling.length === end - start;
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

/** What a JSON string says. Several of them put together may have lines between them, which no string has. */
function readString(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return JSON.parse(`"${text}"`);
  } catch {
    // Several strings put together: their escapes are good, and between them stand line feeds.
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
