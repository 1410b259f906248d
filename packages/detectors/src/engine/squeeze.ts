// Words that stand apart, moved together. People and machines read over any number of blanks, tabs and line ends between two
// words; a pattern that did would have to look as far. So each run of them becomes one: a line end where there was one, two
// where there was an empty line, and a tab for everything else. No number of columns becomes one number by that.

import { createMapOfParts, type PositionMap, PositionMapBuilder, type Span } from './position-map.js';

/** A text without runs of blanks; `map` is missing when there were none. */
export interface Squeezed {
  readonly text: string;
  readonly map?: PositionMap;
}

/** Whether a unit is what `\s` means in ASCII. */
export const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** A text with one blank for each run of them: how literals are written, and how a text is read for them. */
export const withSingleBlanks = (text: string): string => text.replace(/[\t-\r ]+/g, ' ');

const slice = 65_536;

/**
 * Squeezes a text wherever more than two blanks stand together: over two every pattern reads. Yields the units of work done so
 * far, now and then.
 */
export function* squeeze(text: string): Generator<number, Squeezed> {
  const parts: string[] = [];
  const starts: number[] = [];
  const maps: PositionMap[] = [];
  let length = 0;
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + slice);
    // A run is not cut in two.
    while (to < text.length && isBlank(text.charCodeAt(to))) to += 1;
    const part = text.slice(from, to);
    const squeezed = /[\t-\r ]{3}/.test(part) ? squeezePairs(part) : part;
    parts.push(squeezed);
    starts.push(length);
    maps.push(new PartMap(part, squeezed.length === part.length, from));
    length += squeezed.length;
    from = to;
    yield slice >> 4;
  }
  return length === text.length ? { text } : { text: parts.join(''), map: createMapOfParts(starts, maps) };
}

/** The text alone, at once. */
export function squeezeNow(text: string): string {
  const steps = squeeze(text);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value.text;
  }
}

/** Squeezes a short text, two blanks in a row among it. */
export function squeezeAll(text: string): Squeezed {
  const squeezed = /[\t-\r ]{2}/.test(text) ? squeezePairs(text) : text;
  return squeezed.length === text.length ? { text } : { text: squeezed, map: mapOf(text) };
}

/** How many blanks before a place stand behind two others; places are asked in order. */
export function createExcessCounter(text: string): (place: number) => number {
  if (!/[\t-\r ]{3}/.test(text)) return () => 0;
  let at = 0;
  let run = 0;
  let excess = 0;
  return (place) => {
    for (; at < place; at += 1) {
      run = isBlank(text.charCodeAt(at)) ? run + 1 : 0;
      if (run > 2) excess += 1;
    }
    return excess;
  };
}

/** Nothing is as fast as to replace by a fixed string, even three times. */
const squeezePairs = (text: string): string =>
  text
    .replace(/[\t\v-\r ]{2,}/g, '\t')
    .replace(/[\t\v-\r ]\n[\t\v-\r ]?|\n[\t\v-\r ]/g, '\n')
    .replace(/\n{3,}/g, '\n\n');

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
    this.map ??= mapOf(this.part);
    const [from, to] = this.map.locate(start, end);
    return [this.source + from, this.source + to];
  }
}

const apart = /[\t-\r ]{2}/g;
const lineFeed = 10;

function mapOf(part: string): PositionMap {
  const map = new PositionMapBuilder();
  let removed = 0;
  apart.lastIndex = 0;
  while (apart.test(part)) {
    const start = apart.lastIndex - 2;
    let end = start;
    let lines = 0;
    for (let code = part.charCodeAt(end); isBlank(code); code = part.charCodeAt(end)) {
      if (code === lineFeed) lines += 1;
      end += 1;
    }
    apart.lastIndex = end;
    const width = lines > 1 ? 2 : 1;
    if (width === end - start) continue;
    map.span(start - removed, start, end);
    removed += end - start - width;
    map.copy(end - removed, end);
  }
  return map;
}
