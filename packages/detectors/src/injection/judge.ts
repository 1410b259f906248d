// From signals to findings: signals that stand together are added up, and the sum must reach what the sensitivity asks.

import type { Finding, PatternDetector } from '../detector.js';
import type { Search } from '../engine/search.js';
import { findHidden } from './hidden.js';
import type { Signal } from './signal.js';

/** Where a text stands in the protocol. */
export type Place = 'argument' | 'result' | 'description';

/** How little is enough. */
export type Sensitivity = 'low' | 'medium' | 'high';

const thresholds: Readonly<Record<Sensitivity, number>> = { low: 9, medium: 6, high: 4 };
/** Less than this is never enough. */
export const leastSum = Math.min(...Object.values(thresholds));

/** Signals further apart than this do not belong together. */
export const nearby = 220;
const longestGroup = 1_600;
const disguiseBonus = 3;

/** One signal in one place. */
export interface Weighted {
  readonly finding: Finding;
  readonly idea: string;
  readonly weight: number;
  readonly hidden: boolean;
}

/** The injections in a text. */
export function judgeInjection(
  text: string,
  found: Search,
  { as = 'result', sensitivity = 'medium' }: { readonly as?: Place; readonly sensitivity?: Sensitivity },
): Finding[] {
  const signals = [...weigh(found, as), ...findHidden(text, found.hidden, as)];
  const threshold = thresholds[sensitivity];
  return groupNearby(signals)
    .filter((group) => score(group) >= threshold)
    .flatMap((group) => group.filter(({ weight }) => weight > 0).map(({ finding }) => finding));
}

function weigh({ matches }: Search, as: Place): Weighted[] {
  const plain = new Set<string>();
  const weighted: Weighted[] = [];
  // Plain readings come first: what they show is not hidden, even when a disguised reading shows it again.
  for (const { finding, detector, reading } of matches) {
    if (finding.kind !== 'injection') continue;
    const key = `${finding.detector} ${finding.start} ${finding.end}`;
    if (plain.has(key)) continue;
    plain.add(key);
    const idea = (detector as Partial<Signal> | undefined)?.idea ?? finding.detector;
    weighted.push({ finding, idea, weight: weightOf(detector, as), hidden: reading !== 'plain' });
  }
  return weighted;
}

/** A detector that brings no weight means what it says. */
export function weightOf(detector: PatternDetector | undefined, as: Place): number {
  const { weight = 10, inDescriptions = weight } = (detector ?? {}) as Partial<Signal>;
  return as === 'description' ? inDescriptions : weight;
}

function groupNearby(signals: readonly Weighted[]): Weighted[][] {
  const groups: Weighted[][] = [];
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const signal of [...signals].sort((a, b) => a.finding.start - b.finding.start)) {
    const { start, end } = signal.finding;
    const group = groups[groups.length - 1];
    if (group !== undefined && start - last <= nearby && start - first <= longestGroup) {
      group.push(signal);
      last = Math.max(last, end);
    } else {
      groups.push([signal]);
      first = start;
      last = end;
    }
  }
  return groups;
}

/** Each idea counts once, however often it is repeated. */
function score(group: readonly Weighted[]): number {
  const weights = new Map<string, number>();
  for (const { idea, weight } of group) {
    const known = weights.get(idea);
    if (known === undefined || weight > known) weights.set(idea, weight);
  }
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0);
  return group.some(({ hidden, weight }) => hidden && weight > 0) ? sum + disguiseBonus : sum;
}
