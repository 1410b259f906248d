// Provides the events of the list: live events, followed by pages of the log.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { gapVersion, onEvents } from '../../api/live.js';
import { useStore } from '../../api/store.js';
import type { EventPage, EventSummary } from '../../api/types.js';
import { admits, type Filter, queryOf } from './filter.js';
import { idOf } from './group.js';

/** The maximum number of lines in memory; older lines are read from the log again on request. */
const maxEvents = 500;
const pageSize = 100;
const drawMilliseconds = 400;
/**
 * The minimum time between two reads of the log. If there are many events, not all of them arrive live, so the list is
 * read from the log.
 */
const reloadMilliseconds = 2000;

export interface Feed {
  readonly events: readonly EventSummary[] | undefined;
  readonly error: string | undefined;
  /** The number of events that arrived while the list was paused. */
  readonly waiting: number;
  readonly hasMore: boolean;
  loadMore(): void;
  refresh(): void;
}

export function useFeed(filter: Filter, isPaused: boolean): Feed {
  const query = queryOf(filter);
  const [state, setState] = useState<{
    events?: readonly EventSummary[];
    next: string | null;
    error?: string;
  }>({ next: null });
  const [waiting, setWaiting] = useState(0);
  const [version, setVersion] = useState(0);
  const gap = useStore(gapVersion);
  const paused = useRef(isPaused);
  paused.current = isPaused;
  const shown = useRef(state.events);
  shown.current = state.events;

  useEffect(() => {
    const over = new AbortController();
    const started = performance.now();
    let isLoaded = false;
    // INVARIANT: events that were announced before the request are in its response; later events are in `arrived`.
    let arrived: EventSummary[] = [];
    let count = 0;
    let isIncomplete = false;
    setWaiting(0);
    const draw = () => {
      if (!isLoaded) return;
      if (isIncomplete && !paused.current && performance.now() - started > reloadMilliseconds) {
        setVersion((last) => last + 1);
        return;
      }
      if (count === 0) return;
      const [fresh, more] = [arrived.reverse(), count];
      [arrived, count] = [[], 0];
      if (paused.current) setWaiting((last) => last + more - countKnown(fresh, shown.current ?? []));
      else setState((last) => ({ ...last, events: merge(fresh, last.events ?? []) }));
    };
    const show = (loaded: typeof state) => {
      if (over.signal.aborted) return;
      isLoaded = true;
      shown.current = loaded.events;
      setState(loaded);
      draw();
    };
    readPage(query, over.signal).then(
      ({ items, next }) => show({ events: items, next }),
      (error: Error) => show({ events: [], next: null, error: error.message }),
    );
    const stop = onEvents((items, skipped) => {
      const wanted = items.filter((event) => admits(filter, event));
      arrived.push(...wanted);
      count += wanted.length;
      // A text search is not repeated automatically.
      if (filter.q === undefined) {
        count += skipped;
        if (skipped > 0 || arrived.length > maxEvents) isIncomplete = true;
      }
      if (arrived.length > maxEvents) arrived = arrived.slice(-maxEvents);
    });
    const timer = setInterval(draw, drawMilliseconds);
    return () => {
      over.abort();
      stop();
      clearInterval(timer);
    };
  }, [query, version, gap]);

  const { next } = state;
  const loadMore = useCallback(() => {
    if (next === null) return;
    void readPage(query, undefined, next).then(
      ({ items, next: after }) =>
        setState((last) => ({ events: [...(last.events ?? []), ...items], next: after })),
      (error: Error) => setState((last) => ({ ...last, error: error.message })),
    );
  }, [next, query]);
  const refresh = useCallback(() => setVersion((last) => last + 1), []);
  return { events: state.events, error: state.error, waiting, hasMore: next !== null, loadMore, refresh };
}

/**
 * Reads a page of events. A text search may return pages without events, so it continues until a page contains an
 * event.
 */
async function readPage(query: string, signal?: AbortSignal, cursor = ''): Promise<EventPage> {
  const path = `/api/events?${query}&limit=${pageSize}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
  const page = await request<EventPage>('GET', path, undefined, signal);
  return page.items.length === 0 && page.next !== null ? readPage(query, signal, page.next) : page;
}

/** Returns how many of the events that arrived live are in the list already. */
function countKnown(fresh: readonly EventSummary[], shown: readonly EventSummary[]): number {
  const known = new Set(shown.map(idOf));
  return fresh.filter((event) => known.has(idOf(event))).length;
}

/** Merges two lists without duplicates, because events in the log may also have arrived live. */
function merge(fresh: readonly EventSummary[], shown: readonly EventSummary[]): readonly EventSummary[] {
  const known = new Set(shown.slice(0, maxEvents).map(idOf));
  const added = fresh.filter((event) => !known.has(idOf(event)));
  return added.length === 0 ? shown : [...added, ...shown].slice(0, Math.max(maxEvents, shown.length));
}
