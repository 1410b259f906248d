// Candidates of a short text, found by the WebAssembly loops: they need no warming up, and building their tables takes a tenth
// of the time that the automata of `../literals` take.

import { CandidateCollector } from '../literals/candidate-collector.js';
import { type CandidateWindows, type LiteralTarget, neighbourhood } from '../literals/candidate-windows.js';
import { withSingleSpaces } from '../normalize/collapse-whitespace.js';
import type { PrefilterPlan } from './plan.js';

/** Where the literals of a text end, by number, in the order of these places. */
export interface LiteralHits {
  /** A place and the literal's number, in one number: `end * 65536 + literal`. */
  readonly sorted: Float64Array;
  /** Scanners that have to read the text, by index; the complement of those whose pattern has to match, too. */
  readonly awake: ReadonlySet<number>;
}

/** A text with more literals than this is searched in steps, as the long ones are. */
const mostHits = 4_096;
const ownNumber = 65_536;

/** The literals of a text without letters beyond ASCII; `undefined` when there are too many. */
export function findLiteralHits(plan: PrefilterPlan, text: string): LiteralHits | undefined {
  const { matcher, offsets, awakened } = plan;
  if (matcher === undefined) return undefined;
  const hits: number[] = [];
  const awake = new Set(plan.alwaysAwake);
  const seen = matcher.findLiterals(text, (literal, end) => {
    for (const scanner of awakened[literal] ?? []) awake.add(scanner);
    if (offsets[literal] !== offsets[literal + 1]) hits.push(end * ownNumber + literal);
    return hits.length > mostHits;
  });
  if (seen === undefined || seen.foreign) return undefined;
  const sorted = Float64Array.from(hits).sort();
  if (seen.length !== text.length) moveApart(sorted, text);
  return { sorted, awake };
}

const severalBlanks = /[\t-\r ]{2,}/g;

/** From places in a text with single blanks to those in the text itself. */
function moveApart(sorted: Float64Array, text: string): void {
  let shift = 0;
  let next = nextRun(text, 0);
  for (let index = 0; index < sorted.length; index += 1) {
    const hit = sorted[index] as number;
    const end = Math.floor(hit / ownNumber);
    // A literal that ends with a blank ends with the first of a run.
    while (next !== undefined && next.start - shift + 1 < end) {
      shift += next.length - 1;
      next = nextRun(text, next.start + next.length);
    }
    sorted[index] = hit + shift * ownNumber;
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

/** Who has to look where. Second literals are looked for in the windows of the first ones. */
export function collectCandidates(
  plan: PrefilterPlan,
  targets: readonly LiteralTarget[],
  radii: Int32Array,
  hits: LiteralHits,
  text: string,
  addOthers: (collector: CandidateCollector, until: number) => void,
): ReadonlyMap<number, CandidateWindows> {
  const collector = new CandidateCollector(targets, radii, text.length);
  for (const hit of hits.sorted) {
    const end = Math.floor(hit / ownNumber);
    addOthers(collector, end);
    collector.add(plan, hit % ownNumber, end);
  }
  addOthers(collector, text.length);
  const found = collector.finish();
  for (const [target, windows] of found) {
    const { secondLiterals } = targets[target] as LiteralTarget;
    if (secondLiterals !== undefined && windows.starts.length === 0)
      windows.openWhere((start, end) => holdsAny(text, start, end, secondLiterals));
  }
  return found;
}

/** A literal that begins in a window may end behind it. */
const longestSecond = 32;

function holdsAny(text: string, start: number, end: number, literals: readonly string[]): boolean {
  const piece = text.slice(Math.max(0, start - neighbourhood), end + longestSecond);
  const read = withSingleSpaces(piece).toLowerCase();
  return singleSpaced(literals).some((literal) => read.includes(literal));
}

const known = new WeakMap<readonly string[], readonly string[]>();

function singleSpaced(literals: readonly string[]): readonly string[] {
  let read = known.get(literals);
  if (read === undefined) {
    read = literals.map(withSingleSpaces);
    known.set(literals, read);
  }
  return read;
}
