import { describe, expect, test } from 'vitest';
import type { EventSummary } from '../../api/types.js';
import { groupEvents } from './group.js';

const start = Date.UTC(2026, 0, 1);

/** Events of one session, `every` milliseconds apart, newest first. */
const eventsOf = (tools: readonly string[], every: number): readonly EventSummary[] =>
  tools
    .map((tool, index) => ({
      session: 's',
      seq: index + 1,
      time: new Date(start + index * every).toISOString(),
      kind: 'decision',
      server: 'notes',
      tool,
      target: `/srv/${index % 2}`,
      decision: 'allow',
    }))
    .reverse();

const shown = (events: readonly EventSummary[]) =>
  groupEvents(events).map(({ event, ids }) => `${event.tool} ${ids.length}`);

describe('the lines of a list of events', () => {
  test('equal neighbours are one line, and order is kept', () => {
    expect(shown(eventsOf(['a', 'a', 'b', 'a'], 1000))).toEqual(['a 1', 'b 1', 'a 2']);
  });

  test('of many events in a few seconds, all equal ones are one line, in order of their first', () => {
    const tools = Array.from({ length: 300 }, (_, index) => ['a', 'b', 'c'][index % 3] as string);
    expect(shown(eventsOf(tools, 10))).toEqual(['c 100', 'b 100', 'a 100']);
    // More events than that move no line.
    expect(shown(eventsOf([...tools, 'a', 'd'], 10))).toEqual(['d 1', 'c 100', 'b 100', 'a 101']);
  });

  test('many events are told apart by the span of time', () => {
    const tools = Array.from({ length: 100 }, () => ['a', 'b']).flat();
    expect(shown(eventsOf(tools, 50))).toEqual(['b 50', 'a 50', 'b 50', 'a 50']);
  });

  test('a line names the target of its newest event, and knows if there are others', () => {
    const [same] = groupEvents(eventsOf(['a'], 1000));
    const [mixed] = groupEvents(eventsOf(['a', 'a'], 1000));
    expect([same?.event.target, same?.isMixed]).toEqual(['/srv/0', false]);
    expect([mixed?.event.target, mixed?.isMixed, mixed?.key]).toEqual(['/srv/1', true, 's.1']);
  });
});
