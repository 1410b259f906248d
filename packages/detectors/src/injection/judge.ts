// From signals to findings: signals that stand together are added up, and the sum must reach what the sensitivity asks.

import type { Finding, PatternDetector } from '../detector.js';
import type { Match } from '../engine/matches.js';
import type { Span } from '../engine/position-map.js';
import type { Search } from '../engine/search.js';
import { sortInSlices } from '../engine/sort.js';
import { compareFindings } from '../findings.js';
import type { Scanner } from '../scanner.js';
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
const nearby = 220;
const longestGroup = 1_600;
const disguiseBonus = 3;

/** One signal in one place. */
export interface Weighted {
  readonly finding: Finding;
  readonly idea: string;
  readonly weight: number;
  readonly hidden: boolean;
}

/** The injections in a text, in order; yields the units of work done since the last time. */
export function* judgeInjection(
  text: string,
  found: Search,
  { as = 'result', sensitivity = 'medium' }: { readonly as?: Place; readonly sensitivity?: Sensitivity },
): Generator<number, readonly Finding[]> {
  const signals = yield* weigh(found.matches, as);
  for (const signal of findHidden(text, found.hidden, as)) signals.push(signal);
  for (const span of found.unread) signals.push(toUnread(span));
  const sorted = yield* sortInSlices(signals, (a, b) => compareFindings(a.finding, b.finding));
  const findings: Finding[] = [];
  let group: Weighted[] = [];
  let last = Number.NEGATIVE_INFINITY;
  const close = (): void => {
    if (score(group) >= thresholds[sensitivity])
      for (const { weight, finding } of group) if (weight > 0) findings.push(finding);
    group = [];
  };
  for (let index = 0; index < sorted.length; index += 1) {
    const signal = sorted[index] as Weighted;
    if (isRepeated(signal, sorted[index - 1])) continue;
    const { start, end } = signal.finding;
    const first = group[0]?.finding.start ?? start;
    if (start - last > nearby || start - first > longestGroup) close();
    last = group.length === 0 ? end : Math.max(last, end);
    group.push(signal);
    if (index % slice === 0) yield slice * 8;
  }
  close();
  return findings;
}

const slice = 1_024;

/** Sorting is stable and plain readings come first: what they show is not hidden, even when a disguised reading shows it again. */
function isRepeated({ finding }: Weighted, before: Weighted | undefined): boolean {
  return (
    before?.finding.start === finding.start &&
    before.finding.end === finding.end &&
    before.finding.detector === finding.detector
  );
}

function* weigh(matches: Search['matches'], as: Place): Generator<number, Weighted[]> {
  const signals: Weighted[] = [];
  for (let index = 0; index < matches.length; index += 1) {
    if (index % slice === 0) yield slice * 8;
    const { finding, detector, reading } = matches[index] as Match;
    if (finding.kind !== 'injection') continue;
    const idea = (detector as Partial<Signal> | undefined)?.idea ?? finding.detector;
    signals.push({ finding, idea, weight: weightOf(detector, as), hidden: reading !== 'plain' });
  }
  return signals;
}

/** So many encodings within each other that we stopped reading: nobody needs that for anything good. */
const toUnread = ([start, end]: Span): Weighted => ({
  finding: { kind: 'injection', detector: 'nested-encodings', severity: 'medium', start, end },
  idea: 'nested-encodings',
  weight: 6,
  hidden: false,
});

/** A detector that brings no weight means what it says. */
export function weightOf(detector: PatternDetector | Scanner | undefined, as: Place): number {
  const { weight = 10, inDescriptions = weight } = (detector ?? {}) as Partial<Signal>;
  return as === 'description' ? inDescriptions : weight;
}

/** Each idea counts once, however often it is repeated. There are few, so that a list is looked through faster than a map. */
function score(group: readonly Weighted[]): number {
  const ideas: string[] = [];
  const weights: number[] = [];
  let isHidden = false;
  for (const { idea, weight, hidden } of group) {
    isHidden ||= hidden && weight > 0;
    const at = ideas.indexOf(idea);
    if (at === -1) {
      ideas.push(idea);
      weights.push(weight);
    } else if (weight > (weights[at] as number)) weights[at] = weight;
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return isHidden ? sum + disguiseBonus : sum;
}
