// Decides from the literals of a short text whether the detectors could find something in it together: patterns
// of injections count by the sum of their weights, secrets where their pattern matches. Nearly all ordinary texts
// end here. One pass over the literals in typed arrays, without objects: it runs for almost every text, and has to
// be fast before it is compiled.
// INVARIANT: `false` is certain for texts without non-ASCII letters that matter to a literal.

import { decodeEncodedRun, findEncodedRuns } from '../../decode/base-encodings.js';
import { decoders } from '../../decode/index.js';
import type { PatternDetector } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { signalWeightOf } from '../../injection/signal-weight.js';
import { defaultWindowRadius, neighbourhood } from '../literals/candidate-windows.js';
import { matchesAt, matchesSomewhere } from '../match/match-pattern.js';
import { collapseWhitespace } from '../normalize/collapse-whitespace.js';
import { runToEnd } from '../run-to-end.js';
import { type PrefilterPlan, selectiveSeconds } from './plan.js';
import { moveApart, placeOf, positionOf } from './quick-candidates.js';

/** A literal may be reported this much later than one that ends after it. */
const disorder = 48;
/** Shorter runs of spaces are left as they are. */
const severalSpaces = /[\t-\r ]{3}/;
/** The position of a literal that has not occurred. */
const nowhere = -1_000_000;

/**
 * The kinds of targets, which are the detectors, decoders and scanners in this order: a pattern whose weight counts, one
 * that is enough alone, one of them that is tried at its literal, a decoder, and a scanner.
 */
const kind = { signal: 0, pattern: 1, atLiteral: 2, decoder: 3, scanner: 4 } as const;

export class FindingPossibility {
  readonly #kinds: Uint8Array;
  readonly #reaches: Int32Array;
  readonly #needsSecond: Uint8Array;
  readonly #techniques: Int32Array;
  readonly #weights: Uint8Array;
  readonly #minimumHits: Uint8Array;
  // The state of one text.
  readonly #lastFirst: Int32Array;
  readonly #lastSecond: Int32Array;
  readonly #hits: Uint16Array;
  readonly #isOpen: Uint8Array;
  readonly #strongest: Uint8Array;
  #sum = 0;
  #patterns: number[] = [];
  #places: number[] = [];
  #awake: number[] = [];

  constructor(
    private readonly plan: PrefilterPlan,
    private readonly detectors: readonly PatternDetector[],
    private readonly scanners: readonly FunctionDetector[],
  ) {
    const size = detectors.length + decoders.length + scanners.length;
    this.#kinds = new Uint8Array(size).fill(kind.scanner);
    this.#reaches = new Int32Array(size).fill(-nowhere);
    this.#needsSecond = new Uint8Array(size);
    this.#techniques = new Int32Array(size);
    this.#weights = new Uint8Array(size);
    this.#minimumHits = new Uint8Array(size);
    this.#lastFirst = new Int32Array(size);
    this.#lastSecond = new Int32Array(size);
    this.#hits = new Uint16Array(size);
    this.#isOpen = new Uint8Array(size);
    this.#strongest = new Uint8Array(size);
    const techniques = new Map<string, number>();
    const setSignal = (target: number, detector: PatternDetector): void => {
      const { technique = detector.name, weight, weightInDescriptions } = signalWeightOf(detector);
      const known = techniques.get(technique) ?? techniques.size;
      techniques.set(technique, known);
      this.#kinds[target] = kind.signal;
      this.#techniques[target] = known;
      this.#weights[target] = Math.max(0, Math.ceil(Math.max(weight, weightInDescriptions)));
    };
    const setReach = (target: number, detector: FunctionDetector | PatternDetector): void => {
      if (selectiveSeconds(detector).length === 0) return;
      const { literals = [], secondLiterals = [], windowRadius = defaultWindowRadius } = detector;
      const longest = [...literals, ...secondLiterals].reduce(
        (most, { length }) => Math.max(most, length),
        0,
      );
      this.#needsSecond[target] = 1;
      this.#reaches[target] = windowRadius + neighbourhood + longest + disorder;
    };
    for (const [index, detector] of detectors.entries()) {
      if (detector.kind === 'injection') setSignal(index, detector);
      else this.#kinds[index] = detector.literalOffset === undefined ? kind.pattern : kind.atLiteral;
      if (detector.literalOffset === undefined) setReach(index, detector);
    }
    for (const [index, { minimumHits }] of decoders.entries()) {
      this.#kinds[detectors.length + index] = kind.decoder;
      this.#minimumHits[detectors.length + index] = minimumHits;
    }
    for (const [index, scanner] of scanners.entries()) {
      setReach(detectors.length + decoders.length + index, scanner);
    }
  }

  /**
   * False if there is certainly no finding. `text` is normalised, with a sign in place of non-ASCII letters unless
   * it `isPlain`.
   */
  mayFind(text: string, isPlain: boolean): boolean {
    const { plan } = this;
    const seen = plan.matcher?.collect(text);
    if (seen === undefined || plan.alwaysAwake.length > 0) return true;
    this.#lastFirst.fill(nowhere);
    this.#lastSecond.fill(nowhere);
    this.#hits.fill(0);
    this.#isOpen.fill(0);
    this.#strongest.fill(0);
    this.#sum = 0;
    this.#patterns.length = 0;
    this.#places.length = 0;
    this.#awake.length = 0;
    const { count, literals, ends, start, length, hasRun } = seen;
    for (let index = 0; index < count; index += 1)
      if (this.#add(literals[index] as number, (ends[index] as number) - start)) return true;
    if (!hasRun && this.#places.length === 0 && this.#awake.length === 0 && !this.#isEnough()) return false;
    // Patterns may treat letters and the sign in their place differently.
    if (!isPlain) return true;
    const collapsed = severalSpaces.test(text) ? runToEnd(collapseWhitespace(text)).text : text;
    return (
      this.#awake.some((scanner) => finds(this.scanners[scanner] as FunctionDetector, collapsed)) ||
      (hasRun && decodesToText(collapsed)) ||
      (this.#places.length > 0 && this.#matchesAtLiteral(collapsed, length)) ||
      (this.#isEnough() && this.#matchesTogether(collapsed))
    );
  }

  /** Adds a literal; true if something may be found. */
  #add(literal: number, end: number): boolean {
    const { offsets, owners, awakened } = this.plan;
    const last = offsets[literal + 1] as number;
    for (let at = offsets[literal] as number; at < last; at += 2) {
      const mark = owners[at] as number;
      if (mark < 0) {
        if (this.#needsSecond[~mark] === 0) continue;
        this.#lastSecond[~mark] = end;
        if (end - (this.#lastFirst[~mark] as number) <= (this.#reaches[~mark] as number) && this.#open(~mark))
          return true;
        continue;
      }
      this.#lastFirst[mark] = end;
      if (this.#kinds[mark] === kind.atLiteral)
        this.#places.push(placeOf(end, owners[at + 1] as number, mark));
      else if (
        (this.#needsSecond[mark] === 0 ||
          end - (this.#lastSecond[mark] as number) <= (this.#reaches[mark] as number)) &&
        this.#open(mark)
      )
        return true;
    }
    const scanners = awakened[literal];
    if (scanners !== undefined)
      for (let index = 0; index < scanners.length; index += 1) {
        const scanner = scanners[index] as number;
        if (scanner >= 0) return true;
        if (!this.#awake.includes(~scanner)) this.#awake.push(~scanner);
      }
    return false;
  }

  /** Counts a target that has all its literals; true if it may find something by itself. */
  #open(target: number): boolean {
    switch (this.#kinds[target]) {
      case kind.signal:
      case kind.pattern:
        if (this.#isOpen[target] === 0) {
          this.#isOpen[target] = 1;
          this.#patterns.push(target);
          this.#sum += this.#gain(target);
        }
        return false;
      case kind.decoder:
        this.#hits[target] = (this.#hits[target] as number) + 1;
        return (this.#hits[target] as number) >= (this.#minimumHits[target] as number);
      default:
        return true;
    }
  }

  #isEnough(): boolean {
    return this.#sum >= this.plan.enough;
  }

  /** What a pattern adds to the sum: signals of one technique count once, with the highest weight. */
  #gain(target: number): number {
    if (this.#kinds[target] === kind.pattern) return this.plan.enough;
    const technique = this.#techniques[target] as number;
    const before = this.#strongest[technique] as number;
    const weight = this.#weights[target] as number;
    if (weight <= before) return 0;
    this.#strongest[technique] = weight;
    return weight - before;
  }

  /** True if the patterns that match are enough together. */
  #matchesTogether(collapsed: string): boolean {
    const targets = this.#patterns;
    for (let index = targets.length - 1; index >= 0; index -= 1) {
      const detector = this.detectors[targets[index] as number] as PatternDetector;
      if (matchesSomewhere(collapsed, detector)) continue;
      targets.splice(index, 1);
      this.#strongest.fill(0);
      this.#sum = 0;
      for (const target of targets) this.#sum += this.#gain(target);
      if (!this.#isEnough()) return false;
    }
    return true;
  }

  /** True if a pattern matches at one of its literals. `length` is that of the text with single spaces. */
  #matchesAtLiteral(collapsed: string, length: number): boolean {
    const sorted = Float64Array.from(this.#places).sort();
    if (length !== collapsed.length) moveApart(sorted, collapsed);
    for (const place of sorted) {
      const { end, literalLength, index } = positionOf(place);
      const detector = this.detectors[index] as PatternDetector;
      if (matchesAt(collapsed, detector, end - literalLength - (detector.literalOffset ?? 0))) return true;
    }
    return false;
  }
}

/** True if a scanner that reads short texts completely finds something. */
const finds = ({ prefilterPattern, find }: FunctionDetector, text: string): boolean =>
  prefilterPattern?.pattern.test(text) === true && find(text, 0, text.length).length > 0;

/** True if a run of letters and digits is encoded text. */
function decodesToText(text: string): boolean {
  for (const run of findEncodedRuns(text, 0, text.length))
    if (decodeEncodedRun(text, run) !== undefined) return true;
  return false;
}
