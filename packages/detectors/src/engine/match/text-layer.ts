// A text that is searched: the original, or another reading of a part of one. Each knows the way back.

import type { PositionMap, Span } from '../normalize/position-map.js';

/** How a text was obtained: as written, from an encoding that programs use, or from an obfuscation that only hides text. */
export type TextForm = 'plain' | 'encoded' | 'obfuscated';

/** One reading of the text. */
export interface TextLayer {
  readonly text: string;
  readonly ascii: boolean;
  /** How many decodings lie between this and the original. */
  readonly depth: number;
  readonly form: TextForm;
  /** Positions of the original text. */
  readonly locate: (start: number, end: number) => Span;
}

/** Through one map after another, innermost first. */
export function locateThrough(
  map: PositionMap | undefined,
  locate: TextLayer['locate'],
): TextLayer['locate'] {
  if (map === undefined) return locate;
  return (start, end) => {
    const [from, to] = map.locate(start, end);
    return locate(from, to);
  };
}
