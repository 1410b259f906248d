// The search of one text through all its readings: fold, squeeze, one pass over the literals, patterns in their windows, then the
// same for whatever could be decoded, to a bounded depth and a bounded amount.

import { decodeAll, decodeHidden } from '../decode/decode-all.js';
import type { Finding, PatternDetector } from '../detector.js';
import { weighingOf } from '../injection/weighing.js';
import type { Scanner } from '../scanner.js';
import { fold } from './fold.js';
import type { Gate, Hits } from './gate.js';
import type { HiddenRun } from './hidden-runs.js';
import { type Layer, locateThrough, type Reading } from './layer.js';
import { matchStarts, matchWindow } from './match.js';
import { type Match, Matches } from './matches.js';
import type { Span } from './position-map.js';
import { squeeze } from './squeeze.js';

export interface Search {
  /** What has to be weighed: see the judge of injections. */
  readonly signals: readonly Match[];
  /** What needs no weighing. */
  readonly others: readonly Finding[];
  readonly hidden: readonly HiddenRun[];
  /** Whether words stand further apart than usual. */
  readonly isSpread: boolean;
  /** What could have been decoded, had there not been so much of it already. */
  readonly unread: readonly Span[];
}

const deepest = 3;
const slice = 16_384;
/** Less work than this is told together with the next: to stop and go on costs as much as a short window. */
const worthTelling = 4_096;
/** Encodings within encodings must not multiply the work: all readings together stay within this many times the text. */
const mostReadings = 5;

type Pending = Omit<Layer, 'ascii'>;

/** Searches a text; yields the units of work done since the last time. */
export function* search(gate: Gate, text: string): Generator<number, Search> {
  const matches = new Matches();
  const unread: Span[] = [];
  const queue: Pending[] = [{ text, depth: 0, reading: 'plain', locate: (start, end) => [start, end] }];
  let hidden: readonly HiddenRun[] = [];
  let isSpread = false;
  let allowance = mostReadings * text.length + 65_536;
  // The queue is walked, not shifted: with many small readings, shifting would be the most expensive part.
  for (let at = 0; at < queue.length; at += 1) {
    const next = queue[at] as Pending;
    const folded = yield* fold(next.text);
    const squeezed = yield* squeeze(folded.text);
    if (next.depth === 0) [hidden, isSpread] = [folded.hidden, squeezed.map !== undefined];
    const locate = locateThrough(squeezed.map, locateThrough(folded.map, next.locate));
    const layer: Layer = { ...next, text: squeezed.text, ascii: folded.ascii, locate };
    const hits = yield* gate.read(layer.text, layer.ascii);
    yield* matchAll(gate, layer, hits, matches);
    yield* runScanners(gate, layer, hits, matches);
    if (next.depth === 0 && layer.text !== text) yield* runUnfolded(gate, text, matches);
    if (layer.depth === deepest) continue;
    const sources = [{ readings: decodeAll(layer, hits.decoders), locate }];
    if (next.depth === 0) sources.push({ readings: decodeHidden(text, hidden), locate: next.locate });
    for (const source of sources)
      for (const decoded of source.readings) {
        if (typeof decoded === 'number') {
          yield decoded;
          continue;
        }
        yield decoded.text.length;
        allowance -= decoded.text.length;
        if (allowance < 0) {
          unread.push(source.locate(...decoded.map.locate(0, decoded.text.length)));
          break;
        }
        queue.push({
          text: decoded.text,
          depth: layer.depth + 1,
          reading: worse(layer.reading, decoded.reading),
          locate: locateThrough(decoded.map, source.locate),
        });
      }
  }
  return { signals: matches.signals, others: matches.others, hidden, isSpread, unread };
}

function* matchAll(gate: Gate, layer: Layer, hits: Hits, matches: Matches): Generator<number> {
  const { text, reading } = layer;
  let spent = 0;
  for (const [index, found] of hits.detectors) {
    const detector = gate.detectors[index] as PatternDetector;
    if (reading === 'disguised' && detector.kind !== 'injection') continue;
    const { kind, name, severity } = detector;
    const weighing = weighingOf(detector);
    const onSpan = (span: Span): void => {
      const [start, end] = layer.locate(span[0], span[1]);
      matches.add({ kind, detector: name, severity, start, end }, reading, weighing);
    };
    if (found.starts.length > 0) yield* matchStarts(text, detector, found.starts, onSpan);
    for (const { start, end } of found.pieces()) {
      matchWindow(text, detector, start, end, onSpan);
      spent += end - start;
      if (spent < worthTelling) continue;
      yield spent;
      spent = 0;
    }
  }
  yield spent;
}

/** A text no longer than this is read whole by every scanner: it may be nothing but what is looked for. */
const short = 4_096;

/** Scanners get the text in stretches; each looks further by itself when something goes on. */
function* runScanners(gate: Gate, layer: Layer, hits: Hits, matches: Matches): Generator<number> {
  const { text, reading } = layer;
  let spent = 0;
  for (const [index, scanner] of gate.scanners.entries()) {
    if (reading === 'disguised' && scanner.kind !== 'injection') continue;
    const near = hits.scanners.get(index);
    if (scanner.gated === true && near?.isEmpty !== false) continue;
    const isWhole = scanner.literals === undefined || text.length <= short;
    const weighing = weighingOf(scanner);
    const windows = isWhole ? cut(text.length) : (near?.pieces() ?? []);
    for (const { start, end } of windows) {
      for (const finding of scanner.find(text, start, end)) {
        const [from, to] = layer.locate(finding.start, finding.end);
        const { kind, detector, severity } = finding;
        matches.add({ kind, detector, severity, start: from, end: to }, reading, weighing);
      }
      spent += end - start;
      if (spent < worthTelling) continue;
      yield spent;
      spent = 0;
    }
  }
  yield spent;
}

/** Whether scanners find anything in a plain text; `true` where only the gate knows which parts of it they read. */
export function findsAnything(scanners: readonly Scanner[], text: string): boolean {
  for (const scanner of scanners) {
    if (scanner.literals !== undefined && text.length > short) return true;
    for (const { start, end } of cut(text.length)) if (scanner.find(text, start, end).length > 0) return true;
  }
  return false;
}

/** Whoever reads a text as it came means what it says. */
const outright = weighingOf({});

/** What is written with accents, or with many blanks, is found in the text as it came, and only there. */
function* runUnfolded(gate: Gate, text: string, matches: Matches): Generator<number> {
  for (const scanner of gate.scanners) {
    if (scanner.unfolded !== true) continue;
    for (const { start, end } of cut(text.length)) {
      for (const finding of scanner.find(text, start, end)) matches.add({ ...finding }, 'plain', outright);
      yield end - start;
    }
  }
}

function* cut(length: number): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start < length; start += slice) yield { start, end: Math.min(length, start + slice) };
}

const worse = (outer: Reading, inner: Reading): Reading =>
  outer === 'disguised' || inner === 'plain' ? outer : inner;
