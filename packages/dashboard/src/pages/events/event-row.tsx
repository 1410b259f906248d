// Shows one line of the list: time, client, action and reason.

import type { EventSummary } from '../../api/types.js';
import { Badge, Decision } from '../../components/controls.js';
import { Coded } from '../../text/coded.js';
import { formatCount } from '../../text/format.js';
import { lookUp } from '../../text/look-up.js';
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
  tool ?? (kind === 'decision' || kind === 'reply' ? (method ?? kind) : (lookUp(kindWords, kind) ?? kind));

/** The maximum number of badges; the detail view shows all findings. */
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

/** True if the reason already contains the name of the rule, as most reasons do. */
const namesRule = ({ rule = '', reason = '' }: EventSummary): boolean =>
  rule === 'default' || reason.includes(`\`${rule}\``);

export const EventRow = ({ group: { event, ids, isMixed }, isOpen, isNew, onOpen }: EventRowProps) => (
  <li class={isNew ? 'arrives' : ''}>
    <button
      type="button"
      onClick={onOpen}
      aria-expanded={isOpen}
      class={`grid w-full scroll-mt-16 scroll-mb-24 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-l-3 px-3 py-2 text-left @4xl:grid-cols-[6.5rem_5.5rem_minmax(0,1fr)_minmax(0,1fr)] ${isOpen ? 'bg-raised' : 'hover:bg-raised/60'} ${event.decision === 'deny' ? 'border-deny' : event.findings !== undefined ? 'border-finding' : 'border-transparent'}`}
    >
      <Time
        iso={event.time}
        class="col-start-2 row-start-2 self-start text-xs text-muted @4xl:col-start-1 @4xl:row-start-1 @4xl:self-center"
      />
      <span class="col-start-2 row-start-1 justify-self-end @4xl:justify-self-start">
        <Decision value={event.decision ?? event.state} />
      </span>
      <span class="untrusted col-start-1 row-span-2 row-start-1 min-w-0 @4xl:col-start-3 @4xl:row-span-1">
        <span class="flex min-w-0 items-baseline gap-2">
          <b class="min-w-0 shrink-0 truncate max-w-full">{describe(event)}</b>
          {ids.length > 1 && (
            <span class="shrink-0 text-xs text-muted tabular-nums">× {formatCount(ids.length)}</span>
          )}
          {event.target !== undefined && (
            <span class="min-w-0 truncate font-mono text-xs" title={event.target}>
              {event.target}
              {isMixed && ', …'}
            </span>
          )}
        </span>
        <span class="block truncate text-xs text-muted">
          {event.server}
          {event.client === undefined ? '' : ` · ${event.client}`}
        </span>
      </span>
      <span class="untrusted col-span-2 flex min-w-0 flex-wrap items-center gap-1.5 text-xs text-muted @4xl:col-span-1 @4xl:col-start-4">
        <Marks event={event} />
        {event.rule !== undefined && !namesRule(event) && (
          <code class="font-mono text-ink">{event.rule}</code>
        )}
        <span class="line-clamp-1">
          <Coded text={event.reason} />
        </span>
      </span>
    </button>
  </li>
);
