// Groups the strings of a response that a client or model may read as one text.

import type { Awaitable, JsonPath, StringSpan } from '@claw/jsonrpc-stream';
import { findMember, NOTHING } from './member-range.js';
import type { MessageTexts } from './message-texts.js';
import type { TimeSlicer } from './time-slicer.js';

/** Strings that are read as one text. */
export interface AdjacentGroup {
  readonly spans: readonly StringSpan[];
  /** Their total size in bytes. */
  readonly length: number;
  /** True if they are not continuous prose: only findings with a distinctive format may then span several of them. */
  readonly isUnrelated: boolean;
}

interface GrowingGroup extends AdjacentGroup {
  readonly spans: StringSpan[];
  length: number;
}

/** The members of content that clients display. */
const SHOWN = new Set<unknown>(['text', 'name', 'title', 'description', 'uri']);
/** The members that hold lists of content. */
const CONTENT = new Set<unknown>(['content', 'contents', 'messages']);
/** The maximum number of rows; only columns of small tables are likely to be read from top to bottom. */
const SMALL_TABLE = 1000;

export function groupAdjacent(spans: readonly StringSpan[], texts: MessageTexts): readonly AdjacentGroup[];
export function groupAdjacent(
  spans: readonly StringSpan[],
  texts: MessageTexts,
  pace: TimeSlicer,
): Promise<readonly AdjacentGroup[]>;
export function groupAdjacent(
  spans: readonly StringSpan[],
  texts: MessageTexts,
  pace?: TimeSlicer,
): Awaitable<readonly AdjacentGroup[]> {
  const groups = new Map<string, GrowingGroup>();
  const structured = texts.keyCounts.structuredContent > 0 ? findMember(spans, 'structuredContent') : NOTHING;
  const isTable = structured.to - structured.from <= SMALL_TABLE * 2;
  // All kinds of content except plain text have a URI.
  const hasOthers = texts.keyCounts.uri > 0;
  const place = (index: number): void => {
    const span = spans[index] as StringSpan;
    if (span.isKey) return;
    const isInside = index >= structured.from && index < structured.to;
    if (isInside) {
      add(groups, 'structured', span, true);
      if (isTable) addColumn(groups, span);
    } else if (spans[index - 1]?.isKey) addContent(groups, span, hasOthers);
  };
  const finish = () => distinct([...groups.values()].filter((group) => group.spans.length > 1));
  if (pace === undefined) {
    for (let index = 0; index < spans.length; index += 1) place(index);
    return finish();
  }
  return inSlices(spans.length, place, pace).then(finish);
}

/** Removes duplicate groups. */
function distinct(groups: readonly AdjacentGroup[]): readonly AdjacentGroup[] {
  const seen = new Set<string>();
  return groups.filter(({ spans }) => {
    const same = `${spans.length} ${spans[0]?.start} ${spans.at(-1)?.start}`;
    if (seen.has(same)) return false;
    seen.add(same);
    return true;
  });
}

async function inSlices(count: number, place: (index: number) => void, pace: TimeSlicer): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    place(index);
    const turn = pace.spend(STRING_COST);
    if (turn !== undefined) await turn;
  }
}

/** The cost of computing the path of a string, in units of searched text. */
const STRING_COST = 32;

/**
 * Adds a string to the group of the texts in its list, such as `result.content[0].text` and `result.content[1].text`,
 * and to the group of all content in that list.
 */
function addContent(groups: Map<string, GrowingGroup>, span: StringSpan, hasOthers: boolean): void {
  const { path } = span;
  const name = path.at(-1);
  if (hasOthers ? !SHOWN.has(name) : name !== 'text') return;
  const at = lastIndex(path);
  if (at === -1) return;
  const list = path.slice(0, at).join('\u0000');
  if (name === 'text')
    add(groups, `text\u0001${list}\u0001${path.slice(at + 1).join('\u0000')}`, span, false);
  if (!hasOthers || !CONTENT.has(path[at - 1])) return;
  if (name === 'text') add(groups, `texts\u0001${list}`, span, true);
  add(groups, `shown\u0001${list}`, span, true);
}

function addColumn(groups: Map<string, GrowingGroup>, span: StringSpan): void {
  const { path } = span;
  const at = lastIndex(path);
  if (at === -1) return;
  const key = `column\u0001${path.slice(0, at).join('\u0000')}\u0001${path.slice(at + 1).join('\u0000')}`;
  add(groups, key, span, true);
}

function add(groups: Map<string, GrowingGroup>, key: string, span: StringSpan, isUnrelated: boolean): void {
  const length = span.end - span.start - 2;
  // An empty text between two others does not separate them.
  if (length === 0) return;
  const group = groups.get(key);
  if (group === undefined) groups.set(key, { spans: [span], length, isUnrelated });
  else {
    group.spans.push(span);
    group.length += length;
  }
}

/** Returns the position of the last list index in the path. */
function lastIndex(path: JsonPath): number {
  for (let at = path.length - 1; at >= 0; at -= 1) if (typeof path[at] === 'number') return at;
  return -1;
}
