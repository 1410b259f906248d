// The search of one text through all its readings: fold, one pass over the literals, patterns in their windows, then the
// same for whatever could be decoded, to a bounded depth and a bounded amount.

import type { Decoded } from '../decode/decoder.js';
import { decoders } from '../decode/index.js';
import { decodeRun, findRuns } from '../decode/runs.js';
import type { Finding, PatternDetector } from '../detector.js';
import type { Scanner } from '../scanner.js';
import { fold, type HiddenRun } from './fold.js';
import type { Gate } from './gate.js';
import { type Layer, locateThrough, type Reading } from './layer.js';
import { matchWindow } from './match.js';
import type { Windows } from './windows.js';

/** Something was seen; positions are of the original text. */
export interface Match {
  readonly finding: Finding;
  /** The detector whose pattern matched; a scanner has none. */
  readonly detector?: PatternDetector;
  readonly reading: Reading;
}

export interface Search {
  readonly matches: readonly Match[];
  readonly hidden: readonly HiddenRun[];
}

const deepest = 3;
const slice = 65_536;
const pieceLength = 65_536;
const pieceOverlap = 1_024;

type Pending = Omit<Layer, 'ascii'>;

/** Searches a text; yields the units of work done since the last time. */
export function* search(gate: Gate, scanners: readonly Scanner[], text: string): Generator<number, Search> {
  const matches: Match[] = [];
  const queue: Pending[] = [{ text, depth: 0, reading: 'plain', locate: (start, end) => [start, end] }];
  let hidden: readonly HiddenRun[] = [];
  // Encodings within encodings must not multiply the work: all readings together stay within twice the text.
  let allowance = 2 * text.length + slice;
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const folded = yield* fold(next.text);
    if (next.depth === 0) hidden = folded.hidden;
    const locate = locateThrough(folded.map, next.locate);
    const layer: Layer = { ...next, text: folded.text, ascii: folded.ascii, locate };
    const windows = yield* gate.read(layer.text, layer.ascii);
    yield* matchAll(gate, layer, windows, matches);
    if (layer.reading !== 'disguised') yield* runScanners(scanners, layer, matches);
    if (layer.depth === deepest) continue;
    for (const decoded of decodeAll(gate, layer, windows)) {
      yield decoded.text.length;
      allowance -= decoded.text.length;
      if (allowance < 0) break;
      queue.push({
        text: decoded.text,
        depth: layer.depth + 1,
        reading: worse(layer.reading, decoded.reading),
        locate: locateThrough(decoded.map, layer.locate),
      });
    }
  }
  return { matches, hidden };
}

function* matchAll(
  gate: Gate,
  layer: Layer,
  windows: readonly (Windows | undefined)[],
  matches: Match[],
): Generator<number> {
  for (let index = 0; index < gate.detectors.length; index += 1) {
    const detector = gate.detectors[index];
    const found = windows[index];
    if (detector === undefined || found === undefined) continue;
    if (layer.reading === 'disguised' && detector.kind !== 'injection') continue;
    for (const { start, end } of found.pieces()) {
      for (const span of matchWindow(layer.text, detector, start, end)) {
        const { kind, name, severity } = detector;
        const [from, to] = layer.locate(span[0], span[1]);
        matches.push({
          finding: { kind, detector: name, severity, start: from, end: to },
          detector,
          reading: layer.reading,
        });
      }
      yield end - start;
    }
  }
}

/** Scanners read everything, so they get the text in pieces. What touches a cut is seen whole in the next piece. */
export function* runScanners(
  scanners: readonly Scanner[],
  layer: Layer,
  matches: Match[],
): Generator<number> {
  if (scanners.length === 0) return;
  const { text, reading } = layer;
  for (let start = 0; start < text.length; start += pieceLength - pieceOverlap) {
    const end = Math.min(text.length, start + pieceLength);
    const piece = start === 0 && end === text.length ? text : text.slice(start, end);
    for (const scanner of scanners) {
      for (const finding of scanner.find(piece)) {
        const isCut =
          (finding.end === piece.length && end < text.length) || (finding.start === 0 && start > 0);
        if (isCut && finding.end - finding.start < pieceOverlap) continue;
        const [from, to] = layer.locate(start + finding.start, start + finding.end);
        matches.push({ finding: { ...finding, start: from, end: to }, reading });
      }
    }
    yield piece.length * scanners.length;
    if (end === text.length) return;
  }
}

const worse = (outer: Reading, inner: Reading): Reading =>
  outer === 'disguised' || inner === 'plain' ? outer : inner;

/** Every other reading of a layer, one at a time. */
function* decodeAll(
  gate: Gate,
  layer: Layer,
  windows: readonly (Windows | undefined)[],
): Generator<Decoded & { readonly reading: Reading }> {
  for (const run of findRuns(layer.text, 0, layer.text.length)) {
    const decoded = decodeRun(layer.text, run);
    if (decoded !== undefined) yield { ...decoded, reading: 'encoded' };
  }
  for (const [index, decoder] of decoders.entries()) {
    if (layer.reading === 'disguised' && decoder.reading === 'disguised') continue;
    for (const { start, end, hits } of windows[gate.detectors.length + index]?.pieces() ?? []) {
      if (hits < decoder.enough) continue;
      const decoded = decoder.decode(layer.text, start, end);
      if (decoded !== undefined) yield { ...decoded, reading: decoder.reading };
    }
  }
}
