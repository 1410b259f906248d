// Groups equal adjacent events into one line with a count, so that many events remain readable.

import type { EventSummary } from '../../api/types.js';

export interface EventGroup {
  readonly key: string;
  /** The newest event. */
  readonly event: EventSummary;
  readonly count: number;
}

export const idOf = ({ session, seq }: Pick<EventSummary, 'session' | 'seq'>): string => `${session}.${seq}`;

const sameness = ({
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

/** Input and output are sorted newest first. */
export function groupEvents(events: readonly EventSummary[]): readonly EventGroup[] {
  const groups: { key: string; sameness: string; event: EventSummary; count: number; oldest: string }[] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const own = sameness(event);
    if (last !== undefined && last.sameness === own) {
      last.count++;
      last.oldest = idOf(event);
    } else groups.push({ key: '', sameness: own, event, count: 1, oldest: idOf(event) });
  }
  // The oldest event identifies a group that grows at its top, so its line stays in place.
  return groups.map(({ event, count, oldest }) => ({ key: oldest, event, count }));
}
