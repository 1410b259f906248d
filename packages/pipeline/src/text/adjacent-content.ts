// Detects secrets that are split between adjacent texts by searching the joined texts as well. Each finding in joined
// text is mapped back to the texts that it spans.

import { categoryOf, type Engine, type Finding, type TextOptions } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Clock } from '../ports.js';
import { type AdjacentGroup, groupAdjacent } from './adjacent-groups.js';
import { joinAll, joinBytes, joinPairs, pairBytes } from './joined-text.js';
import { type MessageTexts, searchText, type TextFindings } from './message-texts.js';
import { TimeSlicer } from './time-slicer.js';

/** The maximum number of strings that are joined without a pause. */
const FEW = 2000;
/** Longer text is searched in slices, like a long single string. */
const SCREENED_AT_ONCE = 4 * 1024 * 1024;

/** Returns the findings, including those that span several texts. */
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

/**
 * Returns true if the joined bytes of a group may contain a finding. The texts are not decoded, because most groups
 * contain no findings.
 */
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

/** Returns true for secrets with a distinctive format, which are recognized without the preceding words. */
export const hasDistinctFormat = (finding: Finding): boolean =>
  (categoryOf(finding) === 'vendor_keys' && !finding.detector.endsWith('-by-name')) ||
  finding.detector === 'private-key' ||
  finding.detector === 'jwt';
