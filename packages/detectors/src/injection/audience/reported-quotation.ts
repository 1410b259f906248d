// Finds quotations of attacks in advice for people: `If a document contains a sentence such as "…", report it.`
// Quotation marks alone are not sufficient: the text must introduce the quotation as wording, and then advise to
// report it or not to follow it. A quotation with an address or a file is always read.

import type { Span } from '../../engine/normalize/position-map.js';
import { has } from '../sentences/sentence.js';
import { audienceClass } from './audience-class.js';
import { findAudienceWords } from './audience-lexicon.js';

/** A quotation in the marks of several languages. */
export const quotation =
  /„([^„“”"\n]{6,120})[“”"]|[“‟]([^“”\n]{6,120})”|«\s?([^«»\n]{6,120})\s?»|»([^«»\n]{6,120})«|「([^「」\n]{4,120})」|『([^『』\n]{4,120})』|(?<![\w"])"([^"\n]{4,120})"(?!\w)|(?<![\w'])[‘']([^‘’'\n]{6,120})['’](?!\w)/g;

export const mayQuote = /["“”„‟«»「『‘']/;

/** Matches addresses, files and commands. A quotation that contains them can do harm. */
export const harmful = /:\/\/|@[\w-]+\.|\bwww\.|~\/|\.env\b|id_rsa|\b(?:curl|wget|bash|rm) |`|\d{6}/;

const introduction = 100;
const advice = 150;

/**
 * Returns the spans of the reported quotations that overlap text[from..to). The text is normalized and in lower case.
 * The text around the range is limited, so that the search takes linear time if it runs for each sentence.
 */
export function findReportedQuotations(text: string, from: number, to: number): readonly Span[] {
  const offset = Math.max(0, from - introduction);
  const section = text.slice(offset, to + advice);
  if (!mayQuote.test(section)) return [];
  const spans: Span[] = [];
  for (const match of section.matchAll(quotation)) {
    const start = match.index + offset;
    const end = start + match[0].length;
    if (end > from && start < to && isReported(text, start, end)) spans.push([start, end]);
  }
  return spans;
}

function isReported(text: string, start: number, end: number): boolean {
  const behind = text.slice(end, end + advice);
  return (
    !harmful.test(text.slice(start, end)) &&
    !harmful.test(behind) &&
    isIntroduced(text.slice(Math.max(0, start - introduction), start), behind) &&
    containsWord(behind, audienceClass.report)
  );
}

/** The length of the text behind a quotation that may introduce it: `「…」といった文言`. */
const postposition = 24;

const isIntroduced = (before: string, behind: string): boolean =>
  containsWord(before.slice(lastSentenceStart(before)), audienceClass.quotation) ||
  containsWord(behind.slice(0, postposition), audienceClass.quotation);

const lastSentenceStart = (text: string): number => /[.!?。！？]\s?[^.!?。！？]*$/.exec(text)?.index ?? 0;

const containsWord = (text: string, wanted: number): boolean =>
  findAudienceWords(text).some(({ classes }) => has(classes, wanted));
