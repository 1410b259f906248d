// Who waits for which literal: detectors, decoders and scanners of an engine as the screen sees them.

import type { Decoder } from '../decode/decoder.js';
import { decoders } from '../decode/index.js';
import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import { isAscii } from './ascii.js';
import { backslashClass, foreignClass } from './screen-classes.js';
import { createScreenIndex, type ScreenIndex, type ScreenLiteral } from './screen-index.js';
import { createRarity } from './screen-rarity.js';

/** What the screen of an engine is made of. */
export interface ScreenPlan {
  readonly detectors: readonly PatternDetector[];
  readonly decoders: readonly Decoder[];
  /** Those with something to wait for. */
  readonly scanners: readonly Scanner[];
  /** Those that have to read every text. */
  readonly restless: readonly Scanner[];
  readonly index: ScreenIndex;
  readonly lengths: readonly number[];
  /** Numbers of detectors, then decoders, then scanners. */
  readonly waiting: readonly (readonly number[])[];
}

export function createScreenPlan(
  detectors: readonly PatternDetector[],
  scanners: readonly Scanner[],
): ScreenPlan {
  // Only injections are looked for in a disguise.
  const readsDisguises = detectors.some(({ kind }) => kind === 'injection');
  const useful = decoders.filter(({ reading }) => readsDisguises || reading !== 'disguised');
  const patient = scanners.filter(({ needs }) => needs !== undefined);
  const literals = new Map<string, ScreenLiteral>();
  const waiting = new Map<string, Set<number>>();
  const wait = (texts: readonly string[], anyDigit: boolean, target: number): void => {
    // The screen reads ASCII only: elsewhere no other literal can stand.
    for (const text of texts.filter((one) => one !== '' && isAscii(one))) {
      const key = `${anyDigit} ${text}`;
      literals.set(key, { text, anyDigit });
      waiting.set(key, (waiting.get(key) ?? new Set()).add(target));
    }
  };
  [...detectors, ...useful].forEach(({ literals: own }, target) => {
    wait(own, false, target);
  });
  patient.forEach(({ needs = [] }, index) => {
    wait(needs, true, detectors.length + useful.length + index);
  });
  const all = [...literals.values()];
  return {
    detectors,
    decoders: useful,
    scanners: patient,
    restless: scanners.filter(({ needs }) => needs === undefined),
    index: createScreenIndex(all, createRarity(), [foreignClass, backslashClass]),
    lengths: all.map(({ text }) => text.length),
    waiting: [...waiting.values()].map((targets) => [...targets]),
  };
}
