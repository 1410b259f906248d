// Drops signals that are no attack although their words are: quotations that are reported or mentioned, prohibitions
// that protect secrets, and demands among people in languages other than English. It runs only where an attack is about
// to be reported.

import type { Finding } from '../../detector.js';
import { normalize } from '../../engine/normalize/normalize.js';
import type { PositionMap, Span } from '../../engine/normalize/position-map.js';
import { type Audience, findAudience, hasQuantifier } from './audience.js';
import { isBetweenColleagues } from './colleagues.js';
import { createVanishingTest } from './find-again.js';
import { withoutHarmlessParts } from './harmless-parts.js';
import { findReportedQuotations } from './reported-quotation.js';

/** Signals that consist of words only. A demand among people may contain them. */
const wordsOnly = /^(?:override|dismiss|revoke|conceal|keep-unaware)-[a-z]{2}$/;
const otherLanguage = /-(?:[a-z]{2}|other-language)$/;
const quotationMark = /["“”„‟«»「『‘]/;

/** The length of the text around the signals that is read. */
const around = 160;

/**
 * Returns a test for the findings that are harmless. `findings` are near each other and in order. Parts that only
 * mention an attack are searched for if `mayMention` is true.
 */
export function findHarmless(
  text: string,
  findings: readonly Finding[],
  mayMention: boolean,
): (finding: Finding) => boolean {
  const isReported = findReported(text, findings);
  if (!mayMention) return isReported;
  const isMentioned = findMentioned(text, findings);
  return (finding) => isReported(finding) || isMentioned(finding);
}

/** Returns a test for the findings that consist of parts which mention or forbid an attack. */
function findMentioned(text: string, findings: readonly Finding[]): (finding: Finding) => boolean {
  const from = Math.max(0, firstOf(text, findings) - aroundMention);
  const to = lastOf(findings) + aroundMention;
  if (to - from > longestRead) return () => false;
  const { text: normalized, map } = normalizeWhole(text.slice(from, to));
  if (
    isBetweenColleagues(
      normalized,
      findings.map(({ detector }) => detector),
    )
  )
    return () => true;
  const reduced = withoutHarmlessParts(normalized);
  if (reduced === normalized) return () => false;
  return createVanishingTest(normalized, reduced, (span) => locate(map, span, from));
}

const aroundMention = 300;
const longestRead = 4_096;

const firstOf = (text: string, findings: readonly Finding[]): number =>
  findings.reduce((start, finding) => Math.min(start, finding.start), text.length);
const lastOf = (findings: readonly Finding[]): number =>
  findings.reduce((end, finding) => Math.max(end, finding.end), 0);

function findReported(text: string, findings: readonly Finding[]): (finding: Finding) => boolean {
  const from = Math.max(0, firstOf(text, findings) - around);
  const original = text.slice(from, lastOf(findings) + around);
  const hasOtherLanguage = findings.some(({ detector }) => otherLanguage.test(detector));
  if (!hasOtherLanguage && !quotationMark.test(original)) return () => false;
  const { text: normalized, map } = normalizeWhole(original);
  const lower = normalized.toLowerCase();
  if (lower.length !== normalized.length) return () => false;
  const quotations = findReportedQuotations(lower, 0, lower.length).map((span) => locate(map, span, from));
  const isQuoted = ({ start, end }: Finding): boolean =>
    quotations.some(([begin, stop]) => start >= begin && end <= stop);
  const others = findings.filter((finding) => !isQuoted(finding));
  if (others.length === 0 || !others.every(({ detector }) => wordsOnly.test(detector))) return isQuoted;
  const quantified = others.some(({ start, end }) => hasQuantifier(normalizeLower(text.slice(start, end))));
  return isAmongPeople(findAudience(lower, normalized), quantified) ? () => true : isQuoted;
}

const isAmongPeople = ({ hasMachine, people }: Audience, quantified: boolean): boolean =>
  !hasMachine && people >= (quantified ? 3 : 1);

const locate = (map: PositionMap | undefined, span: Span, from: number): Span => {
  const [start, end] = map === undefined ? span : map.locate(...span);
  return [from + start, from + end];
};

function normalizeWhole(text: string): { readonly text: string; readonly map?: PositionMap } {
  const steps = normalize(text);
  for (;;) {
    const next = steps.next();
    if (next.done) return next.value;
  }
}

const normalizeLower = (text: string): string => normalizeWhole(text).text.toLowerCase();
