// Shows the figures at the top of the overview: the current rate and latency, and the counts of the last day.

import type { Overview, Statistics, Tally } from '../../api/types.js';
import { hrefTo } from '../../shell/location.js';
import { formatCount, formatLatency } from '../../text/format.js';

/** Values that are not known yet are shown as 0 or as missing. */
export function Figures({ live, data }: { live: Statistics | undefined; data: Overview | undefined }) {
  const lastSeconds = live?.perSecond.slice(-11, -1) ?? [];
  const rate = lastSeconds.reduce((sum, tally) => sum + total(tally), 0) / Math.max(1, lastSeconds.length);
  return (
    <div class="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      <Figure
        name="Decisions per second"
        value={rate > 0 && rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))}
        note="last 10 seconds"
        href={hrefTo('events')}
      />
      <Figure
        name="Added latency, p50"
        value={formatLatency(live?.p50 ?? data?.latency.p50)}
        href={hrefTo('events')}
        note={live?.p50 != null ? 'last minute' : 'last 24 hours'}
      />
      <Figure
        name="Added latency, p95"
        value={formatLatency(live?.p95 ?? data?.latency.p95)}
        href={hrefTo('events')}
        note={live?.p95 != null ? 'last minute' : 'last 24 hours'}
      />
      <Figure
        name="Decisions"
        value={formatCount(total(data?.totals.decisions ?? {}))}
        href={hrefTo('events')}
        note="last 24 hours"
      />
      <Figure
        name="Denied"
        value={formatCount(data?.totals.decisions['deny'] ?? 0)}
        note="last 24 hours"
        tone={(data?.totals.decisions['deny'] ?? 0) > 0 ? 'text-deny' : ''}
        href={hrefTo('events', { decision: 'deny' })}
      />
      <Figure
        name="Detections"
        value={formatCount(data?.totals.findings ?? 0)}
        note={`${formatCount(data?.totals.secrets ?? 0)} with secrets`}
        tone={(data?.totals.findings ?? 0) > 0 ? 'text-finding' : ''}
        href={hrefTo('threats')}
      />
    </div>
  );
}

const Figure = ({
  name,
  value,
  note,
  tone = '',
  href,
}: {
  name: string;
  value: string;
  note: string;
  tone?: string;
  href: string;
}) => (
  <a href={href} class="card block px-4 py-3 hover:bg-raised">
    <p class="text-xs font-medium text-muted">{name}</p>
    <p class={`mt-0.5 text-2xl font-bold tabular-nums tracking-tight ${tone}`}>{value}</p>
    <p class="text-xs text-muted">{note}</p>
  </a>
);

const total = (tally: Tally): number => Object.values(tally).reduce((sum, count) => sum + count, 0);
