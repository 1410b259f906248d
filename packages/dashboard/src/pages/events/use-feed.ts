// The events of the list: pages of the log that was written, with what happens now in front of them.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { gapVersion, onEvents } from '../../api/live.js';
import { useStore } from '../../api/store.js';
import type { EventPage, EventSummary } from '../../api/types.js';
import { admits, type Filter, queryOf } from './filter.js';
import { idOf } from './group.js';

/** More lines than this are read from the log again when somebody asks for them. */
const maxEvents = 500;
const drawMilliseconds = 400;

export interface Feed {
  readonly events: readonly EventSummary[] | undefined;
  readonly error: string | undefined;
  /** How many came in while the list was paused. */
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

  useEffect(() => {
    const over = new AbortController();
    setWaiting(0);
    request<EventPage>('GET', `/api/events?${query}`, undefined, over.signal).then(
      ({ items, next }) => setState({ events: items, next }),
      (error: Error) => !over.signal.aborted && setState({ events: [], next: null, error: error.message }),
    );
    return () => over.abort();
  }, [query, version, gap]);

  useEffect(() => {
    let arrived: EventSummary[] = [];
    let skipped = 0;
    const stop = onEvents((items, more) => {
      const wanted = items.filter((event) => admits(filter, event));
      arrived.push(...wanted);
      if (arrived.length > maxEvents) arrived = arrived.slice(-maxEvents);
      skipped += wanted.length + more;
    });
    const timer = setInterval(() => {
      if (skipped === 0) return;
      if (paused.current) {
        const count = skipped;
        setWaiting((last) => last + count);
      } else if (arrived.length > 0) {
        const fresh = arrived.reverse();
        setState((last) => ({ ...last, events: merge(fresh, last.events ?? []) }));
      }
      arrived = [];
      skipped = 0;
    }, drawMilliseconds);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [query]);

  const { next } = state;
  const loadMore = useCallback(() => {
    if (next === null) return;
    void request<EventPage>('GET', `/api/events?${query}&cursor=${encodeURIComponent(next)}`).then(
      ({ items, next: after }) =>
        setState((last) => ({ events: [...(last.events ?? []), ...items], next: after })),
      (error: Error) => setState((last) => ({ ...last, error: error.message })),
    );
  }, [next, query]);
  const refresh = useCallback(() => setVersion((last) => last + 1), []);
  return { events: state.events, error: state.error, waiting, hasMore: next !== null, loadMore, refresh };
}

/** What was read from the log may have come live as well. */
function merge(fresh: readonly EventSummary[], shown: readonly EventSummary[]): readonly EventSummary[] {
  const known = new Set(shown.slice(0, maxEvents).map(idOf));
  const added = fresh.filter((event) => !known.has(idOf(event)));
  return added.length === 0 ? shown : [...added, ...shown].slice(0, Math.max(maxEvents, shown.length));
}
