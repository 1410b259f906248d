// Collects the literals that the WebAssembly loops search for, and the detectors, decoders and function detectors that
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
import {
  createTargetRules,
  firstFunctionDetectorOf,
  selectiveSeconds,
  type TargetRule,
} from './target-rules.js';
import { createWasmMatcher } from './wasm-matcher.js';
import type { LiteralMarks } from './wasm-rules.js';
import type { PrefilterLiteral } from './wasm-tables.js';

/** The plan of a search: the literals of an engine and the targets that they belong to. */
export interface PrefilterPlan extends LiteralOwners {
  /** The total weight at which injections are reported. */
  readonly enough: number;
  /** The WebAssembly loops. Without them every text has to be searched. */
  readonly matcher: WasmMatcher | undefined;
  /**
   * For each literal, the function detectors that have to read a text with this literal. A function detector is stored as its index or, if its
   * prefilter pattern has to match as well, as the complement of its index.
   */
  readonly awakened: readonly (readonly number[] | undefined)[];
  /** The function detectors that have to read every text. */
  readonly alwaysAwake: readonly number[];
  /**
   * The function detectors that have to read a text if it has a long run of letters and digits before dots and their
   * pattern matches.
   */
  readonly afterDottedRun: readonly number[];
  /**
   * The rules of all targets. In the tables of the loops, each function detector has two additional targets without
   * conditions. The first one opens when a literal activates the function detector, the second one when a literal activates it
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
  const firstFunctionDetector = firstFunctionDetectorOf(detectors);
  const alwaysAwake: number[] = [];
  const afterDottedRun: number[] = [];
  for (const [index, scanner] of scanners.entries()) {
    const { literals = [], prefilterLiterals = [], prefilterPattern, requiresLiteral } = scanner;
    const isGated = scanner.prefilterLiterals !== undefined || prefilterPattern !== undefined;
    list.wait(selectiveSeconds(scanner), ~(firstFunctionDetector + index), 0);
    if (requiresLiteral === true) list.wait(literals, firstFunctionDetector + index, decisive);
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
  const marks = collectMarks(list, { offsets, owners }, rules, scanners.length);
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

/** Collects the marks of all literals. Plain loops are used here and below, because the code runs only once. */
function collectMarks(
  { awakened }: ConsumerTable,
  { offsets, owners }: LiteralOwners,
  rules: readonly TargetRule[],
  scanners: number,
): LiteralMarks {
  const starts = new Int32Array(offsets.length);
  const marks: number[] = [];
  for (let number = 0; number < offsets.length - 1; number += 1) {
    const end = offsets[number + 1] as number;
    for (let at = offsets[number] as number; at < end; at += 2) {
      const mark = owners[at] as number;
      if (matters(rules[mark < 0 ? ~mark : mark])) marks.push(mark);
    }
    for (const scanner of awakened[number] ?? none)
      marks.push(rules.length + (scanner < 0 ? scanners + ~scanner : scanner));
    starts[number + 1] = marks.length;
  }
  return { starts, marks: new Int32Array(marks) };
}

const none: readonly number[] = [];

/** Returns the maximum weight of a detector for any role of the text. Negative weights count as 0. */
function mostOf(detector: PatternDetector): number {
  if (detector.kind !== 'injection' || detector.secondLiterals !== undefined) return decisive;
  const { weight, weightInDescriptions } = signalWeightOf(detector);
  return Math.max(0, weight, weightInDescriptions);
}

class ConsumerTable {
  readonly #literals: (PrefilterLiteral & { weight: number })[] = [];
  /** The number and the target of each use of a literal. */
  readonly #numbers: number[] = [];
  readonly #targets: number[] = [];
  /** The last target of each literal. */
  readonly #last: number[] = [];
  readonly awakened: (number[] | undefined)[] = [];
  /** The number of each literal as it is written and with single spaces; -1 if it has none. */
  readonly #plain = new Map<string, number>();
  readonly #withDigits = new Map<string, number>();

  get weighed(): readonly PrefilterLiteral[] {
    return this.#literals;
  }

  /** Returns, for each literal, its targets and its length. */
  get owners(): LiteralOwners {
    const numbers = this.#numbers;
    const offsets = new Int32Array(this.#literals.length + 1);
    for (let use = 0; use < numbers.length; use += 1) {
      const number = numbers[use] as number;
      offsets[number + 1] = (offsets[number + 1] as number) + 2;
    }
    for (let number = 0; number < this.#literals.length; number += 1)
      offsets[number + 1] = (offsets[number + 1] as number) + (offsets[number] as number);
    const next = offsets.slice();
    const owners = new Int32Array(2 * numbers.length);
    for (let use = 0; use < numbers.length; use += 1) {
      const number = numbers[use] as number;
      const at = next[number] as number;
      owners[at] = this.#targets[use] as number;
      owners[at + 1] = (this.#literals[number] as PrefilterLiteral).text.length;
      next[number] = at + 2;
    }
    return { offsets, owners };
  }

  wait(literals: readonly string[], target: number, weight: number): void {
    for (let index = 0; index < literals.length; index += 1) {
      const number = this.#numberOf(literals[index] as string, this.#plain, false);
      if (number === -1 || this.#last[number] === target) continue;
      this.#last[number] = target;
      this.#numbers.push(number);
      this.#targets.push(target);
      this.#weigh(number, weight);
    }
  }

  awake(literals: readonly string[], scanner: number): void {
    for (const literal of literals) {
      const number = this.#numberOf(literal, this.#withDigits, true);
      if (number === -1) continue;
      const scanners = this.awakened[number] ?? [];
      scanners.push(scanner);
      this.awakened[number] = scanners;
      this.#weigh(number, decisive);
    }
  }

  #weigh(number: number, weight: number): void {
    if (weight === 0) return;
    const literal = this.#literals[number] as PrefilterLiteral & { weight: number };
    literal.weight = Math.min(decisive, Math.ceil(literal.weight + weight));
  }

  /** Returns the number of a literal, or -1 for a non-ASCII literal, because the loops read only ASCII. */
  #numberOf(literal: string, known: Map<string, number>, once: boolean): number {
    const number = known.get(literal);
    if (number !== undefined) return number;
    const added = isPlain.test(literal)
      ? this.#add(literal, once)
      : this.#numberOfOther(literal, known, once);
    known.set(literal, added);
    return added;
  }

  #numberOfOther(literal: string, known: Map<string, number>, once: boolean): number {
    if (literal === '' || !isAscii(literal)) return -1;
    const text = withSingleSpaces(literal);
    const number = known.get(text) ?? this.#add(text, once);
    known.set(text, number);
    return number;
  }

  #add(text: string, once: boolean): number {
    this.#literals.push({ text, anyDigit: once, once, weight: 0 });
    return this.#literals.length - 1;
  }
}

/** Matches printable ASCII without two adjacent spaces. */
const isPlain = /^(?!.* {2})[ -~]+$/;
