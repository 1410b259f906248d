// Computes findings from signals: adds up the weights of signals near each other, and reports a group if its score
// reaches the threshold of the sensitivity.

import type { Finding } from '../detector.js';
import { compareFindings } from '../engine/match/findings.js';
import { sortIncrementally } from '../engine/match/incremental-sort.js';
import type { SignalMatch } from '../engine/match/match-collector.js';
import { createExcessWhitespaceCounter } from '../engine/normalize/collapse-whitespace.js';
import type { Span } from '../engine/normalize/position-map.js';
import type { SearchResult } from '../engine/search.js';
import { findHarmless } from './audience/harmless-signals.js';
import { findInvisibleCharacters } from './invisible-characters.js';
import { signalWeightOf } from './signal-weight.js';
import { findToolHints } from './tool-hints.js';

/** The role of a text in the protocol. */
export type TextRole = 'argument' | 'result' | 'description';

/** The sensitivity of the detection: `high` reports the most findings. */
export type Sensitivity = 'low' | 'medium' | 'high';

/** The minimum score of a finding for each sensitivity. */
export const thresholds: Readonly<Record<Sensitivity, number>> = { low: 9, medium: 6, high: 4 };
/** The lowest threshold of all sensitivities. */
export const lowestThreshold = Math.min(...Object.values(thresholds));

/** The maximum distance between signals of one group. */
export const nearby = 220;
const maxGroupLength = 1_600;
/** The weight that is added for an obfuscated signal. */
export const obfuscationBonus = 3;

/**
 * In at most this number of groups, the parts that only mention an attack are searched for, because that takes longer
 * than the search itself. A text with more groups than this is reported as it is.
 */
const mostExamined = 6;

/** Finds the injections in a text, in order; yields the amount of work done since the previous yield. */
export function* scoreInjection(
  text: string,
  found: SearchResult,
  { as = 'result', sensitivity = 'medium' }: { readonly as?: TextRole; readonly sensitivity?: Sensitivity },
): Generator<number, readonly Finding[]> {
  const signals = [
    ...found.injectionSignals,
    ...findInvisibleCharacters(text, found.invisibleRuns, as),
    ...found.undecoded.map(toNestedEncodings),
  ];
  const hints = as === 'description' && signals.length > 0 ? findToolHints(text) : [];
  const sorted = yield* sortIncrementally(
    hints.length === 0 ? signals : signals.filter((signal) => !isInside(signal, hints)),
    ({ finding }) => finding.start,
    (a, b) => compareFindings(a.finding, b.finding),
  );
  const findings: Finding[] = [];
  const threshold = thresholds[sensitivity];
  let examined = 0;
  /** Reports the signals of a group from `first` on, if the group is an attack. */
  const report = (group: readonly GroupedSignal[], first: number): boolean => {
    if (score(group, as) < threshold) return false;
    const positive = group.filter(({ match }) => weightOf(match, as) > 0);
    examined += 1;
    const isHarmless = findHarmless(
      text,
      positive.map(({ match }) => match.finding),
      examined <= mostExamined,
    );
    const harmful = group.filter(({ match }) => weightOf(match, as) <= 0 || !isHarmless(match.finding));
    if (harmful.length < group.length && score(harmful, as) < threshold) return false;
    for (let at = first; at < group.length; at += 1) {
      const { match } = group[at] as GroupedSignal;
      if (weightOf(match, as) > 0 && !isHarmless(match.finding)) findings.push(match.finding);
    }
    return true;
  };
  const countExcess = found.hasExcessWhitespace ? createExcessWhitespaceCounter(text) : () => 0;
  let group: GroupedSignal[] = [];
  /** The number of signals that were already reported with the previous group. */
  let reported = 0;
  let first = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < sorted.length; index += 1) {
    const signal = sorted[index] as SignalMatch;
    if (isDuplicate(signal, sorted[index - 1])) continue;
    // Distances are measured with runs of white space collapsed, so that padding does not separate signals.
    const excess = countExcess(signal.finding.start);
    const start = signal.finding.start - excess;
    const end = signal.finding.end - excess;
    const isApart = start - last > nearby;
    if (isApart || start - first > maxGroupLength) {
      const attack = report(group, reported);
      // A long group is split. Signals near the split count in both groups, so that the split does not hide an
      // attack.
      group = isApart ? [] : group.filter((one) => isNear(one, start));
      reported = attack ? group.length : 0;
      first = start;
    }
    last = isApart ? end : Math.max(last, end);
    group.push({ match: signal, end });
    if (index % slice === 0) yield slice * 8;
  }
  report(group, reported);
  return findings;
}

const isInside = ({ finding: { start, end } }: SignalMatch, spans: readonly Span[]): boolean =>
  spans.some(([first, last]) => start >= first && end <= last);

/** A signal, and its end position with runs of white space collapsed. */
interface GroupedSignal {
  readonly match: SignalMatch;
  readonly end: number;
}

const isNear = ({ end }: GroupedSignal, start: number): boolean => start - end <= nearby;

const slice = 1_024;

/**
 * Sorting is stable and signals in plain text come first. So if a signal occurs in plain and in decoded text, it
 * counts as plain.
 */
function isDuplicate({ finding }: SignalMatch, before: SignalMatch | undefined): boolean {
  return (
    before?.finding.start === finding.start &&
    before.finding.end === finding.end &&
    before.finding.detector === finding.detector
  );
}

/**
 * Creates the signal for encodings that are nested too deeply to be decoded. Such encodings do not occur in ordinary
 * content.
 */
const toNestedEncodings = ([start, end]: Span): SignalMatch => ({
  finding: { kind: 'injection', detector: 'nested-encodings', severity: 'medium', start, end },
  weight: nestedEncodings,
  reading: 'plain',
});
const nestedEncodings = signalWeightOf({ weight: 6 });

const weightOf = ({ weight }: SignalMatch, as: TextRole): number =>
  as === 'description' ? weight.weightInDescriptions : weight.weight;

/**
 * Adds up the weights of a group. Each technique counts once, with its highest weight. There are so few techniques
 * that a list is faster than a map.
 */
function score(group: readonly GroupedSignal[], as: TextRole): number {
  const techniques: string[] = [];
  const weights: number[] = [];
  let isObfuscated = false;
  for (const { match } of group) {
    const weight = weightOf(match, as);
    isObfuscated ||= match.reading !== 'plain' && weight > 0;
    const technique = match.weight.technique ?? match.finding.detector;
    const at = techniques.indexOf(technique);
    if (at === -1) {
      techniques.push(technique);
      weights.push(weight);
    } else if (weight > (weights[at] as number)) weights[at] = weight;
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return isObfuscated ? sum + obfuscationBonus : sum;
}
