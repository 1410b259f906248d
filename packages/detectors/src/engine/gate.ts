// The literals of all detectors and decoders as two automata: one for ASCII, small enough to stay in the cache, and one
// for other scripts, which only texts with such letters are read with.

import { decoders } from '../decode/index.js';
import type { PatternDetector } from '../detector.js';
import { isAscii } from './ascii.js';
import { type Automaton, createAutomaton } from './automaton.js';
import { type Target, Windows } from './windows.js';

const slice = 65_536;
/** No literal beyond ASCII is longer than this. */
const margin = 32;

/** What each text is read with, once. */
export interface Gate {
  readonly detectors: readonly PatternDetector[];
  /** The windows of each detector and then of each decoder that has any. */
  read(text: string, ascii: boolean): Generator<number, readonly (Windows | undefined)[]>;
}

interface Half {
  readonly automaton: Automaton;
  readonly lengths: readonly number[];
  /** Who waits for a literal: a target's index, or its complement when the literal is of the second gate. */
  readonly targets: readonly (readonly number[])[];
}

export function createGate(detectors: readonly PatternDetector[]): Gate {
  const all: readonly Target[] = [...detectors, ...decoders];
  const ascii = createHalf(all, isAscii);
  const wide = createHalf(all, (literal) => !isAscii(literal));
  return {
    detectors,
    *read(text, plain) {
      const windows: (Windows | undefined)[] = new Array(all.length);
      const halves = plain ? [ascii] : [ascii, wide];
      for (const half of halves) {
        // INVARIANT: hits of one half come in order; the other half starts with windows of its own.
        const own: (Windows | undefined)[] = new Array(all.length);
        const onHit = (literal: number, end: number): void => {
          const start = end - (half.lengths[literal] ?? 0);
          for (const waiting of half.targets[literal] ?? []) {
            const target = waiting < 0 ? ~waiting : waiting;
            let found = own[target];
            if (found === undefined) {
              found = new Windows(all[target] as Target, text.length);
              own[target] = found;
            }
            if (waiting < 0) found.addSecond(start);
            else found.add(start, end);
          }
        };
        const stretches = half === wide ? findForeign(text) : [{ start: 0, end: text.length }];
        for (const { start, end } of stretches) {
          let state = 0;
          for (let from = start; from < end; from += slice) {
            const to = Math.min(end, from + slice);
            state = half.automaton.read(text, from, to, state, onHit);
            yield to - from;
          }
        }
        own.forEach((found, target) => {
          windows[target] = windows[target]?.merge(found) ?? found;
        });
      }
      return windows;
    },
  };
}

/** The stretches of text around letters beyond ASCII: nowhere else can a literal with such a letter stand. */
function* findForeign(text: string): Generator<{ start: number; end: number }> {
  const foreign = /[\u0080-\uffff]/g;
  const plain = new RegExp(`[^\\u0080-\\uffff]{${2 * margin}}`, 'g');
  let end = 0;
  for (let next = foreign.exec(text); next !== null; next = foreign.exec(text)) {
    const start = Math.max(end, next.index - margin);
    plain.lastIndex = next.index;
    end = (plain.exec(text)?.index ?? text.length - margin) + margin;
    yield { start, end };
    foreign.lastIndex = end;
  }
}

function createHalf(all: readonly Target[], belongs: (literal: string) => boolean): Half {
  const waiting = new Map<string, Set<number>>();
  const wait = (literals: readonly string[], index: number): void => {
    for (const literal of literals.filter(belongs))
      waiting.set(literal, (waiting.get(literal) ?? new Set()).add(index));
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
