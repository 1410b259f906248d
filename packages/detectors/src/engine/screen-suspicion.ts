// What speaks against one text: the literals that were seen in it, and what the engine's own parts make of them.

import type { PatternDetector } from '../detector.js';
import { leastSum, nearby, weightOf } from '../injection/judge.js';
import type { Signal } from '../injection/signal.js';
import type { Scanner } from '../scanner.js';
import type { Layer } from './layer.js';
import { matchWindow } from './match.js';
import { endOf, literalOf } from './screen-index.js';
import { isSatisfied } from './screen-need.js';
import type { ScreenPlan, Target } from './screen-plan.js';
import { longestForm } from './screen-reading.js';
import { type Match, runScanners } from './search.js';
import { Windows } from './windows.js';

/** Pieces of a window overlap by twice this, at least where they are cut. */
const longestReach = 8_192;
const shortText = 8_192;
/** With more detectors than this the engine's own search costs hardly more than a closer look here. */
const mostDetectors = 4;

const ascii = new TextDecoder();
const locate: Layer['locate'] = (start, end) => [start, end];

interface Sighting {
  readonly start: number;
  readonly end: number;
  readonly idea: string;
  readonly weight: number;
}

/** Judges one text in ASCII by the literals in it. */
export class Suspicion {
  private decoded: string | undefined;
  private lowered: string | undefined;

  constructor(
    private readonly plan: ScreenPlan,
    private readonly bytes: Uint8Array,
  ) {}

  /** INVARIANT: the bytes are ASCII, so places are the same in both. */
  get text(): string {
    this.decoded ??= ascii.decode(this.bytes);
    return this.decoded;
  }

  private get lower(): string {
    this.lowered ??= this.text.toLowerCase();
    return this.lowered;
  }

  /** Whether the literals that were seen can become a finding. */
  isFounded(hits: number[]): boolean {
    const targets = findTargets(this.plan, hits);
    if (targets === undefined) return true;
    const scanners = [...this.plan.restless];
    const suspects: PatternDetector[] = [];
    for (const target of targets) {
      if (target.kind === 'scanner') scanners.push(target.scanner);
      else if (target.kind === 'detector') {
        if (this.isSuspect(target, hits)) suspects.push(target.detector);
      } else if (this.isEnough(target, hits)) return true;
    }
    return this.isMatched(suspects) || this.isScanned(scanners);
  }

  /** The windows of one target. INVARIANT: windows take hits in the order of their ends; here they come by their rarest part. */
  private openWindows(target: Target, hits: number[]): Windows {
    const { waiting, lengths } = this.plan;
    const windows = new Windows({ literals: [], reach: target.reach }, this.bytes.length);
    for (const hit of hits.sort((a, b) => a - b)) {
      const literal = literalOf(hit);
      if (!waiting[literal]?.includes(target)) continue;
      windows.add(endOf(hit) - (lengths[literal] as number), endOf(hit));
    }
    return windows;
  }

  /** Whether a decoder saw as many literals together as it asks for. */
  private isEnough(target: Target & { kind: 'decoder' }, hits: number[]): boolean {
    for (const piece of this.openWindows(target, hits).pieces())
      if (piece.hits >= target.decoder.enough) return true;
    return false;
  }

  /** Whether all that a match needs stands near one of the literals. */
  private isSuspect(target: Target & { kind: 'detector' }, hits: number[]): boolean {
    const { need, reach } = target;
    if (need === undefined) return true;
    // In a short text everything is near. Long windows are cut into pieces that overlap by less than a long reach.
    if (this.bytes.length < shortText || reach > longestReach) return isSatisfied(need, this.lower);
    for (const { start, end } of this.openWindows(target, hits).pieces())
      if (isSatisfied(need, this.lower.slice(start, end))) return true;
    return false;
  }

  /** Whether the patterns of some detectors match in such a way that it can be enough. */
  private isMatched(suspects: readonly PatternDetector[]): boolean {
    const others = suspects.filter(({ kind }) => kind !== 'injection');
    if (others.some((detector) => this.findMatches(detector).length > 0)) return true;
    // The heaviest first: without them the others are mostly too little together and need not be tried.
    const signals = suspects
      .filter((detector) => detector.kind === 'injection' && mostWeight(detector) > 0)
      .sort((a, b) => mostWeight(b) - mostWeight(a));
    let most = signals.reduce((sum, signal) => sum + mostWeight(signal), 0);
    const sightings: Sighting[] = [];
    for (const signal of signals) {
      if (most < leastSum) return false;
      const found = this.findMatches(signal);
      if (found.length === 0) most -= mostWeight(signal);
      sightings.push(...found);
    }
    return reaches(sightings);
  }

  /** What the engine would match, and what its second gate would have kept back. */
  private findMatches(detector: PatternDetector): readonly Sighting[] {
    const { name, idea = name } = detector as PatternDetector & Partial<Signal>;
    const weight = mostWeight(detector);
    const sightings: Sighting[] = [];
    for (const { start, end } of this.openExactly(detector).pieces()) {
      for (const span of matchWindow(this.text, detector, start, end))
        sightings.push({ start: span[0], end: span[1], idea, weight });
    }
    return sightings;
  }

  /** The very windows of the engine: a pattern may see more in a longer one, or less. */
  private openExactly({ literals, reach }: PatternDetector): Windows {
    const windows = new Windows(reach === undefined ? { literals } : { literals, reach }, this.bytes.length);
    const ends: (readonly [end: number, length: number])[] = [];
    for (const literal of literals) {
      const { length } = literal;
      for (let at = this.lower.indexOf(literal); at !== -1; at = this.lower.indexOf(literal, at + 1))
        ends.push([at + length, length]);
    }
    ends.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
    for (const [end, length] of ends) windows.add(end - length, end);
    return windows;
  }

  private isScanned(scanners: readonly Scanner[]): boolean {
    if (scanners.length === 0) return false;
    const matches: Match[] = [];
    const layer = { text: this.text, ascii: true, depth: 0, reading: 'plain', locate } as const;
    for (const _ of runScanners(scanners, layer, matches)) if (matches.length > 0) return true;
    return matches.length > 0;
  }
}

/** Who waited for what was seen; `undefined` when they are so many that a closer look is not worth it. */
export function findTargets(plan: ScreenPlan, hits: readonly number[]): ReadonlySet<Target> | undefined {
  const targets = new Set<Target>();
  let detectors = 0;
  for (const hit of hits) {
    for (const target of plan.waiting[literalOf(hit)] as readonly Target[]) {
      if (targets.has(target)) continue;
      targets.add(target);
      if (target.kind === 'detector') detectors += 1;
      if (detectors > mostDetectors) return undefined;
    }
  }
  return targets;
}

/** The most that a detector can weigh, wherever the text stands. */
const mostWeight = (detector: PatternDetector): number =>
  Math.max(weightOf(detector, 'result'), weightOf(detector, 'description'));

/**
 * Whether signals near each other can be enough at any sensitivity. What speaks for the innocent is left out, and a group may
 * be as long as it likes, so that no group of the engine's weighs more. Folding may have stretched the text between two.
 */
function reaches(sightings: Sighting[]): boolean {
  const weights = new Map<string, number>();
  let last = Number.NEGATIVE_INFINITY;
  let sum = 0;
  for (const { start, end, idea, weight } of sightings.sort((a, b) => a.start - b.start)) {
    if (weight <= 0) continue;
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
