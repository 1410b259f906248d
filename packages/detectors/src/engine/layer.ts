// A text that is searched: the original, or another reading of a part of one. Each knows the way back.

import type { PositionMap, Span } from './position-map.js';

/** How a text came about: as it stands, out of an encoding that programs use, or out of one that only hides. */
export type Reading = 'plain' | 'encoded' | 'disguised';

/** One reading of the text. */
export interface Layer {
  readonly text: string;
  readonly ascii: boolean;
  /** How many decodings lie between this and the original. */
  readonly depth: number;
  readonly reading: Reading;
  /** Positions of the original text. */
  readonly locate: (start: number, end: number) => Span;
}

/** Through one map after another, innermost first. */
export function locateThrough(map: PositionMap | undefined, locate: Layer['locate']): Layer['locate'] {
  if (map === undefined) return locate;
  return (start, end) => {
    const [from, to] = map.locate(start, end);
    return locate(from, to);
  };
}
