// Who waits for which literal: detectors, decoders and scanners of an engine as the screen sees them.

import { escapeDecoder } from '../../decode/escapes.js';
import { decoders } from '../../decode/index.js';
import type { PatternDetector } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { lowestThreshold } from '../../injection/score.js';
import { signalWeightOf } from '../../injection/signal-weight.js';
import { isAscii } from '../normalize/ascii.js';
import { withSingleSpaces } from '../normalize/collapse-whitespace.js';
import { createWasmMatcher, type WasmMatcher } from './wasm-matcher.js';
import type { PrefilterLiteral } from './wasm-tables.js';

/** Who waits. The kind says what happens when a literal was seen. */
export type LiteralConsumer =
  | {
      readonly kind: 'detector';
      readonly weight: number;
      /** One of these has to stand in the text, too. */
      readonly secondLiterals?: readonly string[];
    }
  | { readonly kind: 'decoder'; readonly minimumHits: number }
  | { readonly kind: 'scanner'; readonly scanner: FunctionDetector };

/** What the screen of an engine is made of. */
export interface PrefilterPlan {
  /** Scanners that have to read every text. */
  readonly alwaysRun: readonly FunctionDetector[];
  /** Whether somebody reads texts as they came, with all their accents. */
  readonly needsOriginalText: boolean;
  /** Texts up to this length are not cut when their escapes are resolved. */
  readonly maxUncutLength: number;
  /** What reads the bytes; without it everything has to be searched. */
  readonly matcher: WasmMatcher | undefined;
  /** Who waits for each literal. */
  readonly consumers: readonly (readonly LiteralConsumer[])[];
}

export function createPrefilterPlan(
  detectors: readonly PatternDetector[],
  scanners: readonly FunctionDetector[],
): PrefilterPlan {
  const list = new ConsumerTable();
  for (const detector of detectors) addPatternDetector(list, detector);
  // Only injections are searched for in obfuscated text.
  const readsObfuscated = [...detectors, ...scanners].some(({ kind }) => kind === 'injection');
  for (const { literals, form, minimumHits } of decoders) {
    if (!readsObfuscated && form === 'obfuscated') continue;
    // Where there is a backslash, the screen resolves escapes by itself.
    const others = literals.filter((literal) => !literal.startsWith('\\'));
    list.add(others, { kind: 'decoder', minimumHits: minimumHits });
  }
  for (const scanner of scanners) list.add(scanner.prefilterLiterals ?? [], { kind: 'scanner', scanner });
  return {
    alwaysRun: scanners.filter(({ prefilterLiterals }) => prefilterLiterals === undefined),
    needsOriginalText: scanners.some(({ readsOriginalText }) => readsOriginalText === true),
    maxUncutLength: escapeDecoder.windowRadius,
    matcher: createWasmMatcher(list.weighed),
    consumers: list.targets,
  };
}

class ConsumerTable {
  readonly #literals: { readonly text: string; readonly anyDigit: boolean; weight: number }[] = [];
  readonly targets: LiteralConsumer[][] = [];
  private readonly plain = new Map<string, number>();
  private readonly withDigits = new Map<string, number>();

  get weighed(): readonly PrefilterLiteral[] {
    this.#literals.forEach((literal, number) => {
      literal.weight = maxWeight(this.targets[number] ?? []);
    });
    return this.#literals;
  }

  /** The screen reads ASCII only: there no other literal can stand. */
  add(literals: readonly string[], target: LiteralConsumer): void {
    const anyDigit = target.kind === 'scanner';
    const known = anyDigit ? this.withDigits : this.plain;
    for (const literal of literals) {
      if (literal === '' || !isAscii(literal)) continue;
      const text = withSingleSpaces(literal);
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
function maxWeight(targets: readonly LiteralConsumer[]): number {
  let sum = 0;
  for (const target of targets)
    sum +=
      target.kind === 'detector' && target.secondLiterals === undefined ? target.weight : lowestThreshold;
  return Math.min(Math.ceil(sum), 255);
}

/** A detector weighs its most, wherever the text stands. What is no signal is a finding by itself. */
function addPatternDetector(list: ConsumerTable, detector: PatternDetector): void {
  const { weight: usual, weightInDescriptions } = signalWeightOf(detector);
  const weight = detector.kind === 'injection' ? Math.max(usual, weightInDescriptions) : lowestThreshold;
  // What speaks for the innocent makes no finding.
  if (weight <= 0) return;
  const { secondLiterals } = detector;
  list.add(detector.literals, {
    kind: 'detector',
    weight,
    ...(secondLiterals === undefined ? {} : { secondLiterals }),
  });
}
