// Finds candidates in a short text with the WebAssembly loops. The loops need no warm-up, and building their
// tables takes a tenth of the time of building the automata in `../literals`.

import type { LiteralOwners } from '../literals/candidate-collector.js';
import { CandidateWindows, type LiteralTarget, neighbourhood } from '../literals/candidate-windows.js';
import { withSingleSpaces } from '../normalize/collapse-whitespace.js';
import type { PrefilterPlan } from './plan.js';
import { selectiveSeconds } from './target-rules.js';

/** All detectors, decoders and function detectors with literals, and their window radii; see `windowRadii`. */
export interface LiteralTargets {
  readonly all: readonly LiteralTarget[];
  readonly radii: Int32Array;
}

/** The literals found in a text, by position. */
export interface LiteralHits {
  /**
   * The end position, inverted length and number of a literal, combined in one number, so that the longest of
   * the literals that end together comes first.
   */
  readonly sorted: Float64Array;
  /**
   * The indexes of the function detectors that have to read the text. For a function detector whose prefilter pattern has to match as
   * well, the set contains the complement of its index.
   */
  readonly awake: ReadonlySet<number>;
}

/** The maximum number of literals. A text with more literals is searched in steps, as long texts are. */
const maxHits = 8_192;
const numbers = 65_536;
const lengths = 256;
const ownPlace = numbers * lengths;

/** Finds the literals of a text without non-ASCII letters. Returns `undefined` if there are too many. */
export function findLiteralHits(plan: PrefilterPlan, text: string): LiteralHits | undefined {
  const { matcher, offsets, awakened } = plan;
  if (matcher === undefined) return undefined;
  const hits: number[] = [];
  const awake = new Set([...plan.alwaysAwake, ...plan.afterDottedRun.map((scanner) => ~scanner)]);
  const seen = matcher.findLiterals(text, (literal, end) => {
    for (const scanner of awakened[literal] ?? []) awake.add(scanner);
    if (offsets[literal] !== offsets[literal + 1]) hits.push(hitOf(plan, end, literal));
    return hits.length > maxHits;
  });
  if (seen === undefined || seen.foreign) return undefined;
  return { sorted: sortHits(hits, text, seen.length), awake };
}

/** Sorts hits and converts their positions. `length` is the length of the text with single spaces. */
export function sortHits(hits: readonly number[], text: string, length: number): Float64Array {
  const sorted = new Float64Array(hits).sort();
  if (length !== text.length) moveApart(sorted, text);
  return sorted;
}

/** Combines a literal and its end position in one number. */
export function hitOf({ offsets, owners }: PrefilterPlan, end: number, literal: number): number {
  const length = owners[(offsets[literal] as number) + 1] as number;
  return end * ownPlace + (lengths - 1 - Math.min(lengths - 1, length)) * numbers + literal;
}

const severalBlanks = /[\t-\r ]{2,}/g;

/** Converts positions in a text with single spaces to positions in the text itself. */
function moveApart(sorted: Float64Array, text: string): void {
  let shift = 0;
  let next = nextRun(text, 0);
  for (let index = 0; index < sorted.length; index += 1) {
    const hit = sorted[index] as number;
    const end = Math.floor(hit / ownPlace);
    // A literal that ends with a space ends at the first space of a run.
    while (next !== undefined && next.start - shift + 1 < end) {
      shift += next.length - 1;
      next = nextRun(text, next.start + next.length);
    }
    sorted[index] = hit + shift * ownPlace;
  }
}

function nextRun(
  text: string,
  from: number,
): { readonly start: number; readonly length: number } | undefined {
  severalBlanks.lastIndex = from;
  const run = severalBlanks.exec(text);
  return run === null ? undefined : { start: run.index, length: run[0].length };
}

/** Adds the literals of another search up to a position, so that all literals are added in order. */
type AddOthers = (collector: QuickCollector, until: number) => void;

/**
 * Returns the windows of each target, or only of the wanted targets. Additional literals are searched for in
 * the windows of the first literals.
 */
export function collectCandidates(
  plan: PrefilterPlan,
  { all: targets, radii }: LiteralTargets,
  sorted: Float64Array,
  text: string,
  { addOthers, wanted }: { readonly addOthers?: AddOthers; readonly wanted?: Uint8Array },
): ReadonlyMap<number, CandidateWindows> {
  const collector = new QuickCollector(targets, radii, text.length, wanted);
  for (const hit of sorted) {
    const end = Math.floor(hit / ownPlace);
    addOthers?.(collector, end);
    collector.add(plan, hit % numbers, end);
  }
  addOthers?.(collector, text.length);
  const found = collector.finish();
  for (const [target, windows] of found) {
    const wantedTarget = targets[target] as LiteralTarget;
    const { secondLiterals } = wantedTarget;
    if (secondLiterals === undefined || windows.starts.length > 0) continue;
    const known = hasSelectiveSeconds(wantedTarget) ? collector.secondsOf(target) : undefined;
    windows.openWhere(
      known === undefined
        ? (start, end) => holdsAny(text, start, end, secondLiterals)
        : (start, end) => known.some((second) => isWithin(second, start, end)),
    );
  }
  return found;
}

const selective = new WeakMap<LiteralTarget, boolean>();

function hasSelectiveSeconds(target: LiteralTarget): boolean {
  let known = selective.get(target);
  if (known === undefined) {
    known = selectiveSeconds(target).length > 0;
    selective.set(target, known);
  }
  return known;
}

const none: readonly number[] = [];

/** Tests whether an additional literal that starts at `second` opens a window. */
const isWithin = (second: number, start: number, end: number): boolean =>
  second >= start - neighbourhood && second < end + maxSecondLength;

/** The last window of a target while literals are added. Its end is negative if there is no window. */
interface Growing {
  readonly windows: CandidateWindows;
  from: number;
  to: number;
  count: number;
}

/**
 * Collects the windows of few literals. It uses maps, because filling tables for all targets would take most
 * of the time.
 */
class QuickCollector {
  readonly #growing = new Map<number, Growing>();
  /** The starts of the additional literals of each target. */
  readonly #seconds = new Map<number, number[]>();

  constructor(
    private readonly targets: readonly LiteralTarget[],
    private readonly radii: Int32Array,
    private readonly length: number,
    private readonly wanted: Uint8Array | undefined,
  ) {}

  add({ offsets, owners }: LiteralOwners, ending: number, end: number): void {
    const last = offsets[ending + 1] as number;
    for (let at = offsets[ending] as number; at < last; at += 2) {
      const mark = owners[at] as number;
      const target = mark < 0 ? ~mark : mark;
      if (this.wanted !== undefined && this.wanted[target] !== 1) continue;
      const start = end - (owners[at + 1] as number);
      if (mark >= 0) this.#meet(target, start, end);
      else this.#addSecond(target, start);
    }
  }

  secondsOf(target: number): readonly number[] {
    return this.#seconds.get(target) ?? none;
  }

  #addSecond(target: number, start: number): void {
    const seconds = this.#seconds.get(target);
    if (seconds === undefined) this.#seconds.set(target, [start]);
    else seconds.push(start);
  }

  finish(): ReadonlyMap<number, CandidateWindows> {
    const found = new Map<number, CandidateWindows>();
    for (const [target, growing] of this.#growing) {
      this.#close(growing);
      found.set(target, growing.windows);
    }
    return found;
  }

  #meet(target: number, start: number, end: number): void {
    let growing = this.#growing.get(target);
    const wanted = this.targets[target] as LiteralTarget;
    if (growing === undefined) {
      growing = { windows: new CandidateWindows(wanted), from: 0, to: -1, count: 0 };
      this.#growing.set(target, growing);
    }
    const reach = this.radii[target] as number;
    if (reach < 0) {
      const place = start - (wanted.literalOffset ?? 0);
      if (place >= 0) growing.windows.addStart(place);
      return;
    }
    const from = Math.max(0, start - reach);
    if (from > growing.to) {
      this.#close(growing);
      growing.from = from;
      growing.count = 0;
    } else growing.from = Math.min(growing.from, from);
    growing.to = Math.max(growing.to, end + reach);
    growing.count += 1;
  }

  #close({ windows, from, to, count }: Growing): void {
    if (to !== -1) windows.add(from, Math.min(this.length, to), count, false);
  }
}

/** The maximum length of an additional literal. A literal that begins in a window may end after it. */
const maxSecondLength = 32;

function holdsAny(text: string, start: number, end: number, literals: readonly string[]): boolean {
  const piece = text.slice(Math.max(0, start - neighbourhood), end + maxSecondLength).toLowerCase();
  const read = apart.test(piece) ? withSingleSpaces(piece) : piece;
  return singleSpaced(literals).some((literal) => read.includes(literal));
}

/** Matches runs of white space. */
const apart = /[\t-\r]| {2}/;

const known = new WeakMap<readonly string[], readonly string[]>();

function singleSpaced(literals: readonly string[]): readonly string[] {
  let read = known.get(literals);
  if (read === undefined) {
    read = literals.map(withSingleSpaces);
    known.set(literals, read);
  }
  return read;
}
