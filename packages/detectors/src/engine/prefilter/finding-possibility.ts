// Decides whether the detectors could find something in a short text, without the work of a search. A first pass over
// the literals says which detectors have all their literals near each other, in typed arrays and without objects: it
// runs for almost every text, and has to be fast before it is compiled. Only those detectors are then run, until it
// is certain that they find nothing together. Nearly all ordinary texts end here.
// INVARIANT: `false` is certain for texts without non-ASCII letters that matter to a literal.

import { changesText, containsEncodedText } from '../../decode/decode-all.js';
import type { Decoder } from '../../decode/decoder.js';
import { decoders } from '../../decode/index.js';
import type { PatternDetector } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { signalWeightOf } from '../../injection/signal-weight.js';
import { type CandidateWindows, defaultWindowRadius, neighbourhood } from '../literals/candidate-windows.js';
import { matchesSomewhere } from '../match/run-pattern.js';
import { collapseWhitespace } from '../normalize/collapse-whitespace.js';
import { runToEnd } from '../run-to-end.js';
import { type PrefilterPlan, selectiveSeconds } from './plan.js';
import { collectCandidates, hitOf, type LiteralTargets, sortHits } from './quick-candidates.js';
import type { CollectedLiterals } from './wasm-matcher.js';

/** A literal may be reported this much later than one that ends after it. */
const disorder = 48;
/** Shorter runs of spaces are left as they are. */
const severalSpaces = /[\t-\r ]{3}/;
/** The position of a literal that has not occurred. */
const nowhere = -1_000_000;

export class FindingPossibility {
  /** The weight of each target if it counts as a signal, else 0; targets are detectors, decoders and scanners. */
  readonly #weights: Uint8Array;
  readonly #techniques: Int32Array;
  readonly #needsSecond: Uint8Array;
  /** The distance between a first and an additional literal. */
  readonly #reaches: Int32Array;
  /** How often each pattern was run. */
  readonly #runs: Uint32Array;
  // The state of one text.
  readonly #lastFirst: Int32Array;
  readonly #lastSecond: Int32Array;
  readonly #isOpen: Uint8Array;
  readonly #strongest: Uint8Array;
  #sum = 0;
  #signals: number[] = [];
  #others: number[] = [];
  #awake: number[] = [];

  constructor(
    private readonly plan: PrefilterPlan,
    private readonly targets: LiteralTargets,
    private readonly detectors: readonly PatternDetector[],
    private readonly scanners: readonly FunctionDetector[],
  ) {
    const size = targets.all.length;
    this.#weights = new Uint8Array(size);
    this.#techniques = new Int32Array(size);
    this.#needsSecond = new Uint8Array(size);
    this.#reaches = new Int32Array(size);
    this.#lastFirst = new Int32Array(size);
    this.#lastSecond = new Int32Array(size);
    this.#isOpen = new Uint8Array(size);
    this.#strongest = new Uint8Array(size);
    this.#runs = new Uint32Array(size);
    const techniques = new Map<string, number>();
    for (const [target, detector] of detectors.entries()) {
      if (detector.kind !== 'injection') continue;
      const { technique = detector.name, weight, weightInDescriptions } = signalWeightOf(detector);
      if (!techniques.has(technique)) techniques.set(technique, techniques.size);
      this.#techniques[target] = techniques.get(technique) as number;
      this.#weights[target] = Math.max(1, Math.ceil(Math.max(weight, weightInDescriptions)));
    }
    for (const [target, wanted] of targets.all.entries()) {
      if (wanted.literalOffset !== undefined || selectiveSeconds(wanted).length === 0) continue;
      const { literals, secondLiterals = [], windowRadius = defaultWindowRadius } = wanted;
      const longest = [...literals, ...secondLiterals].reduce(
        (most, { length }) => Math.max(most, length),
        0,
      );
      this.#needsSecond[target] = 1;
      this.#reaches[target] = windowRadius + neighbourhood + longest + disorder;
    }
  }

  /** False if there is certainly no finding. `text` is normalised; in `folded` a sign replaces non-ASCII letters. */
  mayFind(text: string, folded: string): boolean {
    const { plan } = this;
    const seen = plan.matcher?.collect(folded);
    if (seen === undefined || plan.alwaysAwake.length > 0) return true;
    this.#openTargets(seen);
    if (seen.hasRun) this.#awake.push(...plan.afterRun);
    const isEnough = this.#sum >= plan.enough;
    if (!isEnough && !seen.hasRun && this.#others.length === 0 && this.#awake.length === 0) return false;
    const collapsed = severalSpaces.test(text) ? runToEnd(collapseWhitespace(text)).text : text;
    if (this.#awake.some((scanner) => finds(this.scanners[scanner] as FunctionDetector, collapsed, text)))
      return true;
    if (seen.hasRun && containsEncodedText(collapsed)) return true;
    if (!isEnough && this.#others.length === 0) return false;
    if (!isEnough) for (const target of this.#signals) this.#isOpen[target] = 0;
    const windows = this.#windowsOfOpen(seen, collapsed);
    return (
      this.#others.some((target) => this.#mayFindAlone(target, collapsed, windows.get(target))) ||
      (isEnough && this.#mayFindTogether(collapsed, windows))
    );
  }

  /** Opens the targets that have all their literals. */
  #openTargets({ count, literals, ends, start }: CollectedLiterals): void {
    const { offsets, owners, awakened } = this.plan;
    this.#lastFirst.fill(nowhere);
    this.#lastSecond.fill(nowhere);
    this.#isOpen.fill(0);
    this.#strongest.fill(0);
    this.#sum = 0;
    this.#signals.length = 0;
    this.#others.length = 0;
    this.#awake.length = 0;
    for (let index = 0; index < count; index += 1) {
      const literal = literals[index] as number;
      const end = (ends[index] as number) - start;
      const last = offsets[literal + 1] as number;
      for (let at = offsets[literal] as number; at < last; at += 2) {
        const mark = owners[at] as number;
        const target = targetOf(mark);
        if (this.#isOpen[target] === 1) continue;
        if (this.#needsSecond[target] === 1) {
          (mark < 0 ? this.#lastSecond : this.#lastFirst)[target] = end;
          const other = (mark < 0 ? this.#lastFirst : this.#lastSecond)[target] as number;
          if (end - other > (this.#reaches[target] as number)) continue;
        } else if (mark < 0) continue;
        this.#open(target);
      }
      const scanners = awakened[literal];
      if (scanners !== undefined)
        for (let next = 0; next < scanners.length; next += 1) {
          const scanner = scanners[next] as number;
          if (!this.#awake.includes(targetOf(scanner))) this.#awake.push(targetOf(scanner));
        }
    }
  }

  #open(target: number): void {
    this.#isOpen[target] = 1;
    if (this.#weights[target] === 0) this.#others.push(target);
    else {
      this.#signals.push(target);
      this.#sum += this.#gain(target);
    }
  }

  /** What a signal adds to the sum: those of one technique count once, with the highest weight. */
  #gain(target: number): number {
    const technique = this.#techniques[target] as number;
    const before = this.#strongest[technique] as number;
    const weight = this.#weights[target] as number;
    if (weight <= before) return 0;
    this.#strongest[technique] = weight;
    return weight - before;
  }

  #windowsOfOpen(
    { count, literals, ends, start, length }: CollectedLiterals,
    text: string,
  ): ReadonlyMap<number, CandidateWindows> {
    const { plan } = this;
    const hits: number[] = [];
    for (let index = 0; index < count; index += 1) {
      const literal = literals[index] as number;
      if (this.#isWanted(literal)) hits.push(hitOf(plan, (ends[index] as number) - start, literal));
    }
    return collectCandidates(plan, this.targets, sortHits(hits, text, length), text, {
      wanted: this.#isOpen,
    });
  }

  #isWanted(literal: number): boolean {
    const { offsets, owners } = this.plan;
    for (let at = offsets[literal] as number; at < (offsets[literal + 1] as number); at += 2)
      if (this.#isOpen[targetOf(owners[at] as number)] === 1) return true;
    return false;
  }

  /** True if a target finds something, or has to be decoded. */
  #mayFindAlone(target: number, text: string, windows: CandidateWindows | undefined): boolean {
    if (windows === undefined || !windows.isOpen) return false;
    const { detectors } = this;
    if (target < detectors.length)
      return matchesSomewhere(detectors[target] as PatternDetector, text, windows);
    const decoder = target - detectors.length;
    if (decoder < decoders.length) return changesText(decoders[decoder] as Decoder, text, windows);
    const { find, reach } = this.scanners[decoder - decoders.length] as FunctionDetector;
    for (const { start, end } of windows.pieces(reach, text.length))
      if (find(text, start, end).length > 0) return true;
    return false;
  }

  /**
   * True if the signals whose patterns match are enough together. Compiling a pattern takes as long as running it
   * hundreds of times, so those that were run most often are run first: most fail, and then the others are not needed.
   */
  #mayFindTogether(text: string, windows: ReadonlyMap<number, CandidateWindows>): boolean {
    const runs = this.#runs;
    const left = new Set(this.#signals);
    const order = [...left].sort((one, other) => (runs[other] as number) - (runs[one] as number));
    for (const target of order) {
      runs[target] = (runs[target] as number) + 1;
      const found = windows.get(target);
      const detector = this.detectors[target] as PatternDetector;
      if (found?.isOpen === true && matchesSomewhere(detector, text, found)) continue;
      left.delete(target);
      this.#strongest.fill(0);
      let sum = 0;
      for (const other of left) sum += this.#gain(other);
      if (sum < this.plan.enough) return false;
    }
    return true;
  }
}

/** The index that a mark stands for, whether or not it is complemented. */
const targetOf = (mark: number): number => (mark < 0 ? ~mark : mark);

/** True if a scanner that reads short texts completely finds something in one, or in what it was before. */
function finds(scanner: FunctionDetector, text: string, original: string): boolean {
  const { prefilterPattern, prefilterLiterals = [], readsOriginalText = false, find } = scanner;
  const isIn = (one: string): boolean =>
    (prefilterLiterals.length > 0 || prefilterPattern?.pattern.test(one) === true) &&
    find(one, 0, one.length).length > 0;
  return isIn(text) || (readsOriginalText && original !== text && isIn(original));
}
