// What speaks against one text: the literals that were seen in it, and what the engine's own parts make of them.

import type { Decoder } from '../decode/decoder.js';
import type { PatternDetector } from '../detector.js';
import { leastSum, nearby, weightOf } from '../injection/judge.js';
import type { Signal } from '../injection/signal.js';
import type { Scanner } from '../scanner.js';
import type { Layer } from './layer.js';
import { matchWindow } from './match.js';
import type { ScreenPlan } from './screen-plan.js';
import { longestForm } from './screen-reading.js';
import { type Match, runScanners } from './search.js';
import { Windows } from './windows.js';

/** More literals than one in so many bytes are no ordinary text: the engine may look itself. */
const crowd = 12;
const literalBits = 65_536;

const ascii = new TextDecoder();
const locate: Layer['locate'] = (start, end) => [start, end];

interface Sighting {
  readonly start: number;
  readonly end: number;
  readonly idea: string;
  readonly weight: number;
}

export class Suspicion {
  /** The end of each literal and its number, in one number. */
  private readonly hits: number[] = [];
  private decoded: string | undefined;

  constructor(
    private readonly plan: ScreenPlan,
    private readonly bytes: Uint8Array,
    private readonly start: number,
    private readonly end: number,
  ) {}

  add(literal: number, end: number): void {
    this.hits.push((end - this.start) * literalBits + literal);
  }

  get isCrowded(): boolean {
    return this.hits.length > 64 + (this.end - this.start) / crowd;
  }

  /** INVARIANT: the bytes are ASCII, so positions are the same in both. */
  get text(): string {
    this.decoded ??= ascii.decode(this.bytes.subarray(this.start, this.end));
    return this.decoded;
  }

  /** Whether anything that was seen can become a finding. */
  isFounded(): boolean {
    const { detectors, decoders, scanners, restless } = this.plan;
    const windows = this.openWindows();
    for (const [index, decoder] of decoders.entries())
      if (isEnough(windows.get(detectors.length + index), decoder)) return true;
    const sightings: Sighting[] = [];
    for (const [target, found] of windows) {
      const detector = detectors[target];
      if (detector !== undefined && this.matches(detector, found, sightings)) return true;
    }
    if (reaches(sightings)) return true;
    const first = detectors.length + decoders.length;
    const called = scanners.filter((_, index) => windows.has(first + index));
    return this.isScanned([...restless, ...called]);
  }

  private isScanned(scanners: readonly Scanner[]): boolean {
    const { text } = this;
    const matches: Match[] = [];
    const layer = { text, ascii: true, depth: 0, reading: 'plain', locate } as const;
    for (const _ of runScanners(scanners, layer, matches)) if (matches.length > 0) return true;
    return matches.length > 0;
  }

  /** The same windows as the engine's, those without their second gate included. */
  private openWindows(): Map<number, Windows> {
    const { plan } = this;
    const length = this.end - this.start;
    const targets = [...plan.detectors, ...plan.decoders];
    const windows = new Map<number, Windows>();
    // INVARIANT: windows take hits in the order of their ends, and literals are seen by their rarest part, not their end.
    for (const hit of this.hits.sort((a, b) => a - b)) {
      const literal = hit % literalBits;
      const end = (hit - literal) / literalBits;
      for (const target of plan.waiting[literal] ?? []) {
        let found = windows.get(target);
        if (found === undefined) {
          const { literals = [], reach } = targets[target] ?? {};
          found = new Windows(reach === undefined ? { literals } : { literals, reach }, length);
          windows.set(target, found);
        }
        found.add(end - (plan.lengths[literal] ?? 0), end);
      }
    }
    return windows;
  }

  /** True for what is a finding by itself; signals are kept, to be added up. */
  private matches(detector: PatternDetector, windows: Windows, sightings: Sighting[]): boolean {
    const { text } = this;
    for (const { start, end } of windows.pieces()) {
      for (const span of matchWindow(text, detector, start, end)) {
        if (detector.kind !== 'injection') return true;
        const weight = Math.max(weightOf(detector, 'result'), weightOf(detector, 'description'));
        const idea = (detector as Partial<Signal>).idea ?? detector.name;
        if (weight > 0) sightings.push({ start: span[0], end: span[1], idea, weight });
      }
    }
    return false;
  }
}

function isEnough(windows: Windows | undefined, { enough }: Decoder): boolean {
  for (const { hits } of windows?.pieces() ?? []) if (hits >= enough) return true;
  return false;
}

/**
 * Whether signals near each other can be enough at any sensitivity. What speaks for the innocent is left out, and a group may
 * be as long as it likes, so that no group of the engine's weighs more. Folding may have stretched the text between two.
 */
function reaches(sightings: Sighting[]): boolean {
  const weights = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const { start, end, idea, weight } of sightings.sort((a, b) => a.start - b.start)) {
    if (start - last > nearby * longestForm) {
      weights.clear();
      sum = 0;
    }
    const known = weights.get(idea) ?? 0;
    if (weight > known) {
      weights.set(idea, weight);
      sum += weight - known;
    }
    last = Math.max(last, end);
    if (sum >= leastSum) return true;
  }
  return false;
}
