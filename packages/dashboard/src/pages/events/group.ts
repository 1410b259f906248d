// Groups equal events into one line with a count, so that many events remain readable. Adjacent events are always
// grouped; if there are many events within a few seconds, all equal events of that time are grouped.

import type { EventSummary } from '../../api/types.js';

export interface EventGroup {
  readonly key: string;
  /** The newest event. */
  readonly event: EventSummary;
  /** The ids of all events in the group. */
  readonly ids: readonly string[];
  /** True if the events have different targets; the target of the newest event is shown. */
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
  reason,
}: EventSummary): string => {
  // Only the reason distinguishes reports, such as changes to the records of a gateway.
  const text = kind === 'report' ? reason : undefined;
  return JSON.stringify([kind, server, tool, method, decision, rule, findings, marks, state, text]);
};

const spanMilliseconds = 5000;
/**
 * If a time span contains more events than this, all equal events in it are grouped, although that changes their order.
 */
const manyEvents = 25;

const spanOf = ({ time }: EventSummary): number => Math.floor(Date.parse(time) / spanMilliseconds);

interface Growing {
  readonly groupKey: string;
  readonly event: EventSummary;
  readonly ids: string[];
  oldest: EventSummary;
  isMixed: boolean;
}

/** Groups events. Input and output are sorted newest first. */
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
  // A group is identified by its oldest event. New events are added at the top, so the line keeps its identity.
  return groups.map(({ event, ids, oldest, isMixed }) => ({ key: idOf(oldest), event, ids, isMixed }));
}

/**
 * Groups all equal events of a time span. The groups are sorted by their oldest event, so that lines move only when a
 * new kind of event appears.
 */
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

/** Adds an older event to a group if it is equal to the events of the group; returns whether it was added. */
function joins(group: Growing | undefined, event: EventSummary): boolean {
  if (group === undefined || group.groupKey !== groupKey(event)) return false;
  group.ids.push(idOf(event));
  group.oldest = event;
  group.isMixed ||= event.target !== group.event.target;
  return true;
}
