// Finds the literals of all detectors, decoders and function detectors. The WebAssembly loops read short texts. For
// long texts there are two automata: one for ASCII, which is small enough for the CPU cache, and one for
// other scripts, which is used only if the text contains such letters.

import { decoders } from '../../decode/index.js';
import type { PatternDetector } from '../../detector.js';
import type { FunctionDetector } from '../../function-detector.js';
import { lowestThreshold } from '../../injection/score.js';
import { isAscii } from '../normalize/ascii.js';
import { withSingleSpaces } from '../normalize/collapse-whitespace.js';
import { normalize } from '../normalize/normalize.js';
import { FindingPossibility, type PreparedText } from '../prefilter/finding-possibility.js';
import type { CollectLast } from '../prefilter/matcher.js';
import { createPrefilterPlan, type PrefilterPlan } from '../prefilter/plan.js';
import { collectCandidates, findLiteralHits } from '../prefilter/quick-candidates.js';
import { runToEnd } from '../run-to-end.js';
import { type Automaton, createAutomaton } from './automaton.js';
import { CandidateCollector, type LiteralOwners, windowRadii } from './candidate-collector.js';
import { type CandidateWindows, defaultWindowRadius, type LiteralTarget } from './candidate-windows.js';

const slice = 32_768;
/** The maximum length of literals with non-ASCII letters. */
const margin = 32;

/** The windows, by index in the list of detectors, function detectors or decoders. Most detectors have no windows. */
export interface Candidates {
  readonly patternDetectors: ReadonlyMap<number, CandidateWindows>;
  readonly decoders: ReadonlyMap<number, CandidateWindows>;
  readonly functionDetectors: ReadonlyMap<number, CandidateWindows>;
  /** The function detectors that have to read the text, if known. All other function detectors find nothing in it. */
  readonly awake?: ReadonlySet<number> | undefined;
}

/** The literals of an engine. An index is created once and used for all texts. */
export interface LiteralIndex {
  readonly patternDetectors: readonly PatternDetector[];
  readonly functionDetectors: readonly FunctionDetector[];
  /** The literals as a plan for the WebAssembly loops. The plan is created on first use. */
  plan(): PrefilterPlan;
  /**
   * Prepares a text for the WebAssembly loops: normalizes it and replaces non-ASCII letters. Returns
   * `undefined` if one of these letters occurs in a literal.
   */
  fold(text: string): string | undefined;
  /**
   * Returns false if a text certainly contains no finding. If the loops have just read the same text,
   * `collectLast` returns its literals.
   */
  mayFind(text: string, collectLast?: CollectLast): boolean;
  findCandidates(text: string, ascii: boolean): Generator<number, Candidates>;
}

/**
 * The maximum length of texts that the WebAssembly loops read at once and that every function detector reads
 * completely.
 */
export const shortText = 4_096;
/**
 * The maximum length of texts that are searched at once. Longer texts are searched in steps, because the loops cannot
 * pause within a text.
 */
export const maxLoopLength = 65_536;

interface AutomatonWithOwners extends LiteralOwners {
  readonly automaton: Automaton;
}

/** Creates the index. `enough` is the total weight at which injections are reported. */
export function createLiteralIndex(
  patternDetectors: readonly PatternDetector[],
  functionDetectors: readonly FunctionDetector[],
  enough = lowestThreshold,
): LiteralIndex {
  const all: readonly LiteralTarget[] = [
    ...patternDetectors,
    ...decoders,
    ...functionDetectors.map(({ literals = [], secondLiterals, windowRadius = defaultWindowRadius }) => ({
      literals,
      windowRadius,
      ...(secondLiterals && { secondLiterals }),
    })),
  ];
  // The automata are created on first use: most texts are short, and few contain other scripts.
  let ascii: AutomatonWithOwners | undefined;
  let wide: AutomatonWithOwners | undefined;
  let plan: PrefilterPlan | undefined;
  let foreignLetters: RegExp | undefined;
  let possibility: FindingPossibility | undefined;
  const readsOriginalText = functionDetectors.some((scanner) => scanner.readsOriginalText === true);
  const planned = (): PrefilterPlan => {
    plan ??= createPrefilterPlan(all, patternDetectors, functionDetectors, enough);
    return plan;
  };
  const targets = { all, radii: windowRadii(all) };
  const afterDecoders = patternDetectors.length + decoders.length;
  const sort = (
    found: ReadonlyMap<number, CandidateWindows>,
    awake: ReadonlySet<number> | undefined,
  ): Candidates => {
    const candidates = {
      patternDetectors: new Map(),
      decoders: new Map(),
      functionDetectors: new Map(),
      awake,
    };
    for (const [target, windows] of found) {
      if (target < patternDetectors.length) candidates.patternDetectors.set(target, windows);
      else if (target < afterDecoders) candidates.decoders.set(target - patternDetectors.length, windows);
      else candidates.functionDetectors.set(target - afterDecoders, windows);
    }
    return candidates;
  };
  /**
   * Prepares a text for the loops. Returns `undefined` if the text has invisible characters or letters that
   * occur in non-ASCII literals.
   */
  const prepare = (text: string): PreparedText | undefined => {
    if (isAscii(text)) return { text, folded: text };
    const normalized = runToEnd(normalize(text));
    if (normalized.invisibleRuns.length > 0) return undefined;
    foreignLetters ??= createForeignLetters(all);
    if (foreignLetters.test(normalized.text)) return undefined;
    return { text: normalized.text, folded: normalized.text.replace(beyondAscii, '\x01') };
  };
  return {
    patternDetectors,
    functionDetectors,
    plan: planned,
    fold: (text) => prepare(text)?.folded,
    mayFind(text, collectLast) {
      const collected = collectLast?.();
      const prepared = collected === undefined ? prepare(text) : { text, folded: text };
      // A function detector that reads the original text may have a finding that is not in the normalized text.
      if (prepared === undefined || (prepared.text !== text && readsOriginalText)) return true;
      possibility ??= new FindingPossibility(
        planned(),
        targets,
        patternDetectors,
        functionDetectors,
        prepare,
      );
      return possibility.mayFind(prepared, collected);
    },
    *findCandidates(text, plain) {
      if (!plain) foreignLetters ??= createForeignLetters(all);
      const isForeign = foreignLetters?.test(text) === true && !plain;
      if (isForeign) wide ??= createAutomatonFor(all, (literal) => !isAscii(literal));
      const foreign = isForeign && wide !== undefined ? yield* findNonAsciiLiterals(wide, text) : [];
      const addForeign = createForeignAdder(wide, foreign);
      if (text.length <= maxLoopLength) {
        const hits = findLiteralHits(planned(), plain ? text : text.replace(beyondAscii, '\x01'));
        if (hits !== undefined)
          return sort(
            collectCandidates(planned(), targets, hits.sorted, text, { addOthers: addForeign }),
            hits.awake,
          );
      }
      ascii ??= createAutomatonFor(all, isAscii);
      const places = new CandidateCollector(all, targets.radii, text.length);
      yield* findLiterals(ascii, foreign.length > 0 ? addForeign : undefined, text, places);
      return sort(places.finish(), undefined);
    },
  };
}

const beyondAscii = /[^\0-\x7f]/g;

/** Returns a pattern for the letters of all non-ASCII literals. */
function createForeignLetters(all: readonly LiteralTarget[]): RegExp {
  const letters = new Set<string>();
  for (const { literals, secondLiterals = [] } of all)
    for (const literal of [...literals, ...secondLiterals])
      for (const unit of literal.replace(/[\0-\x7f]/g, '').split(''))
        for (const either of [unit, unit.toUpperCase(), unit.toLowerCase()]) letters.add(either);
  const units = [...letters].join('').split('');
  const codes = [...new Set(units)].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return codes.length === 0 ? /(?!)/ : new RegExp(`[${codes.join('')}]`);
}

/**
 * Returns a function that adds the non-ASCII literals found earlier, so that all literals are added in the
 * order of their ends.
 */
function createForeignAdder(wide: AutomatonWithOwners | undefined, foreign: readonly number[]) {
  let next = 0;
  return (places: Pick<CandidateCollector, 'add'>, until: number): void => {
    for (; next < foreign.length && (foreign[next + 1] as number) <= until; next += 2)
      places.add(wide as AutomatonWithOwners, foreign[next] as number, foreign[next + 1] as number);
  };
}

/** Searches the whole text for ASCII literals. */
function* findLiterals(
  ascii: AutomatonWithOwners,
  addForeign: ((places: Pick<CandidateCollector, 'add'>, until: number) => void) | undefined,
  text: string,
  places: CandidateCollector,
): Generator<number> {
  const onEnding =
    addForeign === undefined
      ? (ending: number, end: number): void => places.add(ascii, ending, end)
      : (ending: number, end: number): void => {
          addForeign(places, end);
          places.add(ascii, ending, end);
        };
  let state = 0;
  for (let from = 0; from < text.length; from += slice) {
    const to = Math.min(text.length, from + slice);
    state = ascii.automaton.read(text, from, to, state, onEnding);
    yield to - from;
  }
  addForeign?.(places, text.length);
}

/** Returns a list that alternates between endings of non-ASCII literals and their positions. */
function* findNonAsciiLiterals(
  { automaton }: AutomatonWithOwners,
  text: string,
): Generator<number, readonly number[]> {
  const found: number[] = [];
  // The ranges overlap. A literal that ends in two ranges is reported only once.
  let told = 0;
  const onEnding = (ending: number, end: number): void => {
    if (end > told) found.push(ending, end);
  };
  for (const { start, end } of findNonAsciiRanges(text)) {
    automaton.read(text, start, end, 0, onEnding);
    told = end;
    yield end - start;
  }
  return found;
}

/** Returns the ranges around non-ASCII letters. Literals with such letters can occur only there. */
function* findNonAsciiRanges(text: string): Generator<{ readonly start: number; readonly end: number }> {
  const foreign = /[\u0080-\uffff]/g;
  let done = 0;
  for (let next = foreign.exec(text); next !== null; next = foreign.exec(text)) {
    const start = Math.max(done, next.index - margin);
    let last = next.index;
    const limit = Math.min(text.length, start + slice);
    for (let at = last + 1; at < limit && at - last <= 2 * margin; at += 1)
      if (text.charCodeAt(at) > 127) last = at;
    const end = Math.min(text.length, last + 1 + margin);
    yield { start, end };
    // A long range is followed by another one. Their overlap is long enough for any literal at the boundary.
    done = Math.max(start + 1, end - 2 * margin);
    foreign.lastIndex = last + 1;
  }
}

function createAutomatonFor(
  all: readonly LiteralTarget[],
  belongs: (literal: string) => boolean,
): AutomatonWithOwners {
  const numbers = new Map<string, number>();
  const literals: string[] = [];
  const marks: number[][] = [];
  const wait = (wanted: readonly string[], mark: number): void => {
    for (const written of wanted) {
      if (!belongs(written)) continue;
      const literal = withSingleSpaces(written);
      const number = numbers.get(literal);
      if (number === undefined) {
        numbers.set(literal, literals.length);
        literals.push(literal);
        marks.push([mark]);
      } else if (marks[number]?.at(-1) !== mark) marks[number]?.push(mark);
    }
  };
  all.forEach(({ literals: own, secondLiterals = [] }, target) => {
    wait(own, target);
    wait(secondLiterals, ~target);
  });
  const automaton = createAutomaton(literals);
  const { offsets, owners } = flattenOwners(automaton.endings, literals, marks);
  return { automaton, offsets, owners };
}

function flattenOwners(
  endings: Automaton['endings'],
  literals: readonly string[],
  marks: readonly (readonly number[])[],
): LiteralOwners {
  const flat: number[] = [];
  const offsets = new Int32Array(endings.length + 1);
  // Plain loops are used, because the code runs only once, before it is compiled by the JavaScript engine.
  for (let ending = 0; ending < endings.length; ending += 1) {
    const together = endings[ending] as readonly number[];
    for (let at = 0; at < together.length; at += 1) {
      const literal = together[at] as number;
      const { length } = literals[literal] as string;
      const waiting = marks[literal] as readonly number[];
      for (let index = 0; index < waiting.length; index += 1) flat.push(waiting[index] as number, length);
    }
    offsets[ending + 1] = flat.length;
  }
  return { offsets, owners: new Int32Array(flat) };
}
