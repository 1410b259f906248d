// Finds candidates in a short text with the WebAssembly loops: they need no warm-up, and building their tables
// takes a tenth of the time of the automata in `../literals`.

import type { LiteralOwners } from '../literals/candidate-collector.js';
import { CandidateWindows, type LiteralTarget, neighbourhood } from '../literals/candidate-windows.js';
import { withSingleSpaces } from '../normalize/collapse-whitespace.js';
import type { PrefilterPlan } from './plan.js';
import { selectiveSeconds } from './target-rules.js';

/** Everything that has literals, and the size of its windows; see `windowRadii`. */
export interface LiteralTargets {
  readonly all: readonly LiteralTarget[];
  readonly radii: Int32Array;
}

/** The ends of the literals of a text, by position. */
export interface LiteralHits {
  /**
   * Position, inverted length and number of a literal, combined in one number, so that the longest of those
   * that end together comes first.
   */
  readonly sorted: Float64Array;
  /** The indexes of scanners that have to read the text; the complement if their pattern has to match as well. */
  readonly awake: ReadonlySet<number>;
}

/** A text with more literals is searched in steps, like long ones. */
const mostHits = 4_096;
const numbers = 65_536;
const lengths = 256;
const ownPlace = numbers * lengths;

/** The literals of a text without non-ASCII letters; `undefined` if there are too many. */
export function findLiteralHits(plan: PrefilterPlan, text: string): LiteralHits | undefined {
  const { matcher, offsets, awakened } = plan;
  if (matcher === undefined) return undefined;
  const hits: number[] = [];
  const awake = new Set([...plan.alwaysAwake, ...plan.afterDottedRun.map((scanner) => ~scanner)]);
  const seen = matcher.findLiterals(text, (literal, end) => {
    for (const scanner of awakened[literal] ?? []) awake.add(scanner);
    if (offsets[literal] !== offsets[literal + 1]) hits.push(hitOf(plan, end, literal));
    return hits.length > mostHits;
  });
  if (seen === undefined || seen.foreign) return undefined;
  return { sorted: sortHits(hits, text, seen.length), awake };
}

/** Hits in order, with positions in `text`, whose length with single spaces is given. */
export function sortHits(hits: readonly number[], text: string, length: number): Float64Array {
  const sorted = new Float64Array(hits).sort();
  if (length !== text.length) moveApart(sorted, text);
  return sorted;
}

/** A literal and its end as one number. */
export function hitOf({ offsets, owners }: PrefilterPlan, end: number, literal: number): number {
  const length = owners[(offsets[literal] as number) + 1] as number;
  return end * ownPlace + (lengths - 1 - Math.min(lengths - 1, length)) * numbers + literal;
}

const severalBlanks = /[\t-\r ]{2,}/g;

/** Converts positions in a text with single spaces to those in the text itself. */
function moveApart(sorted: Float64Array, text: string): void {
  let shift = 0;
  let next = nextRun(text, 0);
  for (let index = 0; index < sorted.length; index += 1) {
    const hit = sorted[index] as number;
    const end = Math.floor(hit / ownPlace);
    // A literal that ends with a space ends with the first one of a run.
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

/** Adds literals of another search up to a position, so that all are added in order. */
type AddOthers = (collector: QuickCollector, until: number) => void;

/**
 * The windows of each target, or of those that are wanted. Additional literals are searched in the windows of the
 * first ones.
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
    const known = selectiveSeconds(wantedTarget).length > 0 ? collector.secondsOf(target) : undefined;
    windows.openWhere(
      known === undefined
        ? (start, end) => holdsAny(text, start, end, secondLiterals)
        : (start, end) => known.some((second) => isWithin(second, start, end)),
    );
  }
  return found;
}

const none: readonly number[] = [];

/** True if an additional literal that starts at `second` opens a window. */
const isWithin = (second: number, start: number, end: number): boolean =>
  second >= start - neighbourhood && second < end + longestSecond;

/** The last window of a target while literals are added; its end is negative if there is none. */
interface Growing {
  readonly windows: CandidateWindows;
  from: number;
  to: number;
  count: number;
}

/** The windows of few literals: filling tables for all targets would take most of the time. */
class QuickCollector {
  readonly #growing = new Map<number, Growing>();
  /** The starts of additional literals. */
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

/** A literal that begins in a window may end after it. */
const longestSecond = 32;

function holdsAny(text: string, start: number, end: number, literals: readonly string[]): boolean {
  const piece = text.slice(Math.max(0, start - neighbourhood), end + longestSecond).toLowerCase();
  const read = apart.test(piece) ? withSingleSpaces(piece) : piece;
  return singleSpaced(literals).some((literal) => read.includes(literal));
}

/** True if the text contains runs of spaces. */
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
