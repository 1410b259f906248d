import { describe, expect, test } from 'vitest';
import type { EventSummary } from '../../api/types.js';
import { groupEvents } from './group.js';

const start = Date.UTC(2026, 0, 1);

/** Creates events of one session, `every` milliseconds apart, newest first. */
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
  test('adjacent equal events become one line, and the order is preserved', () => {
    expect(shown(eventsOf(['a', 'a', 'b', 'a'], 1000))).toEqual(['a 1', 'b 1', 'a 2']);
  });

  test('if there are many events in a few seconds, all equal ones become one line, in the order of their first event', () => {
    const tools = Array.from({ length: 300 }, (_, index) => ['a', 'b', 'c'][index % 3] as string);
    expect(shown(eventsOf(tools, 10))).toEqual(['c 100', 'b 100', 'a 100']);
    // Additional events do not move any line.
    expect(shown(eventsOf([...tools, 'a', 'd'], 10))).toEqual(['d 1', 'c 100', 'b 100', 'a 101']);
  });

  test('the number of events is counted separately for each time span', () => {
    const tools = Array.from({ length: 100 }, () => ['a', 'b']).flat();
    expect(shown(eventsOf(tools, 50))).toEqual(['b 50', 'a 50', 'b 50', 'a 50']);
  });

  test('reports of different changes are different lines', () => {
    const reports = ['delete proxy `a`', 'delete proxy `a`', 'delete proxy `b`'].map((reason, index) => ({
      session: 's',
      seq: index,
      time: new Date(start).toISOString(),
      kind: 'report',
      server: 'gateway',
      reason,
    }));
    expect(groupEvents(reports).map(({ event, ids }) => `${event.reason} ${ids.length}`)).toEqual([
      'delete proxy `a` 2',
      'delete proxy `b` 1',
    ]);
  });

  test('a line shows the target of its newest event, and whether there are others', () => {
    const [same] = groupEvents(eventsOf(['a'], 1000));
    const [mixed] = groupEvents(eventsOf(['a', 'a'], 1000));
    expect([same?.event.target, same?.isMixed]).toEqual(['/srv/0', false]);
    expect([mixed?.event.target, mixed?.isMixed, mixed?.key]).toEqual(['/srv/1', true, 's.1']);
  });
});
