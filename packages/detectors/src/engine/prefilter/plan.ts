// Collects the literals that the WebAssembly loops search for, and the detectors, decoders and scanners that
// need each literal.

import { decoders } from '../../decode/index.js';
import type { PatternDetector } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { signalWeightOf } from '../../injection/signal-weight.js';
import type { LiteralOwners } from '../literals/candidate-collector.js';
import type { LiteralTarget } from '../literals/candidate-windows.js';
import { isAscii } from '../normalize/ascii.js';
import { withSingleSpaces } from '../normalize/collapse-whitespace.js';
import type { WasmMatcher } from './matcher.js';
import { createTargetRules, firstScannerOf, selectiveSeconds, type TargetRule } from './target-rules.js';
import { createWasmMatcher } from './wasm-matcher.js';
import type { PrefilterLiteral } from './wasm-tables.js';

/** The plan of a search: the literals of an engine and the targets that they belong to. */
export interface PrefilterPlan extends LiteralOwners {
  /** The total weight at which injections are reported. */
  readonly enough: number;
  /** The WebAssembly loops. Without them every text has to be searched. */
  readonly matcher: WasmMatcher | undefined;
  /**
   * For each literal, the scanners that have to read a text with this literal. A scanner is stored as its index or, if its
   * prefilter pattern has to match as well, as the complement of its index.
   */
  readonly awakened: readonly (readonly number[] | undefined)[];
  /** The scanners that have to read every text. */
  readonly alwaysAwake: readonly number[];
  /**
   * The scanners that have to read a text if it has a long run of letters and digits before dots and their
   * pattern matches.
   */
  readonly afterDottedRun: readonly number[];
  /**
   * The rules of all targets. In the tables of the loops, each scanner has two additional targets without
   * conditions. The first one opens when a literal activates the scanner, the second one when a literal activates it
   * if its prefilter pattern matches as well.
   */
  readonly rules: readonly TargetRule[];
}

export function createPrefilterPlan(
  targets: readonly LiteralTarget[],
  detectors: readonly PatternDetector[],
  scanners: readonly FunctionDetector[],
  enough: number,
): PrefilterPlan {
  const list = new ConsumerTable();
  for (const [target, detector] of detectors.entries()) {
    list.wait(detector.literals, target, mostOf(detector));
    list.wait(selectiveSeconds(detector), ~target, 0);
  }
  for (const [index, { literals, minimumHits }] of decoders.entries())
    list.wait(literals, detectors.length + index, minimumHits === 1 ? decisive : 2);
  const firstScanner = firstScannerOf(detectors);
  const alwaysAwake: number[] = [];
  const afterDottedRun: number[] = [];
  for (const [index, scanner] of scanners.entries()) {
    const { literals = [], prefilterLiterals = [], prefilterPattern, requiresLiteral } = scanner;
    const isGated = scanner.prefilterLiterals !== undefined || prefilterPattern !== undefined;
    list.wait(selectiveSeconds(scanner), ~(firstScanner + index), 0);
    if (requiresLiteral === true) list.wait(literals, firstScanner + index, decisive);
    else if (!isGated || !prefilterLiterals.every(isAscii)) alwaysAwake.push(index);
    else {
      list.awake(prefilterLiterals, index);
      list.awake(prefilterPattern?.literals ?? [], ~index);
      if (prefilterPattern?.afterDottedRun === true) afterDottedRun.push(index);
    }
  }
  const { offsets, owners } = list.owners;
  const { awakened, weighed } = list;
  const rules = createTargetRules(targets, detectors);
  const marks = weighed.map((_, number) => [
    ...marksOf(owners, offsets, number).filter((mark) => matters(rules[mark < 0 ? ~mark : mark])),
    ...(awakened[number] ?? []).map(
      (scanner) => rules.length + (scanner < 0 ? scanners.length + ~scanner : scanner),
    ),
  ]);
  const all = [...rules, ...scanners.map(() => unconditional), ...scanners.map(() => unconditional)];
  const matcher = createWasmMatcher(weighed, { marks, rules: all }, enough);
  return { enough, offsets, owners, awakened, alwaysAwake, afterDottedRun, rules, matcher };
}

/**
 * The weight of a literal that requires a search by itself. This is the highest weight that fits into a byte.
 */
const decisive = 255;

const unconditional: TargetRule = { weight: 0, technique: 0, reach: 0, followed: undefined };

/** Tests whether a rule can lead to a finding. Evidence against an attack cannot. */
const matters = (rule: TargetRule | undefined): boolean => rule === undefined || rule.weight >= 0;

/** Returns the marks of a literal, without the lengths. */
function marksOf(owners: Int32Array, offsets: Int32Array, number: number): readonly number[] {
  const marks: number[] = [];
  for (let at = offsets[number] as number; at < (offsets[number + 1] as number); at += 2)
    marks.push(owners[at] as number);
  return marks;
}

/** Returns the maximum weight of a detector for any role of the text. Negative weights count as 0. */
function mostOf(detector: PatternDetector): number {
  if (detector.kind !== 'injection' || detector.secondLiterals !== undefined) return decisive;
  const { weight, weightInDescriptions } = signalWeightOf(detector);
  return Math.max(0, weight, weightInDescriptions);
}

class ConsumerTable {
  readonly #literals: (PrefilterLiteral & { weight: number })[] = [];
  readonly #owners: number[][] = [];
  readonly awakened: (number[] | undefined)[] = [];
  private readonly plain = new Map<string, number>();
  private readonly withDigits = new Map<string, number>();

  get weighed(): readonly PrefilterLiteral[] {
    return this.#literals;
  }

  /** Returns, for each literal, its targets and its length. */
  get owners(): LiteralOwners {
    const offsets = new Int32Array(this.#owners.length + 1);
    const owners: number[] = [];
    for (let number = 0; number < this.#owners.length; number += 1) {
      const { length } = (this.#literals[number] as PrefilterLiteral).text;
      for (const target of this.#owners[number] as number[]) owners.push(target, length);
      offsets[number + 1] = owners.length;
    }
    return { offsets, owners: Int32Array.from(owners) };
  }

  wait(literals: readonly string[], target: number, weight: number): void {
    for (const literal of literals) {
      const number = this.numberOf(literal, this.plain, false);
      if (number === undefined || this.#owners[number]?.at(-1) === target) continue;
      this.#owners[number]?.push(target);
      this.weigh(number, weight);
    }
  }

  awake(literals: readonly string[], scanner: number): void {
    for (const literal of literals) {
      const number = this.numberOf(literal, this.withDigits, true);
      if (number === undefined) continue;
      const scanners = this.awakened[number] ?? [];
      scanners.push(scanner);
      this.awakened[number] = scanners;
      this.weigh(number, decisive);
    }
  }

  private weigh(number: number, weight: number): void {
    const literal = this.#literals[number] as PrefilterLiteral & { weight: number };
    literal.weight = Math.min(decisive, Math.ceil(literal.weight + weight));
  }

  /**
   * Returns the number of a literal. Non-ASCII literals have no number, because the loops read only ASCII.
   */
  private numberOf(literal: string, known: Map<string, number>, once: boolean): number | undefined {
    if (literal === '' || !isAscii(literal)) return undefined;
    const text = withSingleSpaces(literal);
    let number = known.get(text);
    if (number === undefined) {
      number = this.#literals.length;
      known.set(text, number);
      this.#literals.push({ text, anyDigit: once, once, weight: 0 });
      this.#owners.push([]);
    }
    return number;
  }
}
