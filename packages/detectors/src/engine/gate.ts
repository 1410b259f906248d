// The literals of all detectors, decoders and scanners as two automata: one for ASCII, small enough to stay in the cache,
// and one for other scripts, which only texts with such letters are read with.

import { decoders } from '../decode/index.js';
import type { PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import { isAscii } from './ascii.js';
import { type Automaton, createAutomaton } from './automaton.js';
import { type Target, Windows } from './windows.js';

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

interface Half {
  readonly automaton: Automaton;
  readonly lengths: readonly number[];
  /** Who waits for a literal: a target's index, or its complement when the literal is of the second gate. */
  readonly targets: readonly (readonly number[])[];
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
  const afterDecoders = detectors.length + decoders.length;
  return {
    detectors,
    scanners,
    *read(text, plain) {
      ascii ??= createHalf(all, isAscii);
      const windows = yield* readHalf(ascii, all, text, [{ start: 0, end: text.length }]);
      if (!plain) wide ??= createHalf(all, (literal) => !isAscii(literal));
      const others = plain || wide === undefined ? [] : yield* readHalf(wide, all, text, findForeign(text));
      for (const [target, found] of others) windows.set(target, windows.get(target)?.merge(found) ?? found);
      const hits = { detectors: new Map(), decoders: new Map(), scanners: new Map() };
      for (const [target, found] of windows) {
        if (target < detectors.length) hits.detectors.set(target, found);
        else if (target < afterDecoders) hits.decoders.set(target - detectors.length, found);
        else hits.scanners.set(target - afterDecoders, found);
      }
      return hits;
    },
  };
}

// INVARIANT: hits of one half come in order; the other half has windows of its own.
function* readHalf(
  { automaton, lengths, targets }: Half,
  all: readonly Target[],
  text: string,
  stretches: Iterable<{ readonly start: number; readonly end: number }>,
): Generator<number, Map<number, Windows>> {
  const windows = new Map<number, Windows>();
  const onHit = (literal: number, end: number): void => {
    const start = end - (lengths[literal] ?? 0);
    for (const waiting of targets[literal] ?? []) {
      const target = waiting < 0 ? ~waiting : waiting;
      let found = windows.get(target);
      if (found === undefined) {
        found = new Windows(all[target] as Target, text.length);
        windows.set(target, found);
      }
      if (waiting < 0) found.addSecond(start);
      else found.add(start, end);
    }
  };
  for (const { start, end } of stretches) {
    let state = 0;
    for (let from = start; from < end; from += slice) {
      const to = Math.min(end, from + slice);
      state = automaton.read(text, from, to, state, onHit);
      yield to - from;
    }
  }
  return windows;
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
  const waiting = new Map<string, Set<number>>();
  const wait = (literals: readonly string[], index: number): void => {
    for (const literal of literals) {
      if (!belongs(literal)) continue;
      const known = waiting.get(literal);
      if (known === undefined) waiting.set(literal, new Set([index]));
      else known.add(index);
    }
  };
  all.forEach(({ literals, also = [] }, target) => {
    wait(literals, target);
    wait(also, ~target);
  });
  const literals = [...waiting.keys()];
  return {
    automaton: createAutomaton(literals),
    lengths: literals.map(({ length }) => length),
    targets: [...waiting.values()].map((targets) => [...targets]),
  };
}
