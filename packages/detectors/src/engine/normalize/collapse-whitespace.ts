// Collapses white space. Readers skip any number of spaces, tabs and line ends between two words; patterns that did
// so would be slow. So each run of more than two characters becomes one line end if it contains one, two for an
// empty line, and otherwise two spaces, so that columns of numbers do not become one number.

import { isInvisibleOrSpace } from './normalize-character.js';
import { joinPositionMaps, type PositionMap, PositionMapBuilder, type Span } from './position-map.js';

/** A text without runs of white space; `map` is undefined if nothing has changed. */
export interface CollapsedText {
  readonly text: string;
  readonly map?: PositionMap;
}

/** True if a unit matches `\s` in ASCII. */
export const isWhitespace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** A text with single spaces, which is the form of literals and of texts that are searched for them. */
export const withSingleSpaces = (text: string): string => text.replace(/[\t-\r ]+/g, ' ');

const slice = 65_536;

/** Collapses a text; yields the units of work done so far at intervals. */
export function* collapseWhitespace(text: string): Generator<number, CollapsedText> {
  const parts: string[] = [];
  const starts: number[] = [];
  const maps: PositionMap[] = [];
  let length = 0;
  for (let from = 0; from < text.length; ) {
    // A run is not split, unless it is longer than a part.
    const to = endOfRun(text, from + slice);
    const part = text.slice(from, to);
    const squeezed = /[\t-\r ]{3}/.test(part) ? replaceRuns(part) : part;
    parts.push(squeezed);
    starts.push(length);
    maps.push(new PartMap(part, squeezed.length === part.length, from));
    length += squeezed.length;
    from = to;
    yield slice >> 4;
    // More than this of a long run does not matter.
    while (from < text.length && isWhitespace(text.charCodeAt(from))) {
      from = endOfRun(text, from);
      yield slice >> 4;
    }
  }
  return length === text.length ? { text } : { text: parts.join(''), map: joinPositionMaps(starts, maps) };
}

/** The end of the white space from a position on, or the limit. */
function endOfRun(text: string, from: number): number {
  const limit = Math.min(text.length, from + slice);
  let end = Math.min(text.length, from);
  while (end < limit && isWhitespace(text.charCodeAt(end))) end += 1;
  return end;
}

/** Collapses a short text; two adjacent spaces become a tab. */
export function collapsePairs(text: string): CollapsedText {
  const squeezed = /[\t-\r ]{2}/.test(text) ? replacePairs(text) : text;
  return squeezed.length === text.length ? { text } : { text: squeezed, map: mapOf(text, 2) };
}

// Replacing fixed strings, even three times, is the fastest way.

const replaceRuns = (text: string): string =>
  text
    .replace(/[\t\v-\r ]{3,}/g, '  ')
    .replace(/[\t\v-\r ]{0,2}\n[\t\v-\r ]{0,2}\n[\t-\r ]*/g, '\n\n')
    .replace(/[\t\v-\r ]{2}\n[\t\v-\r ]{0,2}|[\t\v-\r ]\n[\t\v-\r ]{1,2}|\n[\t\v-\r ]{2}/g, '\n');

const replacePairs = (text: string): string =>
  text
    .replace(/[\t\v-\r ]{2,}/g, '\t')
    .replace(/[\t\v-\r ]\n[\t\v-\r ]?|\n[\t\v-\r ]/g, '\n')
    .replace(/\n{3,}/g, '\n\n');

/** Text with a greater distance is unrelated. */
const farthest = 1_048_576;

/**
 * The number of white-space units that follow two others, between a first position and each of the following
 * ones.
 */
export function createExcessWhitespaceCounter(text: string): (place: number) => number {
  let at = Number.NaN;
  let run = 0;
  let excess = 0;
  return (place) => {
    if (!(place - at <= farthest)) at = place;
    for (; at < place; at += 1) {
      const code = text.charCodeAt(at);
      run = isWhitespace(code) || (code > 0x7f && isInvisibleOrSpace(code)) ? run + 1 : 0;
      if (run > 2) excess += 1;
    }
    return excess;
  };
}

/** Maps the positions of a part. Most parts are never mapped. */
class PartMap implements PositionMap {
  private map: PositionMap | undefined;

  constructor(
    private readonly part: string,
    private readonly isWhole: boolean,
    private readonly source: number,
  ) {}

  locate(start: number, end: number): Span {
    if (this.isWhole) return [this.source + start, this.source + end];
    this.map ??= mapOf(this.part, 3);
    const [from, to] = this.map.locate(start, end);
    return [this.source + from, this.source + to];
  }
}

const apart = /[\t-\r ]{2}/g;
const lineFeed = 10;

/** The map of a part in which runs of at least this length were collapsed. */
function mapOf(part: string, shortest: 2 | 3): PositionMap {
  const map = new PositionMapBuilder();
  let removed = 0;
  apart.lastIndex = 0;
  while (apart.test(part)) {
    const start = apart.lastIndex - 2;
    let end = start;
    let lines = 0;
    for (let code = part.charCodeAt(end); isWhitespace(code); code = part.charCodeAt(end)) {
      if (code === lineFeed) lines += 1;
      end += 1;
    }
    apart.lastIndex = end;
    const width = lines > 1 || (lines === 0 && shortest === 3) ? 2 : 1;
    if (end - start < shortest || width === end - start) continue;
    map.span(start - removed, start, end);
    removed += end - start - width;
    map.copy(end - removed, end);
  }
  return map;
}
