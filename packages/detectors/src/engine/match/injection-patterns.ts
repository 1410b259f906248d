// Runs patterns near their literals. Patterns of other kinds run immediately. Injection patterns run after
// all layers of the text are known: injection signals are scored together, so most literals cannot lead to a
// finding, whatever their patterns match. Compiling a pattern takes as long as searching hundreds of texts.
// So the patterns that ran most often run first, and other patterns run only where a finding is still
// possible.

import type { PatternDetector } from '../../detector.js';
import { nearby, obfuscationBonus } from '../../injection/score.js';
import { signalWeightOf } from '../../injection/signal-weight.js';
import type { CandidateWindows } from '../literals/candidate-windows.js';
import type { Candidates, LiteralIndex } from '../literals/literal-index.js';
import type { Span } from '../normalize/position-map.js';
import type { MatchCollector } from './match-collector.js';
import { matchStarts, matchWindow } from './match-pattern.js';
import { runPattern } from './run-pattern.js';
import type { TextLayer } from './text-layer.js';

interface WaitingPattern {
  readonly layer: TextLayer;
  readonly detector: PatternDetector;
  readonly found: CandidateWindows;
}

/** One range that a pattern has to examine. */
interface Place {
  readonly pattern: WaitingPattern;
  readonly start: number;
  readonly end: number;
  readonly isStart: boolean;
}

/** The maximum length by which a match may extend beyond its window. */
const beyondWindow = 400;
/**
 * The maximum number of ranges. If there are more, each pattern runs over all of its ranges, one pattern
 * after another.
 */
const maxPlaces = 256;

/** How often each pattern was run. */
const runs = new WeakMap<PatternDetector, number>();

/** The injection patterns of one search. */
export class InjectionPatterns {
  readonly #waiting: WaitingPattern[] = [];
  #bonus = 0;

  constructor(private readonly index: LiteralIndex) {}

  /**
   * Runs the patterns of other kinds in a layer, and adds its injection patterns to the waiting ones. Yields
   * the amount of work done since the previous yield.
   */
  *add(layer: TextLayer, { patternDetectors }: Candidates, matches: MatchCollector): Generator<number> {
    for (const [number, found] of patternDetectors) {
      const detector = this.index.patternDetectors[number] as PatternDetector;
      if (detector.kind !== 'injection') {
        if (layer.form !== 'obfuscated') yield* runPattern(detector, layer, found, matches);
      } else if (found.isOpen) {
        this.#waiting.push({ layer, detector, found });
        if (layer.form !== 'plain' && mostOf(detector) > 0) this.#bonus = obfuscationBonus;
      }
    }
  }

  /** Runs the waiting patterns where their signals can reach the threshold together. */
  *run(matches: MatchCollector, enough: number): Generator<number> {
    const needed = enough - this.#bonus;
    if (potentialOf(this.#waiting.map(({ detector }) => detector)) < needed) return;
    const isOneLayer = this.#waiting.every(({ layer }) => layer === this.#waiting[0]?.layer);
    const places = isOneLayer && needed > 0 ? placesOf(this.#waiting) : undefined;
    if (places === undefined)
      for (const { layer, detector, found } of this.#waiting)
        yield* runPattern(detector, layer, found, matches);
    else for (const near of groupPlaces(places)) yield* runNear(near, needed, matches);
  }
}

/** Returns the maximum weight of a signal of the detector. */
function mostOf(detector: PatternDetector): number {
  const { weight, weightInDescriptions } = signalWeightOf(detector);
  return Math.max(weight, weightInDescriptions);
}

/** Returns the maximum total weight of detectors. Each technique counts once. */
function potentialOf(detectors: Iterable<PatternDetector>): number {
  const most = new Map<string, number>();
  for (const detector of detectors) {
    const { technique = detector.name } = signalWeightOf(detector);
    most.set(technique, Math.max(most.get(technique) ?? 0, mostOf(detector)));
  }
  let sum = 0;
  for (const weight of most.values()) sum += weight;
  return sum;
}

function placesOf(waiting: readonly WaitingPattern[]): Place[] | undefined {
  const places: Place[] = [];
  for (const pattern of waiting) {
    const { starts } = pattern.found;
    for (let at = 0; at < starts.length; at += 2)
      places.push({
        pattern,
        start: starts[at] as number,
        end: (starts[at + 1] as number) + 1,
        isStart: true,
      });
    for (const { start, end } of pattern.found.pieces()) places.push({ pattern, start, end, isStart: false });
    if (places.length > maxPlaces) return undefined;
  }
  return places.sort((one, other) => one.start - other.start);
}

/** Groups ranges that are close enough for their signals to be scored together. */
function* groupPlaces(places: readonly Place[]): Generator<readonly Place[]> {
  let group: Place[] = [];
  let end = 0;
  for (const place of places) {
    if (group.length > 0 && place.start > end + nearby + beyondWindow) {
      yield group;
      group = [];
    }
    end = Math.max(end, place.end);
    group.push(place);
  }
  if (group.length > 0) yield group;
}

/** Runs the patterns in a group of ranges, as long as their signals can still reach the threshold. */
function* runNear(places: readonly Place[], needed: number, matches: MatchCollector): Generator<number> {
  const byPattern = new Map<WaitingPattern, Place[]>();
  for (const place of places) {
    const known = byPattern.get(place.pattern);
    if (known === undefined) byPattern.set(place.pattern, [place]);
    else known.push(place);
  }
  const possible = new Set([...byPattern.keys()].map(({ detector }) => detector));
  const spans = new Map<WaitingPattern, Span[]>();
  const order = [...byPattern.keys()].sort((one, other) => rankOf(other.detector) - rankOf(one.detector));
  for (const pattern of order) {
    if (potentialOf(possible) < needed) return;
    const found: Span[] = [];
    for (const { start, end, isStart } of byPattern.get(pattern) as Place[]) {
      const { layer, detector } = pattern;
      const onSpan = (span: Span): number => found.push(span);
      if (isStart) yield* matchStarts(layer.text, detector, [start, end - 1], onSpan);
      else matchWindow(layer.text, detector, start, end, onSpan);
      yield end - start;
    }
    runs.set(pattern.detector, (runs.get(pattern.detector) ?? 0) + 1);
    if (found.length > 0) spans.set(pattern, found);
    else possible.delete(pattern.detector);
  }
  if (potentialOf(possible) < needed) return;
  for (const [{ layer, detector }, found] of spans) {
    const { kind, name, severity } = detector;
    for (const span of found) {
      const [start, end] = layer.locate(span[0], span[1]);
      matches.add({ kind, detector: name, severity, start, end }, layer.form, signalWeightOf(detector));
    }
  }
}

/** Orders patterns by how often they were run. Patterns with negative weight run last. */
const rankOf = (detector: PatternDetector): number => (mostOf(detector) > 0 ? (runs.get(detector) ?? 0) : -1);
