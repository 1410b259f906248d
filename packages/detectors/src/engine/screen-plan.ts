// Who waits for which literal: detectors, decoders and scanners of an engine as the screen sees them.

import type { Decoder } from '../decode/decoder.js';
import { decoders } from '../decode/index.js';
import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import { isAscii } from './ascii.js';
import { backslashClass, foreignClass } from './screen-classes.js';
import { ScreenIndex, type ScreenLiteral } from './screen-index.js';
import { prepareNeed, type ReadyNeed, watchAll } from './screen-need.js';
import { readNeed, type Word } from './screen-pattern.js';
import { Rarity } from './screen-rarity.js';

/** Who waits. The kind says what happens when enough was seen. */
export type Target =
  | {
      readonly kind: 'detector';
      readonly detector: PatternDetector;
      readonly need?: ReadyNeed;
      readonly reach: number;
    }
  | { readonly kind: 'decoder'; readonly decoder: Decoder; readonly reach: number }
  | { readonly kind: 'scanner'; readonly scanner: Scanner; readonly reach: number };

/** What the screen of an engine is made of. */
export interface ScreenPlan {
  /** Scanners that have to read every text. */
  readonly restless: readonly Scanner[];
  readonly index: ScreenIndex;
  /** The length of each literal. */
  readonly lengths: readonly number[];
  /** Who waits for each literal. */
  readonly waiting: readonly (readonly Target[])[];
}

/** How far a window of the engine may be widened to the end of a word, and the longest literal beside it. */
const margin = 192;
const defaultReach = 256;
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
    const { target, watch } = planDetector(detector, rarity);
    wait(watch, target);
  }
  // Only injections are looked for in a disguise.
  const readsDisguises = detectors.some(({ kind }) => kind === 'injection');
  for (const decoder of decoders)
    if (readsDisguises || decoder.reading !== 'disguised')
      wait(toWords(decoder.literals), { kind: 'decoder', decoder, reach: decoder.reach });
  for (const scanner of scanners) wait(toWords(scanner.needs ?? []), { kind: 'scanner', scanner, reach: 0 });
  const all = [...literals.values()];
  return {
    restless: scanners.filter(({ needs }) => needs === undefined),
    index: new ScreenIndex(all, rarity, [foreignClass, backslashClass]),
    lengths: all.map(({ text }) => text.length),
    waiting: [...waiting.values()].map((targets) => [...targets]),
  };
}

/**
 * A detector is known by the literals of its gate or by words of its pattern, whichever are rarer. All words of a match
 * stand within `reach` of such a literal: those of the pattern are part of the match, and a match begins within the reach
 * of the gate.
 */
function planDetector(
  detector: PatternDetector,
  rarity: Rarity,
): { readonly target: Target; readonly watch: readonly Word[] } {
  const gate = watchAll(toWords(detector.literals), rarity);
  // A gate of rare literals says enough, and reading a pattern takes its time.
  const known = gate.cost > rareEnough ? readNeed(detector.pattern) : undefined;
  const outer = (detector.reach ?? defaultReach) + margin;
  if (known === undefined) return { target: { kind: 'detector', detector, reach: outer }, watch: gate.words };
  const need = prepareNeed(known.need, rarity);
  const inner = need.watch;
  const isInner = inner.cost < gate.cost;
  const reach = known.extent + (isInner ? margin : outer);
  return { target: { kind: 'detector', detector, need, reach }, watch: (isInner ? inner : gate).words };
}

/** The screen reads ASCII only: there no other literal can stand. */
const toWords = (literals: readonly string[]): readonly Word[] =>
  literals
    .filter((text) => text !== '' && isAscii(text))
    .map((text) => ({ text, opens: false, closes: false }));
