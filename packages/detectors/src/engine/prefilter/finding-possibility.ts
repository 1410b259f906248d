// Decides whether the detectors could find something in a short text, without a complete search. The
// WebAssembly loops return the detectors that have all their literals near each other. Only these detectors
// are run, until it is certain that they cannot produce a finding together, which is the result for nearly
// all ordinary texts.
// INVARIANT: `false` is certain for texts without non-ASCII letters that occur in literals.

import { decodeAll } from '../../decode/decode-all.js';
import { decoders } from '../../decode/index.js';
import type { PatternDetector } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { obfuscationBonus } from '../../injection/score.js';
import { combineForms, decodedAllowance, deepest } from '../decoding-limits.js';
import type { CandidateWindows } from '../literals/candidate-windows.js';
import { matchesSomewhere } from '../match/run-pattern.js';
import type { TextLayer } from '../match/text-layer.js';
import { collapseWhitespace } from '../normalize/collapse-whitespace.js';
import { runToEnd } from '../run-to-end.js';
import type { CollectedLiterals } from './matcher.js';
import type { PrefilterPlan } from './plan.js';
import { collectCandidates, hitOf, type LiteralTargets, sortHits } from './quick-candidates.js';
import type { TargetRule } from './target-rules.js';

/** Shorter runs of white space are not collapsed. */
const severalSpaces = /[\t-\r ]{3}/;

/** The open targets of one text. */
interface OpenTargets {
  /** Injection signals, which are reported only together. */
  readonly signals: readonly number[];
  /** Detectors and function detectors of which a single match is a finding. */
  readonly others: readonly number[];
  readonly decoders: readonly number[];
  /**
   * Function detectors that a literal activates, as their index or, if their prefilter pattern has to match as well, as the
   * complement of their index.
   */
  readonly awake: readonly number[];
}

const noWindows: ReadonlyMap<number, CandidateWindows> = new Map();
/** The minimum weight of a signal. */
const smallestWeight = 1;

/** A text in the form that the loops read. */
export interface PreparedText {
  /** The normalized text. */
  readonly text: string;
  /** The same text with a placeholder for each non-ASCII letter. */
  readonly folded: string;
}

export class FindingPossibility {
  /** How often each pattern was run. */
  readonly #runs: Uint32Array;
  readonly #isOpen: Uint8Array;
  /** The length of decoded text that may still be read for the current text. */
  #allowance = 0;

  constructor(
    private readonly plan: PrefilterPlan,
    private readonly targets: LiteralTargets,
    private readonly detectors: readonly PatternDetector[],
    private readonly scanners: readonly FunctionDetector[],
    /** Prepares a decoded text; returns `undefined` if the text must be searched. */
    private readonly prepare: (text: string) => PreparedText | undefined,
  ) {
    this.#isOpen = new Uint8Array(plan.rules.length);
    this.#runs = new Uint32Array(plan.rules.length);
  }

  /** Returns false if there is certainly no finding. The literals of the text are collected if they are not given. */
  mayFind(prepared: PreparedText, collected?: CollectedLiterals): boolean {
    const { alwaysAwake, enough } = this.plan;
    if (alwaysAwake.length > 0) return true;
    this.#allowance = decodedAllowance(prepared.text.length);
    return this.#weigh(prepared, enough, { depth: 0, form: 'plain' }, collected) >= enough;
  }

  /**
   * Returns the total weight of the signals in a text and its decoded parts. If the total is certainly less than
   * `enough`, returns a smaller number. If one target has a finding by itself, returns infinity.
   */
  #weigh(
    { text, folded }: PreparedText,
    enough: number,
    layer: Pick<TextLayer, 'depth' | 'form'>,
    collected?: CollectedLiterals,
  ): number {
    const seen = collected ?? this.plan.matcher?.collect(folded);
    if (seen === undefined) return Number.POSITIVE_INFINITY;
    const open = this.#sortTargets(seen);
    const { sum, hasEncodedRun } = seen;
    const mayDecode = layer.depth < deepest && (open.decoders.length > 0 || hasEncodedRun);
    if (sum < enough && !mayDecode && open.others.length + open.awake.length === 0) return 0;
    const collapsed = severalSpaces.test(text) ? runToEnd(collapseWhitespace(text)).text : text;
    if (open.awake.some((scanner) => this.#finds(scanner, collapsed, text))) return Number.POSITIVE_INFINITY;
    const windows = this.#windowsOf(
      seen,
      collapsed,
      sum >= enough || mayDecode ? [...open.others, ...open.decoders, ...open.signals] : open.others,
    );
    if (open.others.some((target) => this.#mayFindAlone(target, collapsed, windows.get(target))))
      return Number.POSITIVE_INFINITY;
    const decoded = mayDecode ? this.#weighDecoded({ ...layer, text: collapsed }, windows, hasEncodedRun) : 0;
    const added = decoded === 0 ? 0 : decoded + obfuscationBonus;
    const needed = enough - added;
    return added + (sum < needed ? sum : this.#weighTogether(open.signals, collapsed, windows, needed));
  }

  /** Returns the total weight of the signals in the decoded parts of a text. */
  #weighDecoded(
    layer: Pick<TextLayer, 'depth' | 'form' | 'text'>,
    windows: ReadonlyMap<number, CandidateWindows>,
    hasEncodedRun: boolean,
  ): number {
    const first = this.detectors.length;
    const near = new Map(decoders.map((_, index) => [index, windows.get(first + index)] as const));
    let sum = 0;
    for (const decoded of decodeAll(layer, near, hasEncodedRun)) {
      if (typeof decoded === 'number') continue;
      this.#allowance -= decoded.text.length;
      const prepared = this.#allowance < 0 ? undefined : this.prepare(decoded.text);
      if (prepared === undefined) return Number.POSITIVE_INFINITY;
      const form = combineForms(layer.form, decoded.reading);
      sum += this.#weigh(prepared, smallestWeight, { depth: layer.depth + 1, form });
      if (sum === Number.POSITIVE_INFINITY) break;
    }
    return sum;
  }

  #sortTargets({ openTargets, openCount, hasDottedRun }: CollectedLiterals): OpenTargets {
    const { rules, afterDottedRun } = this.plan;
    const firstDecoder = this.detectors.length;
    const afterDecoders = firstDecoder + decoders.length;
    const signals: number[] = [];
    const others: number[] = [];
    const encoded: number[] = [];
    const scanners = this.scanners.length;
    const awake: number[] = hasDottedRun ? afterDottedRun.map((scanner) => ~scanner) : [];
    for (let index = 0; index < openCount; index += 1) {
      const target = openTargets[index] as number;
      const scanner = target - rules.length;
      if (scanner >= 0) awake.push(scanner < scanners ? scanner : ~(scanner - scanners));
      else if ((rules[target] as TargetRule).weight !== 0) signals.push(target);
      else if (target >= firstDecoder && target < afterDecoders) encoded.push(target);
      else others.push(target);
    }
    return { signals, others, decoders: encoded, awake };
  }

  /**
   * Tests whether a function detector that reads short texts completely has a finding in the collapsed or in the normalized
   * text.
   */
  #finds(awake: number, collapsed: string, text: string): boolean {
    const scanner = this.scanners[awake < 0 ? ~awake : awake] as FunctionDetector;
    const { prefilterPattern, readsOriginalText = false, find } = scanner;
    const isIn = (one: string): boolean =>
      (awake >= 0 || prefilterPattern?.pattern.test(one) === true) && find(one, 0, one.length).length > 0;
    return isIn(collapsed) || (readsOriginalText && text !== collapsed && isIn(text));
  }

  #windowsOf(
    { count, literals, ends, start, length }: CollectedLiterals,
    text: string,
    wanted: readonly number[],
  ): ReadonlyMap<number, CandidateWindows> {
    if (wanted.length === 0) return noWindows;
    const { plan } = this;
    this.#isOpen.fill(0);
    for (const target of wanted) this.#isOpen[target] = 1;
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

  /** Tests whether a detector or function detector has a finding. */
  #mayFindAlone(target: number, text: string, windows: CandidateWindows | undefined): boolean {
    if (windows === undefined || !windows.isOpen) return false;
    const { detectors } = this;
    if (target < detectors.length)
      return matchesSomewhere(detectors[target] as PatternDetector, text, windows);
    const { find, reach } = this.scanners[target - detectors.length - decoders.length] as FunctionDetector;
    for (const { start, end } of windows.pieces(reach, text.length))
      if (find(text, start, end).length > 0) return true;
    return false;
  }

  /**
   * Returns the total weight of the signals whose patterns match, or 0 if it is less than `needed`. Compiling a
   * pattern takes as long as running it hundreds of times, so the patterns that were run most often are run first.
   * Most of them do not match, and then the remaining patterns are not needed.
   */
  #weighTogether(
    signals: readonly number[],
    text: string,
    windows: ReadonlyMap<number, CandidateWindows>,
    needed: number,
  ): number {
    const runs = this.#runs;
    const left = new Set(signals);
    const order = [...left].sort((one, other) => (runs[other] as number) - (runs[one] as number));
    let sum = this.#sumOf(left);
    for (const target of order) {
      runs[target] = (runs[target] as number) + 1;
      const found = windows.get(target);
      const detector = this.detectors[target] as PatternDetector;
      if (found?.isOpen === true && matchesSomewhere(detector, text, found)) continue;
      left.delete(target);
      sum = this.#sumOf(left);
      if (sum < needed) return 0;
    }
    return sum;
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
