// One line of the list: time, client, action and reason.

import type { EventSummary } from '../../api/types.js';
import { Badge, Decision } from '../../components/controls.js';
import { Coded } from '../../text/coded.js';
import { formatCount } from '../../text/format.js';
import { Time } from '../../text/time.js';
import type { EventGroup } from './group.js';

const kindWords: Readonly<Record<string, string>> = {
  session_start: 'proxy started',
  session_end: 'proxy ended',
  gap: 'records missing',
  report: 'report',
  reply: 'response',
  approval: 'approval',
};

export const describe = ({ kind, method, tool }: EventSummary): string =>
  tool ?? (kind === 'decision' || kind === 'reply' ? (method ?? kind) : (kindWords[kind] ?? kind));

/** The detail view shows all of them. */
const maxFindings = 3;

const Marks = ({ event }: { event: EventSummary }) => (
  <>
    {event.kind === 'reply' && <Badge>response</Badge>}
    {event.direction === 'server-to-client' && event.kind === 'decision' && <Badge>from server</Badge>}
    {event.marks?.map((mark) => (
      <Badge key={mark} tone={mark === 'redacted' ? 'finding' : mark === 'approval' ? 'prompt' : undefined}>
        {mark}
      </Badge>
    ))}
    {event.findings?.slice(0, maxFindings).map((name) => (
      <Badge key={name} tone="finding">
        {name}
      </Badge>
    ))}
    {(event.findings?.length ?? 0) > maxFindings && (
      <Badge tone="finding">+{(event.findings?.length ?? 0) - maxFindings}</Badge>
    )}
  </>
);

interface EventRowProps {
  group: EventGroup;
  isOpen: boolean;
  isNew: boolean;
  onOpen: () => void;
}

export const EventRow = ({ group: { event, count }, isOpen, isNew, onOpen }: EventRowProps) => (
  <li class={isNew ? 'arrives' : ''}>
    <button
      type="button"
      onClick={onOpen}
      aria-expanded={isOpen}
      class={`grid w-full grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 border-l-3 px-3 py-2 text-left @3xl:grid-cols-[6.5rem_6rem_minmax(0,15rem)_1fr] ${isOpen ? 'bg-raised' : 'hover:bg-raised/60'} ${event.decision === 'deny' ? 'border-deny' : event.findings !== undefined ? 'border-finding' : 'border-transparent'}`}
    >
      <Time iso={event.time} class="text-xs text-muted" />
      <span class="justify-self-end @3xl:justify-self-start">
        <Decision value={event.decision ?? event.state} />
      </span>
      <span class="untrusted col-span-2 min-w-0 @3xl:col-span-1">
        <b class="block truncate">
          {describe(event)}
          {count > 1 && <span class="ml-2 text-xs text-muted tabular-nums">× {formatCount(count)}</span>}
        </b>
        <span class="block truncate text-xs text-muted">
          {event.server}
          {event.client === undefined ? '' : ` · ${event.client}`}
        </span>
      </span>
      <span class="untrusted col-span-2 flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-muted @3xl:col-span-1">
        <Marks event={event} />
        {event.rule !== undefined && event.rule !== 'default' && (
          <code class="font-mono text-ink">{event.rule}</code>
        )}
        <span class="line-clamp-1">
          <Coded text={event.reason} />
        </span>
      </span>
    </button>
  </li>
);
