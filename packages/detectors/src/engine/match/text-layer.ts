// A text to search: the original, or a decoded or normalized part of it, with a map to the original positions.

import type { PositionMap, Span } from '../normalize/position-map.js';

/**
 * The origin of a text: as written, from an encoding that programs use, or from an obfuscation that only
 * hides text.
 */
export type TextForm = 'plain' | 'encoded' | 'obfuscated';

/** One layer of the text. */
export interface TextLayer {
  readonly text: string;
  readonly ascii: boolean;
  /** The number of decoding steps from the original. */
  readonly depth: number;
  readonly form: TextForm;
  /** Converts positions to the original text. */
  readonly locate: (start: number, end: number) => Span;
}

/** Applies several maps, innermost first. */
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
