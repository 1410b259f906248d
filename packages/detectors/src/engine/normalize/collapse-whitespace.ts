// Words that stand apart, moved together. People and machines read over any number of blanks, tabs and line ends between two
// words; a pattern that did would have to look as far. So each run of more than two becomes a line end where there was one, two
// where there was an empty line, and two blanks otherwise: no number of columns becomes one number by that.

import { isInvisibleOrSpace } from './normalize-character.js';
import { joinPositionMaps, type PositionMap, PositionMapBuilder, type Span } from './position-map.js';

/** A text without runs of blanks; `map` is missing when there were none. */
export interface CollapsedText {
  readonly text: string;
  readonly map?: PositionMap;
}

/** Whether a unit is what `\s` means in ASCII. */
export const isWhitespace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** A text with one blank for each run of them: how literals are written, and how a text is read for them. */
export const withSingleSpaces = (text: string): string => text.replace(/[\t-\r ]+/g, ' ');

const slice = 65_536;

/** Squeezes a text; yields the units of work done so far, now and then. */
export function* collapseWhitespace(text: string): Generator<number, CollapsedText> {
  const parts: string[] = [];
  const starts: number[] = [];
  const maps: PositionMap[] = [];
  let length = 0;
  for (let from = 0; from < text.length; ) {
    // A run is not cut in two, unless it is longer than a part.
    const to = endOfRun(text, from + slice);
    const part = text.slice(from, to);
    const squeezed = /[\t-\r ]{3}/.test(part) ? replaceRuns(part) : part;
    parts.push(squeezed);
    starts.push(length);
    maps.push(new PartMap(part, squeezed.length === part.length, from));
    length += squeezed.length;
    from = to;
    yield slice >> 4;
    // Of a longer one nothing more is needed.
    while (from < text.length && isWhitespace(text.charCodeAt(from))) {
      from = endOfRun(text, from);
      yield slice >> 4;
    }
  }
  return length === text.length ? { text } : { text: parts.join(''), map: joinPositionMaps(starts, maps) };
}

/** Where the blanks from a place on end, or go on for too long. */
function endOfRun(text: string, from: number): number {
  const limit = Math.min(text.length, from + slice);
  let end = Math.min(text.length, from);
  while (end < limit && isWhitespace(text.charCodeAt(end))) end += 1;
  return end;
}

/** Squeezes a short text, and two blanks in a row become a tab. */
export function collapsePairs(text: string): CollapsedText {
  const squeezed = /[\t-\r ]{2}/.test(text) ? replacePairs(text) : text;
  return squeezed.length === text.length ? { text } : { text: squeezed, map: mapOf(text, 2) };
}

// Nothing is as fast as to replace by a fixed string, even three times.

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

/** What is further apart belongs to nothing here. */
const farthest = 1_048_576;

/**
 * How many units show nothing and stand behind two others that do not, between the first place that is asked about and each
 * of the next ones.
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

/** Where everything in a part came from. Most parts are never asked. */
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

/** Of a part in which runs of at least so many were squeezed. */
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
