// Provides the UTF-16 units of a text and their classes. Each unit is read several times, which is faster in an array
// than in a string.

import { writeUnits } from '../../../engine/normalize/units-from-text.js';
import { punctuationClass, punctuationOf } from './punctuation.js';

/** The units of a text in lower case, followed by some zeros. */
export type Units = Uint16Array;

/** The number of zeros after the text. A lookup of four letters may read them. */
const padding = 4;
let shared = new Uint16Array(16_384);

/** Returns the units of a text. They are valid until the next call. */
export function toUnits(text: string): Units {
  const { length } = text;
  if (shared.length < length + padding) shared = new Uint16Array(2 * length + padding);
  const units = shared;
  writeUnits(text, units);
  units.fill(0, length, length + padding);
  return units;
}

export const blank = 32;
const lineFeed = 10;
const carriageReturn = 13;
export const isBlank = (unit: number): boolean =>
  unit === blank || unit === lineFeed || unit === carriageReturn;

/** Tests whether a unit is part of a word. */
export const isWordUnit = (unit: number): boolean =>
  unit < 128
    ? ((punctuationOf[unit] as number) & punctuationClass.word) !== 0
    : unit >= 0xaa && !(unit >= 0x2000 && unit <= 0x2e7f) && !(unit >= 0x3000 && unit <= 0x303f);

/** Tests for Chinese, Japanese and Korean characters, which are not separated into words by spaces. */
export const isCjk = (unit: number): boolean => unit >= 0x2e80 && unit <= 0xd7ff;
