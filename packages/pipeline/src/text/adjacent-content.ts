// A secret cut in two is put together by whoever reads both halves: texts that stand side by side are read as one text,
// too. What only shows that way is cut up again, a piece for each of the texts.

import { categoryOf, type Engine, type Finding, type TextOptions } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Clock } from '../ports.js';
import { type AdjacentGroup, groupAdjacent } from './adjacent-groups.js';
import { joinAll, joinBytes, joinPairs, pairBytes } from './joined-text.js';
import { type MessageTexts, searchText, type TextFindings } from './message-texts.js';
import { TimeSlicer } from './time-slicer.js';

/** Up to so many strings are put together in one go. */
const FEW = 2000;
/** As for single strings: what is longer is not screened in one go. */
const SCREENED_AT_ONCE = 4 * 1024 * 1024;

/** The findings, and those that lie across the border of two texts. */
export function searchAdjacent(
  texts: MessageTexts,
  found: readonly TextFindings[],
  engine: Engine,
  options: TextOptions,
  clock: Clock,
): Awaitable<readonly TextFindings[]> {
  const { text, uri, structuredContent } = texts.keyCounts;
  if (text < 2 && structuredContent === 0 && (uri === 0 || text === 0)) return found;
  if (texts.message.bytes.length <= AT_ONCE && texts.spans.length <= FEW) {
    const suspects = groupAdjacent(texts.spans, texts).filter((group) => isSuspect(texts, group, engine));
    if (suspects.length === 0) return found;
    return searchGroups(texts, found, suspects, engine, options, clock);
  }
  return searchAdjacentInSlices(texts, found, engine, options, clock);
}

const AT_ONCE = 64 * 1024;
const GROUP_COST = 64;
const STRING_COST = 16;

async function searchAdjacentInSlices(
  texts: MessageTexts,
  found: readonly TextFindings[],
  engine: Engine,
  options: TextOptions,
  clock: Clock,
): Promise<readonly TextFindings[]> {
  const pace = new TimeSlicer(clock);
  const spans = await texts.findSpans(clock);
  const suspects: AdjacentGroup[] = [];
  for (const group of await groupAdjacent(spans, texts, pace)) {
    if (isSuspect(texts, group, engine)) suspects.push(group);
    await pace.spend(group.length + GROUP_COST);
  }
  return searchGroups(texts, found, suspects, engine, options, clock);
}

/** Joined as bytes, and not decoded: most groups hold nothing. */
function isSuspect({ message: { bytes } }: MessageTexts, group: AdjacentGroup, engine: Engine): boolean {
  if (group.length > SCREENED_AT_ONCE) return true;
  const screen = (joined: Uint8Array) => engine.mayMatch(joined, 0, joined.length);
  return screen(joinBytes(bytes, group.spans)) || screen(pairBytes(bytes, group.spans));
}

async function searchGroups(
  texts: MessageTexts,
  found: readonly TextFindings[],
  groups: readonly AdjacentGroup[],
  engine: Engine,
  options: TextOptions,
  clock: Clock,
): Promise<readonly TextFindings[]> {
  const all = [...found];
  const pace = new TimeSlicer(clock);
  for (const { spans, isUnrelated } of groups) {
    const parts: string[] = [];
    for (const span of spans) {
      parts.push(texts.textOf(span));
      const turn = pace.spend(STRING_COST + span.end - span.start);
      if (turn !== undefined) await turn;
    }
    for (const reading of [joinAll(spans, parts), joinPairs(spans, parts)]) {
      const findings = await searchText(reading.text, engine, options, clock);
      const meant = isUnrelated ? findings.filter(hasDistinctFormat) : findings;
      for (const one of reading.splitFindings(meant)) all.push(one);
    }
  }
  return all;
}

/** What is known by its own form, and not by a word that happens to stand before it. */
export const hasDistinctFormat = (finding: Finding): boolean =>
  (categoryOf(finding) === 'vendor_keys' && !finding.detector.endsWith('-by-name')) ||
  finding.detector === 'private-key' ||
  finding.detector === 'jwt';
