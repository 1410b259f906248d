// Searches a passage a second time without its harmless parts. An attack that is no longer found consisted of these
// parts. It runs only where an attack is about to be reported.

import type { Finding, PatternDetector } from '../../detector.js';
import { matchWindow } from '../../engine/match/match-pattern.js';
import type { Span } from '../../engine/normalize/position-map.js';
import type { FunctionDetector } from '../../function-detector.js';
import { patternSignals } from '../patterns/index.js';
import { readerDetectors } from '../readers/index.js';
import { sentenceDetectors } from '../sentences/index.js';

type Search = (text: string) => readonly Span[];

let searches: ReadonlyMap<string, Search> | undefined;

/** The searches of the built-in detectors by name. User patterns are always reported. */
function searchOf(name: string): Search | undefined {
  searches ??= new Map([
    ...patternSignals.map((signal) => [signal.name, searchPattern(signal)] as const),
    ...[...sentenceDetectors, ...readerDetectors].map((one) => [one.name, searchFunction(one)] as const),
  ]);
  return searches.get(name);
}

const searchPattern =
  (signal: PatternDetector): Search =>
  (text) => {
    const spans: Span[] = [];
    matchWindow(text, signal, 0, text.length, (span) => spans.push(span));
    return spans;
  };

const searchFunction =
  ({ find }: FunctionDetector): Search =>
  (text) =>
    find(text, 0, text.length).map(({ start, end }) => [start, end]);

/**
 * Returns a test for findings of a normalized text that vanish in `reduced`, the same text with its harmless parts
 * blanked out. `place` returns the position of a finding in the text.
 */
export function createVanishingTest(
  text: string,
  reduced: string,
  place: (span: Span) => Span,
): (finding: Finding) => boolean {
  const known = new Map<string, { readonly before: readonly Span[]; readonly after: readonly Span[] }>();
  return ({ detector, start, end }) => {
    let found = known.get(detector);
    if (found === undefined) {
      const search = searchOf(detector);
      found =
        search === undefined ? none : { before: search(text).map(place), after: search(reduced).map(place) };
      known.set(detector, found);
    }
    const overlaps = ([first, last]: Span): boolean => first < end && last > start;
    return found.before.some(overlaps) && !found.after.some(overlaps);
  };
}

const none = { before: [], after: [] } as const;
