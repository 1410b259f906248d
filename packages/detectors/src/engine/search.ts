// Searches one text through all its layers: normalizes it, collapses white space, finds literals in one pass,
// and runs patterns in the windows around the literals. Decoded text is searched in the same way, with limits
// for depth and amount.

import { decodeAll, decodeInvisible } from '../decode/decode-all.js';
import type { Finding } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { lowestThreshold } from '../injection/score.js';
import { signalWeightOf } from '../injection/signal-weight.js';
import { combineForms, decodedAllowance, deepest } from './decoding-limits.js';
import { type Candidates, type LiteralIndex, shortText } from './literals/literal-index.js';
import { InjectionPatterns } from './match/injection-patterns.js';
import { MatchCollector, type SignalMatch } from './match/match-collector.js';
import { locateThrough, type TextLayer } from './match/text-layer.js';
import { collapseWhitespace } from './normalize/collapse-whitespace.js';
import type { InvisibleRun } from './normalize/invisible-runs.js';
import { normalize } from './normalize/normalize.js';
import type { Span } from './normalize/position-map.js';

export interface SearchResult {
  /** Matches that are scored; see `injection/score.ts`. */
  readonly injectionSignals: readonly SignalMatch[];
  /** Matches that are not scored. */
  readonly otherFindings: readonly Finding[];
  readonly invisibleRuns: readonly InvisibleRun[];
  /** True if there is more white space between words than usual. */
  readonly hasExcessWhitespace: boolean;
  /** The ranges that were not decoded because of the limit. */
  readonly undecoded: readonly Span[];
}

const slice = 16_384;
/**
 * Smaller amounts of work are reported together, because a pause costs as much as searching a short window.
 */
const worthTelling = 4_096;
type PendingLayer = Omit<TextLayer, 'ascii'>;

/**
 * Searches a text. Yields the amount of work done since the previous yield. Omits injection signals that
 * cannot reach `enough` together.
 */
export function* search(
  gate: LiteralIndex,
  text: string,
  enough = lowestThreshold,
): Generator<number, SearchResult> {
  const matches = new MatchCollector();
  const injections = new InjectionPatterns(gate);
  const undecoded: Span[] = [];
  const queue: PendingLayer[] = [{ text, depth: 0, form: 'plain', locate: (start, end) => [start, end] }];
  let invisibleRuns: readonly InvisibleRun[] = [];
  let hasExcessWhitespace = false;
  let allowance = decodedAllowance(text.length);
  // The queue is iterated and not shifted. With many small layers, shifting would be the most expensive
  // operation.
  for (let at = 0; at < queue.length; at += 1) {
    const next = queue[at] as PendingLayer;
    const folded = yield* normalize(next.text);
    const squeezed = yield* collapseWhitespace(folded.text);
    if (next.depth === 0)
      [invisibleRuns, hasExcessWhitespace] = [folded.invisibleRuns, squeezed.map !== undefined];
    const locate = locateThrough(squeezed.map, locateThrough(folded.map, next.locate));
    const layer: TextLayer = { ...next, text: squeezed.text, ascii: folded.ascii, locate };
    const hits = yield* gate.findCandidates(layer.text, layer.ascii);
    yield* injections.add(layer, hits, matches);
    yield* runFunctionDetectors(gate, layer, hits, matches);
    if (next.depth === 0 && layer.text !== text) yield* runOnOriginalText(gate, text, matches);
    if (layer.depth === deepest) continue;
    const sources = [{ readings: decodeAll(layer, hits.decoders), locate }];
    if (next.depth === 0)
      sources.push({ readings: decodeInvisible(text, invisibleRuns), locate: next.locate });
    for (const source of sources)
      for (const decoded of source.readings) {
        if (typeof decoded === 'number') {
          yield decoded;
          continue;
        }
        yield decoded.text.length;
        allowance -= decoded.text.length;
        if (allowance < 0) {
          undecoded.push(source.locate(...decoded.map.locate(0, decoded.text.length)));
          break;
        }
        queue.push({
          text: decoded.text,
          depth: layer.depth + 1,
          form: combineForms(layer.form, decoded.reading),
          locate: locateThrough(decoded.map, source.locate),
        });
      }
  }
  const isMore = invisibleRuns.length + undecoded.length + matches.injectionSignals.length > 0;
  yield* injections.run(matches, isMore ? 0 : enough);
  return {
    injectionSignals: matches.injectionSignals,
    otherFindings: matches.otherFindings,
    invisibleRuns,
    hasExcessWhitespace,
    undecoded,
  };
}

/**
 * Passes the text to the function detectors in ranges. A function detector reads further if a finding continues after its range.
 */
function* runFunctionDetectors(
  gate: LiteralIndex,
  layer: TextLayer,
  hits: Candidates,
  matches: MatchCollector,
): Generator<number> {
  const { text, form } = layer;
  let spent = 0;
  for (const [index, scanner] of gate.functionDetectors.entries()) {
    if (form === 'obfuscated' && scanner.kind !== 'injection') continue;
    const near = hits.functionDetectors.get(index);
    if (scanner.requiresLiteral === true ? near?.isOpen !== true : !isAwake(scanner, index, hits.awake, text))
      continue;
    const isWhole =
      scanner.literals === undefined || (text.length <= shortText && scanner.requiresLiteral !== true);
    const weight = signalWeightOf(scanner);
    const windows = isWhole ? splitRange(text.length) : (near?.pieces(scanner.reach, text.length) ?? []);
    for (const { start, end } of windows) {
      for (const finding of scanner.find(text, start, end)) {
        const [from, to] = layer.locate(finding.start, finding.end);
        const { kind, detector, severity } = finding;
        matches.add({ kind, detector, severity, start: from, end: to }, form, weight);
      }
      spent += end - start;
      if (spent < worthTelling) continue;
      yield spent;
      spent = 0;
    }
  }
  yield spent;
}

/** Tests whether a function detector has to read a text. If this is unknown, the result is true. */
const isAwake = (
  { prefilterPattern }: FunctionDetector,
  index: number,
  awake: ReadonlySet<number> | undefined,
  text: string,
): boolean =>
  awake === undefined ||
  awake.has(index) ||
  (awake.has(~index) && prefilterPattern?.pattern.test(text) === true);

/** The weight of findings in the original text. */
const fullWeight = signalWeightOf({});

/** Runs the function detectors that also read the original text, in which accents and runs of spaces are preserved. */
function* runOnOriginalText(gate: LiteralIndex, text: string, matches: MatchCollector): Generator<number> {
  for (const scanner of gate.functionDetectors) {
    if (scanner.readsOriginalText !== true) continue;
    for (const { start, end } of splitRange(text.length)) {
      for (const finding of scanner.find(text, start, end)) matches.add({ ...finding }, 'plain', fullWeight);
      yield end - start;
    }
  }
}

function* splitRange(length: number): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start < length; start += slice) yield { start, end: Math.min(length, start + slice) };
}
