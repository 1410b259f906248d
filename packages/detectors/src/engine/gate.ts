// The literals of all detectors, decoders and scanners as two automata: one for ASCII, small enough to stay in the cache,
// and one for other scripts, which only texts with such letters are read with.

import { decoders } from '../decode/index.js';
import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import { isAscii } from './ascii.js';
import { type Automaton, createAutomaton } from './automaton.js';
import { Places, reachesOf, type Waiting } from './places.js';
import { withSingleBlanks } from './squeeze.js';
import type { Target, Windows } from './windows.js';

const slice = 32_768;
/** No literal beyond ASCII is longer than this. */
const margin = 32;

/** Where whom to look, by index in the gate's list of detectors, scanners, or in the list of decoders. Most have no entry. */
export interface Hits {
  readonly detectors: ReadonlyMap<number, Windows>;
  readonly decoders: ReadonlyMap<number, Windows>;
  readonly scanners: ReadonlyMap<number, Windows>;
}

/** What each text is read with, once. */
export interface Gate {
  readonly detectors: readonly PatternDetector[];
  readonly scanners: readonly Scanner[];
  read(text: string, ascii: boolean): Generator<number, Hits>;
}

interface Half extends Waiting {
  readonly automaton: Automaton;
}

export function createGate(detectors: readonly PatternDetector[], scanners: readonly Scanner[] = []): Gate {
  const all: readonly Target[] = [
    ...detectors,
    ...decoders,
    ...scanners.map(({ literals = [], also, reach = 256 }) => ({ literals, reach, ...(also && { also }) })),
  ];
  // Built when first needed: most texts are screened before, and few hold other scripts.
  let ascii: Half | undefined;
  let wide: Half | undefined;
  const reaches = reachesOf(all);
  const afterDecoders = detectors.length + decoders.length;
  return {
    detectors,
    scanners,
    *read(text, plain) {
      ascii ??= createHalf(all, isAscii);
      if (!plain) wide ??= createHalf(all, (literal) => !isAscii(literal));
      const foreign = plain || wide === undefined ? [] : yield* readForeign(wide, text);
      const places = new Places(all, reaches, text.length);
      yield* readAll(ascii, wide, foreign, text, places);
      const hits = { detectors: new Map(), decoders: new Map(), scanners: new Map() };
      for (const [target, found] of places.finish()) {
        if (target < detectors.length) hits.detectors.set(target, found);
        else if (target < afterDecoders) hits.decoders.set(target - detectors.length, found);
        else hits.scanners.set(target - afterDecoders, found);
      }
      return hits;
    },
  };
}

/** Reads the whole text for literals in ASCII. Those of other scripts, which were found before, are put in between: all come in the order of their ends. */
function* readAll(
  ascii: Half,
  wide: Half | undefined,
  foreign: readonly number[],
  text: string,
  places: Places,
): Generator<number> {
  let next = 0;
  const addForeign = (until: number): void => {
    for (; next < foreign.length && (foreign[next + 1] as number) <= until; next += 2)
      places.add(wide as Half, foreign[next] as number, foreign[next + 1] as number);
  };
  const onEnding =
    foreign.length === 0
      ? (ending: number, end: number): void => places.add(ascii, ending, end)
      : (ending: number, end: number): void => {
          addForeign(end);
          places.add(ascii, ending, end);
        };
  let state = 0;
  for (let from = 0; from < text.length; from += slice) {
    const to = Math.min(text.length, from + slice);
    state = ascii.automaton.read(text, from, to, state, onEnding);
    yield to - from;
  }
  addForeign(text.length);
}

/** Endings of literals beyond ASCII, and their ends, in turn. */
function* readForeign({ automaton }: Half, text: string): Generator<number, readonly number[]> {
  const found: number[] = [];
  // Stretches overlap: what ends in two of them is told once.
  let told = 0;
  const onEnding = (ending: number, end: number): void => {
    if (end > told) found.push(ending, end);
  };
  for (const { start, end } of findForeign(text)) {
    automaton.read(text, start, end, 0, onEnding);
    told = end;
    yield end - start;
  }
  return found;
}

/** The stretches of text around letters beyond ASCII: nowhere else can a literal with such a letter stand. */
function* findForeign(text: string): Generator<{ readonly start: number; readonly end: number }> {
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
    // A long stretch goes on in the next one, which begins early enough to see a literal across the cut.
    done = Math.max(start + 1, end - 2 * margin);
    foreign.lastIndex = last + 1;
  }
}

function createHalf(all: readonly Target[], belongs: (literal: string) => boolean): Half {
  const numbers = new Map<string, number>();
  const literals: string[] = [];
  const marks: number[][] = [];
  const wait = (wanted: readonly string[], mark: number): void => {
    for (const written of wanted) {
      if (!belongs(written)) continue;
      const literal = withSingleBlanks(written);
      const number = numbers.get(literal);
      if (number === undefined) {
        numbers.set(literal, literals.length);
        literals.push(literal);
        marks.push([mark]);
      } else if (marks[number]?.at(-1) !== mark) marks[number]?.push(mark);
    }
  };
  all.forEach(({ literals: own, also = [] }, target) => {
    wait(own, target);
    wait(also, ~target);
  });
  const automaton = createAutomaton(literals);
  const { firsts, waiting } = flatten(automaton.endings, literals, marks);
  return { automaton, firsts, waiting };
}

function flatten(
  endings: Automaton['endings'],
  literals: readonly string[],
  marks: readonly (readonly number[])[],
): Waiting {
  const flat: number[] = [];
  const firsts = new Int32Array(endings.length + 1);
  // Plain loops: this runs once, before anything is compiled.
  for (let ending = 0; ending < endings.length; ending += 1) {
    const together = endings[ending] as readonly number[];
    for (let at = 0; at < together.length; at += 1) {
      const literal = together[at] as number;
      const { length } = literals[literal] as string;
      const waiting = marks[literal] as readonly number[];
      for (let index = 0; index < waiting.length; index += 1) flat.push(waiting[index] as number, length);
    }
    firsts[ending + 1] = flat.length;
  }
  return { firsts, waiting: new Int32Array(flat) };
}
