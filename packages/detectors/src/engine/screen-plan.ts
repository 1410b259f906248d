// Who waits for which literal: detectors, decoders and scanners of an engine as the screen sees them.

import { decoders } from '../decode/index.js';
import { substitutionDecoder } from '../decode/substitution.js';
import type { PatternDetector } from '../detector.js';
import { leastSum } from '../injection/judge.js';
import { weighingOf } from '../injection/weighing.js';
import type { Scanner } from '../scanner.js';
import { isAscii } from './ascii.js';
import { createLoops, type ScreenLoops } from './screen-loops.js';
import type { ScreenLiteral } from './screen-tables.js';
import { withSingleBlanks } from './squeeze.js';

/** Who waits. The kind says what happens when a literal was seen. */
export type Target =
  | {
      readonly kind: 'detector';
      readonly weight: number;
      /** One of these has to stand in the text, too. */
      readonly also?: readonly string[];
    }
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
  /** What reads the bytes; without it everything has to be searched. */
  readonly loops: ScreenLoops | undefined;
  /** Who waits for each literal. */
  readonly waiting: readonly (readonly Target[])[];
}

export function createScreenPlan(
  detectors: readonly PatternDetector[],
  scanners: readonly Scanner[],
): ScreenPlan {
  const list = new Waiting();
  for (const detector of detectors) waitForDetector(list, detector);
  // Only injections are looked for in a disguise.
  const readsDisguises = [...detectors, ...scanners].some(({ kind }) => kind === 'injection');
  for (const { literals, reading, enough } of decoders) {
    if (!readsDisguises && reading === 'disguised') continue;
    // Where there is a backslash, the screen resolves escapes by itself.
    const others = literals.filter((literal) => !literal.startsWith('\\'));
    list.add(others, { kind: 'decoder', enough });
  }
  for (const scanner of scanners) list.add(scanner.needs ?? [], { kind: 'scanner', scanner });
  return {
    restless: scanners.filter(({ needs }) => needs === undefined),
    readsUnfolded: scanners.some(({ unfolded }) => unfolded === true),
    shortestCut: substitutionDecoder.reach,
    loops: createLoops(list.weighed),
    waiting: list.targets,
  };
}

class Waiting {
  readonly #literals: { readonly text: string; readonly anyDigit: boolean; weight: number }[] = [];
  readonly targets: Target[][] = [];
  private readonly plain = new Map<string, number>();
  private readonly withDigits = new Map<string, number>();

  get weighed(): readonly ScreenLiteral[] {
    this.#literals.forEach((literal, number) => {
      literal.weight = weigh(this.targets[number] ?? []);
    });
    return this.#literals;
  }

  /** The screen reads ASCII only: there no other literal can stand. */
  add(literals: readonly string[], target: Target): void {
    const anyDigit = target.kind === 'scanner';
    const known = anyDigit ? this.withDigits : this.plain;
    for (const literal of literals) {
      if (literal === '' || !isAscii(literal)) continue;
      const text = withSingleBlanks(literal);
      const number = known.get(text);
      if (number !== undefined) this.targets[number]?.push(target);
      else {
        known.set(text, this.#literals.length);
        this.#literals.push({ text, anyDigit, weight: 0 });
        this.targets.push([target]);
      }
    }
  }
}

/** The most that a literal can add. Whoever needs more than a sum to decide has to be asked. */
function weigh(targets: readonly Target[]): number {
  let sum = 0;
  for (const target of targets)
    sum += target.kind === 'detector' && target.also === undefined ? target.weight : leastSum;
  return Math.min(Math.ceil(sum), 255);
}

/** A detector weighs its most, wherever the text stands. What is no signal is a finding by itself. */
function waitForDetector(list: Waiting, detector: PatternDetector): void {
  const { weight: usual, inDescriptions } = weighingOf(detector);
  const weight = detector.kind === 'injection' ? Math.max(usual, inDescriptions) : leastSum;
  // What speaks for the innocent makes no finding.
  if (weight <= 0) return;
  const { also } = detector;
  list.add(detector.literals, { kind: 'detector', weight, ...(also === undefined ? {} : { also }) });
}
