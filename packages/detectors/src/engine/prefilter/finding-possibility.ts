// Decides whether the detectors could find something in a short text, without a complete search. The
// WebAssembly loops return the detectors that have all their literals near each other. Only these detectors
// are run, until it is certain that they cannot produce a finding together, which is the result for nearly
// all ordinary texts.
// INVARIANT: `false` is certain for texts without non-ASCII letters that occur in literals.

import { changesText, containsEncodedText } from '../../decode/decode-all.js';
import type { Decoder } from '../../decode/decoder.js';
import { decoders } from '../../decode/index.js';
import type { PatternDetector } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import type { CandidateWindows } from '../literals/candidate-windows.js';
import { matchesSomewhere } from '../match/run-pattern.js';
import { collapseWhitespace } from '../normalize/collapse-whitespace.js';
import { runToEnd } from '../run-to-end.js';
import type { PrefilterPlan } from './plan.js';
import { collectCandidates, hitOf, type LiteralTargets, sortHits } from './quick-candidates.js';
import type { TargetRule } from './target-rules.js';
import type { CollectedLiterals } from './wasm-matcher.js';

/** Shorter runs of white space are not collapsed. */
const severalSpaces = /[\t-\r ]{3}/;

export class FindingPossibility {
  /** How often each pattern was run. */
  readonly #runs: Uint32Array;
  // The open targets of one text: injection signals, other targets, and scanners that a literal activates.
  readonly #isOpen: Uint8Array;
  readonly #signals: number[] = [];
  readonly #others: number[] = [];
  readonly #awake: number[] = [];

  constructor(
    private readonly plan: PrefilterPlan,
    private readonly targets: LiteralTargets,
    private readonly detectors: readonly PatternDetector[],
    private readonly scanners: readonly FunctionDetector[],
  ) {
    this.#isOpen = new Uint8Array(plan.rules.length);
    this.#runs = new Uint32Array(plan.rules.length);
  }

  /**
   * Returns false if there is certainly no finding. `text` is normalized; in `folded` a placeholder replaces
   * non-ASCII letters.
   */
  mayFind(text: string, folded: string): boolean {
    const { plan } = this;
    const seen = plan.matcher?.collect(folded);
    if (seen === undefined || plan.alwaysAwake.length > 0) return true;
    this.#sortTargets(seen);
    const isEnough = seen.sum >= plan.enough;
    const hasOthers = this.#others.length > 0;
    if (!isEnough && !seen.hasEncodedRun && !hasOthers && this.#awake.length === 0) return false;
    const collapsed = severalSpaces.test(text) ? runToEnd(collapseWhitespace(text)).text : text;
    if (this.#awake.some((scanner) => finds(this.scanners[scanner] as FunctionDetector, collapsed, text)))
      return true;
    if (seen.hasEncodedRun && containsEncodedText(collapsed)) return true;
    if (!isEnough && !hasOthers) return false;
    const windows = this.#windowsOfOpen(seen, collapsed, isEnough);
    return (
      this.#others.some((target) => this.#mayFindAlone(target, collapsed, windows.get(target))) ||
      (isEnough && this.#mayFindTogether(collapsed, windows))
    );
  }

  #sortTargets({ openTargets, openCount, hasDottedRun }: CollectedLiterals): void {
    const { rules, afterDottedRun } = this.plan;
    this.#signals.length = 0;
    this.#others.length = 0;
    this.#awake.length = 0;
    for (let index = 0; index < openCount; index += 1) {
      const target = openTargets[index] as number;
      if (target >= rules.length) this.#awake.push(target - rules.length);
      else ((rules[target] as TargetRule).weight === 0 ? this.#others : this.#signals).push(target);
    }
    if (hasDottedRun) this.#awake.push(...afterDottedRun);
  }

  #windowsOfOpen(
    { count, literals, ends, start, length }: CollectedLiterals,
    text: string,
    withSignals: boolean,
  ): ReadonlyMap<number, CandidateWindows> {
    const { plan } = this;
    this.#isOpen.fill(0);
    for (const target of this.#others) this.#isOpen[target] = 1;
    if (withSignals) for (const target of this.#signals) this.#isOpen[target] = 1;
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

  /** Tests whether a target has a finding, or is a decoder that changes the text. */
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
   * Tests whether the signals whose patterns match reach the threshold together. Compiling a pattern takes as
   * long as running it hundreds of times, so the patterns that were run most often are run first. Most of
   * them do not match, and then the remaining patterns are not needed.
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
      if (this.#sumOf(left) < this.plan.enough) return false;
    }
    return true;
  }

  /** Adds up the weights of signals. Signals of the same technique count once, with the highest weight. */
  #sumOf(signals: Iterable<number>): number {
    const strongest = new Map<number, number>();
    let sum = 0;
    for (const target of signals) {
      const { technique, weight } = this.plan.rules[target] as TargetRule;
      const before = strongest.get(technique) ?? 0;
      if (weight <= before) continue;
      strongest.set(technique, weight);
      sum += weight - before;
    }
    return sum;
  }
}

/**
 * Returns the index of the target that a mark stands for. The mark of an additional literal is the complement
 * of the index.
 */
const targetOf = (mark: number): number => (mark < 0 ? ~mark : mark);

/**
 * Tests whether a scanner that reads short texts completely has a finding in the collapsed or in the original
 * text.
 */
function finds(scanner: FunctionDetector, text: string, original: string): boolean {
  const { prefilterPattern, prefilterLiterals = [], readsOriginalText = false, find } = scanner;
  const isIn = (one: string): boolean =>
    (prefilterLiterals.length > 0 || prefilterPattern?.pattern.test(one) === true) &&
    find(one, 0, one.length).length > 0;
  return isIn(text) || (readsOriginalText && original !== text && isIn(original));
}
