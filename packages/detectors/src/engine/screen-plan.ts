// Who waits for which literal: detectors, decoders and scanners of an engine as the screen sees them.

import { decoders } from '../decode/index.js';
import { substitutionDecoder } from '../decode/substitution.js';
import type { PatternDetector } from '../detector.js';
import { leastSum, weightOf } from '../injection/judge.js';
import type { Scanner } from '../scanner.js';
import { isAscii } from './ascii.js';
import { backslashClass, foreignClass } from './screen-classes.js';
import { ScreenIndex, type ScreenLiteral } from './screen-index.js';
import { readWatch, type Word } from './screen-pattern.js';
import { Rarity } from './screen-rarity.js';

/** Who waits. The kind says what happens when a literal was seen. */
export type Target =
  | { readonly kind: 'detector'; readonly weight: number }
  | { readonly kind: 'decoder'; readonly enough: number }
  | { readonly kind: 'scanner'; readonly scanner: Scanner };

/** What the screen of an engine is made of. */
export interface ScreenPlan {
  /** Scanners that have to read every text. */
  readonly restless: readonly Scanner[];
  /** Whether somebody reads texts as they came, with all their accents. */
  readonly readsUnfolded: boolean;
  /** Texts up to this length are not cut when their escapes are resolved. */
  readonly shortestCut: number;
  readonly index: ScreenIndex;
  /** Who waits for each literal. */
  readonly waiting: readonly (readonly Target[])[];
}

/** About once in ten thousand bytes. */
const rareEnough = 0.6;

export function createScreenPlan(
  detectors: readonly PatternDetector[],
  scanners: readonly Scanner[],
): ScreenPlan {
  const rarity = new Rarity();
  const literals = new Map<string, ScreenLiteral>();
  const waiting = new Map<string, Set<Target>>();
  const wait = (words: readonly Word[], target: Target): void => {
    const anyDigit = target.kind === 'scanner';
    for (const word of words) {
      const key = `${anyDigit} ${word.opens} ${word.closes} ${word.text}`;
      literals.set(key, { ...word, anyDigit });
      waiting.set(key, (waiting.get(key) ?? new Set()).add(target));
    }
  };
  for (const detector of detectors) {
    const weight = mostWeight(detector);
    if (weight > 0) wait(watchOf(detector, rarity), { kind: 'detector', weight });
  }
  // Only injections are looked for in a disguise.
  const readsDisguises = [...detectors, ...scanners].some(({ kind }) => kind === 'injection');
  // Where there is a backslash, the screen resolves escapes by itself.
  for (const { literals: words, reading, enough } of decoders)
    if (readsDisguises || reading !== 'disguised')
      wait(toWords(words.filter((word) => !word.startsWith('\\'))), { kind: 'decoder', enough });
  for (const scanner of scanners) wait(toWords(scanner.needs ?? []), { kind: 'scanner', scanner });
  return {
    restless: scanners.filter(({ needs }) => needs === undefined),
    readsUnfolded: scanners.some(({ unfolded }) => unfolded === true),
    shortestCut: substitutionDecoder.reach,
    index: new ScreenIndex([...literals.values()], rarity, [foreignClass, backslashClass]),
    waiting: [...waiting.values()].map((targets) => [...targets]),
  };
}

/** The most that a detector can weigh, wherever the text stands. What is no signal is a finding by itself. */
const mostWeight = (detector: PatternDetector): number =>
  detector.kind === 'injection'
    ? Math.max(weightOf(detector, 'result'), weightOf(detector, 'description'))
    : leastSum;

/** A detector is known by the literals of its gate or by words of its pattern, whichever are rarer. */
function watchOf({ literals, pattern }: PatternDetector, rarity: Rarity): readonly Word[] {
  const gate = toWords(literals);
  const cost = rarity.ofAll(gate);
  // A gate of rare literals says enough, and reading a pattern takes its time.
  const inner = cost > rareEnough ? readWatch(pattern, rarity) : undefined;
  return inner !== undefined && rarity.ofAll(inner) < cost ? inner : gate;
}

/** The screen reads ASCII only: there no other literal can stand. */
const toWords = (literals: readonly string[]): readonly Word[] =>
  literals
    .filter((text) => text !== '' && isAscii(text))
    .map((text) => ({ text, opens: false, closes: false }));
