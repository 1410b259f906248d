// Shows the live feed, and searches all logged events.

import { useEffect, useRef, useState } from 'preact/hooks';
import { useStore } from '../../api/store.js';
import { Command, Empty, Loading, Problem } from '../../components/card.js';
import { Button } from '../../components/controls.js';
import { Icon } from '../../components/icons.js';
import { useShortcuts } from '../../shell/keyboard.js';
import { changeParameters, place } from '../../shell/location.js';
import { pluralize } from '../../text/format.js';
import { Detail } from './detail.js';
import { EventRow } from './event-row.js';
import { readFilter } from './filter.js';
import { FilterBar } from './filter-bar.js';
import { type EventGroup, groupEvents, idOf } from './group.js';
import { useFeed } from './use-feed.js';

/** Shows the events page, which highlights events that arrived after it was opened. */
export function EventsPage() {
  const { parameters } = useStore(place);
  const [opened] = useState(() => new Date().toISOString());
  const [isPaused, setPaused] = useState(false);
  const filter = readFilter(parameters);
  const { events, error, waiting, hasMore, loadMore, refresh } = useFeed(filter, isPaused);
  const groups = groupEvents(events ?? []);
  const shown = parameters.get('event') ?? undefined;
  const isShown = ({ ids }: EventGroup) => shown !== undefined && ids.includes(shown);
  const show = (id: string | undefined) => changeParameters({ event: id });
  const list = useRef<HTMLUListElement>(null);
  // The keyboard may choose a row outside the window, and rows become higher beside an open event.
  useEffect(
    () => list.current?.querySelector('[aria-expanded="true"]')?.scrollIntoView({ block: 'nearest' }),
    [shown],
  );
  const resume = () => {
    setPaused(false);
    if (isPaused) refresh();
  };
  const step = (by: number) => () => {
    const at = groups.findIndex(isShown);
    const next = groups[Math.max(0, Math.min(groups.length - 1, at + by))];
    if (next !== undefined) show(idOf(next.event));
  };
  useShortcuts({
    p: () => (isPaused ? resume() : setPaused(true)),
    j: step(1),
    ArrowDown: step(1),
    ArrowUp: step(-1),
    Escape: () => show(undefined),
  });
  return (
    <div class="grid gap-3">
      <FilterBar filter={filter} />
      <Problem message={error} />
      <div class="flex items-start gap-4">
        <section class="card @container min-w-0 flex-1 overflow-hidden" aria-label="Events">
          <header class="flex min-h-12 items-center gap-3 border-b border-line px-3">
            <h2 class="font-semibold">Events</h2>
            <p class="min-w-0 truncate text-xs text-muted" role="status">
              {isPaused
                ? `paused; ${pluralize(waiting, 'new event')}`
                : filter.q === undefined
                  ? 'new events appear at the top'
                  : 'found in the log'}
            </p>
            <span class="ml-auto flex gap-2">
              {filter.q !== undefined && (
                <Button small onClick={refresh}>
                  Search again
                </Button>
              )}
              <Button small title="Press p" onClick={isPaused ? resume : () => setPaused(true)}>
                <Icon name={isPaused ? 'play' : 'pause'} class="size-4" />
                {isPaused ? 'Resume' : 'Pause'}
              </Button>
            </span>
          </header>
          {events === undefined ? (
            <div class="p-3">
              <Loading height="h-96" />
            </div>
          ) : groups.length === 0 ? (
            <Nothing isFiltered={Object.keys(filter).length > 0} />
          ) : (
            <ul id="events" ref={list} class="divide-y divide-line">
              {groups.map((group) => (
                <EventRow
                  key={group.key}
                  group={group}
                  isOpen={isShown(group)}
                  isNew={group.event.time > opened}
                  onOpen={() => show(isShown(group) ? undefined : idOf(group.event))}
                />
              ))}
            </ul>
          )}
          {hasMore && events !== undefined && (
            <div class="border-t border-line p-3 text-center">
              <Button onClick={loadMore}>Show older events</Button>
            </div>
          )}
        </section>
        {shown !== undefined && <Detail key={shown} id={shown} onClose={() => show(undefined)} />}
      </div>
    </div>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty icon="search" title="No event matches">
      Change or clear the filter. In the address of this page, <Command>*</Command> stands for any text, for
      example <Command>tool=read_*</Command>.
    </Empty>
  ) : (
    <Empty icon="events" title="No events yet">
      Calls through a proxy appear here. Run <Command>clawdefender wrap --all</Command> and restart your
      client, or try <Command>clawdefender proxy -- npx -y @modelcontextprotocol/server-filesystem .</Command>
    </Empty>
  );
