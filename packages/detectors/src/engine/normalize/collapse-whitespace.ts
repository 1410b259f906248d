// Collapses white space. Readers ignore how many spaces, tabs and line ends are between two words, but
// patterns that did so would be slow. So each run of more than two characters is replaced: by one line end if
// it contains one, by two line ends if it contains several, and otherwise by two spaces, so that columns of
// numbers are not joined to one number.

import { isInvisibleOrSpace } from './normalize-character.js';
import { joinPositionMaps, type PositionMap, PositionMapBuilder, type Span } from './position-map.js';

/** A text without long runs of white space. `map` is undefined if nothing has changed. */
export interface CollapsedText {
  readonly text: string;
  readonly map?: PositionMap;
}

/** Tests whether a unit is ASCII white space. */
export const isWhitespace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/**
 * Replaces each run of white space by one space. Literals, and texts that are searched for literals, have
 * this form.
 */
export const withSingleSpaces = (text: string): string => text.replace(/[\t-\r ]+/g, ' ');

const slice = 65_536;

/** Collapses a text; at intervals, yields the amount of work done since the previous yield. */
export function* collapseWhitespace(text: string): Generator<number, CollapsedText> {
  const parts: string[] = [];
  const starts: number[] = [];
  const maps: PositionMap[] = [];
  let length = 0;
  for (let from = 0; from < text.length; ) {
    // A run is split only if it is longer than a part.
    const to = endOfRun(text, from + slice);
    const part = text.slice(from, to);
    const squeezed = /[\t-\r ]{3}/.test(part) ? replaceRuns(part) : part;
    parts.push(squeezed);
    starts.push(length);
    maps.push(new PartMap(part, squeezed.length === part.length, from));
    length += squeezed.length;
    from = to;
    yield slice >> 4;
    // The length of the rest of a long run does not matter.
    while (from < text.length && isWhitespace(text.charCodeAt(from))) {
      from = endOfRun(text, from);
      yield slice >> 4;
    }
  }
  return length === text.length ? { text } : { text: parts.join(''), map: joinPositionMaps(starts, maps) };
}

/** Returns the end of the white space from a position on, or the limit. */
function endOfRun(text: string, from: number): number {
  const limit = Math.min(text.length, from + slice);
  let end = Math.min(text.length, from);
  while (end < limit && isWhitespace(text.charCodeAt(end))) end += 1;
  return end;
}

/** Collapses a short text. Two adjacent spaces become a tab. */
export function collapsePairs(text: string): CollapsedText {
  const squeezed = /[\t-\r ]{2}/.test(text) ? replacePairs(text) : text;
  return squeezed.length === text.length ? { text } : { text: squeezed, map: mapOf(text, 2) };
}

// Replacing fixed strings three times is faster than replacing once with a pattern.

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

/** The maximum distance between positions. Beyond it, signals are unrelated. */
const farthest = 1_048_576;

/**
 * Returns a function that counts, from a first position to each later position, the white-space units that
 * follow two other white-space units.
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

/** The map of one part of the text. The map is built on first use, because most parts are never mapped. */
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

/** Creates the map of a part in which runs of at least this length were collapsed. */
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
