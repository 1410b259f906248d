// From signals to findings: signals that stand together are added up, and the sum must reach what the sensitivity asks.

import type { Finding } from '../detector.js';
import type { Match } from '../engine/matches.js';
import type { Span } from '../engine/position-map.js';
import type { Search } from '../engine/search.js';
import { sortInSlices } from '../engine/sort.js';
import { createExcessCounter } from '../engine/squeeze.js';
import { compareFindings } from '../findings.js';
import { findHidden } from './hidden.js';
import { weighingOf } from './weighing.js';

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

/** The injections in a text, in order; yields the units of work done since the last time. */
export function* judgeInjection(
  text: string,
  found: Search,
  { as = 'result', sensitivity = 'medium' }: { readonly as?: Place; readonly sensitivity?: Sensitivity },
): Generator<number, readonly Finding[]> {
  const signals = [...found.signals, ...findHidden(text, found.hidden, as), ...found.unread.map(toUnread)];
  const sorted = yield* sortInSlices(
    signals,
    ({ finding }) => finding.start,
    (a, b) => compareFindings(a.finding, b.finding),
  );
  const findings: Finding[] = [];
  const isEnough = (group: readonly Placed[]): boolean => score(group, as) >= thresholds[sensitivity];
  const tell = (group: readonly Placed[], from: number): void => {
    for (let at = from; at < group.length; at += 1) {
      const { match } = group[at] as Placed;
      if (weightOf(match, as) > 0) findings.push(match.finding);
    }
  };
  const countExcess = found.isSpread ? createExcessCounter(text) : () => 0;
  let group: Placed[] = [];
  /** How many of the group were told with the one before. */
  let told = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < sorted.length; index += 1) {
    const signal = sorted[index] as Match;
    if (isRepeated(signal, sorted[index - 1])) continue;
    // Blanks do not part what belongs together, however many there are.
    const excess = countExcess(signal.finding.start);
    const start = signal.finding.start - excess;
    const end = signal.finding.end - excess;
    const isApart = start - last > nearby;
    if (isApart || start - first > longestGroup) {
      const isAttack = isEnough(group);
      if (isAttack) tell(group, told);
      // A group that goes on is cut somewhere, and an attack must not hide in the cut: what is near speaks in both.
      group = isApart ? [] : group.filter((one) => isNear(one, start));
      told = isAttack ? group.length : 0;
      first = start;
    }
    last = isApart ? end : Math.max(last, end);
    group.push({ match: signal, end });
    if (index % slice === 0) yield slice * 8;
  }
  if (isEnough(group)) tell(group, told);
  return findings;
}

/** A signal and where it ends when blanks are squeezed. */
interface Placed {
  readonly match: Match;
  readonly end: number;
}

const isNear = ({ end }: Placed, start: number): boolean => start - end <= nearby;

const slice = 1_024;

/** Sorting is stable and plain readings come first: what they show is not hidden, even when a disguised reading shows it again. */
function isRepeated({ finding }: Match, before: Match | undefined): boolean {
  return (
    before?.finding.start === finding.start &&
    before.finding.end === finding.end &&
    before.finding.detector === finding.detector
  );
}

/** So many encodings within each other that we stopped reading: nobody needs that for anything good. */
const toUnread = ([start, end]: Span): Match => ({
  finding: { kind: 'injection', detector: 'nested-encodings', severity: 'medium', start, end },
  weighing: unread,
  reading: 'plain',
});
const unread = weighingOf({ weight: 6 });

const weightOf = ({ weighing }: Match, as: Place): number =>
  as === 'description' ? weighing.inDescriptions : weighing.weight;

/** Each idea counts once, however often it is repeated. There are few, so that a list is looked through faster than a map. */
function score(group: readonly Placed[], as: Place): number {
  const ideas: string[] = [];
  const weights: number[] = [];
  let isHidden = false;
  for (const { match } of group) {
    const weight = weightOf(match, as);
    isHidden ||= match.reading !== 'plain' && weight > 0;
    const idea = match.weighing.idea ?? match.finding.detector;
    const at = ideas.indexOf(idea);
    if (at === -1) {
      ideas.push(idea);
      weights.push(weight);
    } else if (weight > (weights[at] as number)) weights[at] = weight;
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return isHidden ? sum + disguiseBonus : sum;
}
