// Defines a layer: a text to search, which is the original text or a decoded or normalized part of it, with a
// map to the original positions.

import type { PositionMap, Span } from '../normalize/position-map.js';

/**
 * The form of a text: as written, decoded from an encoding that programs use, or decoded from an obfuscation,
 * which has no purpose except to hide text.
 */
export type TextForm = 'plain' | 'encoded' | 'obfuscated';

/** A layer of a text. */
export interface TextLayer {
  readonly text: string;
  readonly ascii: boolean;
  /** The number of decoding steps from the original text to this layer. */
  readonly depth: number;
  readonly form: TextForm;
  /** Converts positions in the layer to positions in the original text. */
  readonly locate: (start: number, end: number) => Span;
}

/** Applies two position maps, the innermost first. */
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
