// Drops signals that are no attack although their words are: quotations that are reported, and demands among people
// in languages other than English. It runs only where an attack is about to be reported.

import type { Finding } from '../../detector.js';
import { normalize } from '../../engine/normalize/normalize.js';
import type { PositionMap, Span } from '../../engine/normalize/position-map.js';
import { type Audience, findAudience, hasQuantifier } from './audience.js';
import { findReportedQuotations } from './reported-quotation.js';

/** Signals that consist of words only. A demand among people may contain them. */
const wordsOnly = /^(?:override|dismiss|revoke|conceal|keep-unaware)-[a-z]{2}$/;
const otherLanguage = /-(?:[a-z]{2}|other-language)$/;
const quotationMark = /["“”„‟«»「『‘]/;

/** The length of the text around the signals that is read. */
const around = 160;

/** Returns a test for the findings that are harmless. `findings` are near each other and in order. */
export function findHarmless(text: string, findings: readonly Finding[]): (finding: Finding) => boolean {
  const first = findings.reduce((start, finding) => Math.min(start, finding.start), text.length);
  const last = findings.reduce((end, finding) => Math.max(end, finding.end), 0);
  const from = Math.max(0, first - around);
  const original = text.slice(from, last + around);
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
