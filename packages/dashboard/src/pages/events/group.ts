// Groups equal events into one line with a count, so that many events remain readable: adjacent events always, and all
// events within a few seconds while there are many.

import type { EventSummary } from '../../api/types.js';

export interface EventGroup {
  readonly key: string;
  /** The newest event. */
  readonly event: EventSummary;
  /** All events of the group. */
  readonly ids: readonly string[];
  /** True if its events differ in their target; the target of the newest event is shown. */
  readonly isMixed: boolean;
}

export const idOf = ({ session, seq }: Pick<EventSummary, 'session' | 'seq'>): string => `${session}.${seq}`;

const groupKey = ({
  kind,
  server,
  tool,
  method,
  decision,
  rule,
  findings,
  marks,
  state,
}: EventSummary): string =>
  JSON.stringify([kind, server, tool, method, decision, rule, findings, marks, state]);

const spanMilliseconds = 5000;
/** The number of events in one span above which their number is more important than their order. */
const manyEvents = 25;

const spanOf = ({ time }: EventSummary): number => Math.floor(Date.parse(time) / spanMilliseconds);

interface Growing {
  readonly groupKey: string;
  readonly event: EventSummary;
  readonly ids: string[];
  oldest: EventSummary;
  isMixed: boolean;
}

/** Input and output are sorted newest first. */
export function groupEvents(events: readonly EventSummary[]): readonly EventGroup[] {
  const spans: EventSummary[][] = [];
  for (const event of events) {
    const last = spans.at(-1);
    if (last?.[0] !== undefined && spanOf(last[0]) === spanOf(event)) last.push(event);
    else spans.push([event]);
  }
  const groups: Growing[] = [];
  for (const span of spans) {
    if (span.length > manyEvents) groups.push(...groupAll(span));
    else for (const event of span) if (!joins(groups.at(-1), event)) groups.push(begin(event));
  }
  // The oldest event identifies a group that grows at its top, so its line stays in place.
  return groups.map(({ event, ids, oldest, isMixed }) => ({ key: idOf(oldest), event, ids, isMixed }));
}

/** Sorted by the oldest event of each group: only new kinds of events move lines. */
function groupAll(span: readonly EventSummary[]): readonly Growing[] {
  const groups = new Map<string, Growing>();
  for (const event of span)
    if (!joins(groups.get(groupKey(event)), event)) groups.set(groupKey(event), begin(event));
  const place = new Map(span.map((event, index) => [event, index]));
  return [...groups.values()].sort((left, right) => indexIn(place, left) - indexIn(place, right));
}

const indexIn = (place: ReadonlyMap<EventSummary, number>, { oldest }: Growing): number =>
  place.get(oldest) ?? 0;

const begin = (event: EventSummary): Growing => ({
  groupKey: groupKey(event),
  event,
  ids: [idOf(event)],
  oldest: event,
  isMixed: false,
});

/** Adds an older event to a group of equal ones. */
function joins(group: Growing | undefined, event: EventSummary): boolean {
  if (group === undefined || group.groupKey !== groupKey(event)) return false;
  group.ids.push(idOf(event));
  group.oldest = event;
  group.isMixed ||= event.target !== group.event.target;
  return true;
}
