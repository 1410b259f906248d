// Current activity, the activity of today, and problems.

import { statistics } from '../../api/live.js';
import { useStore } from '../../api/store.js';
import type { Overview, Tally } from '../../api/types.js';
import { useFetch, useInterval } from '../../api/use-fetch.js';
import { Card, Loading, Problem } from '../../components/card.js';
import { Chart, type Series } from '../../components/chart.js';
import { hrefTo } from '../../shell/location.js';
import { formatCount, formatLatency } from '../../text/format.js';
import { AttentionCard } from './attention.js';
import { ChainBadge } from './chain-badge.js';
import { Hits } from './hits.js';
import { ProxiesCard } from './proxies.js';

const outcomes = ['allow', 'log', 'prompt', 'deny'] as const;
const names: Readonly<Record<string, string>> = {
  allow: 'allowed',
  log: 'logged',
  prompt: 'approval',
  deny: 'denied',
};

const seriesOf = (tallies: readonly Tally[]): readonly Series[] =>
  outcomes.map((outcome) => ({
    name: names[outcome] as string,
    colour: outcome,
    values: tallies.map((tally) => tally[outcome] ?? 0),
  }));

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

export function OverviewPage() {
  const { data, error, reload } = useFetch<Overview>('/api/overview');
  const live = useStore(statistics);
  useInterval(reload, 10_000);
  const now = Math.floor(Date.now() / 1000);
  const lastSeconds = live?.perSecond.slice(-11, -1) ?? [];
  const rate = lastSeconds.reduce((sum, tally) => sum + total(tally), 0) / Math.max(1, lastSeconds.length);
  return (
    <div class="grid gap-3 lg:gap-4">
      <Problem message={error} />
      <div class="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        <Figure
          name="Decisions per second"
          value={rate < 10 ? rate.toFixed(1) : formatCount(Math.round(rate))}
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
          note={`${formatCount(data?.totals.redacted ?? 0)} redacted`}
          tone={(data?.totals.findings ?? 0) > 0 ? 'text-finding' : ''}
          href={hrefTo('threats')}
        />
      </div>
      <div class="grid gap-3 lg:grid-cols-3 lg:gap-4">
        <Card title="Decisions now" hint="per second, the last minute" class="lg:col-span-2">
          <Chart
            label="Decisions per second"
            times={Array.from({ length: 60 }, (_, index) => now - 59 + index)}
            series={seriesOf(live?.perSecond ?? Array.from({ length: 60 }, () => ({})))}
          />
        </Card>
        <AttentionCard items={data?.attention} />
      </div>
      <div class="grid gap-3 lg:grid-cols-3 lg:gap-4">
        <Card
          title="The last 24 hours"
          hint="decisions by outcome"
          actions={<ChainBadge />}
          class="lg:col-span-2"
        >
          {data === undefined ? (
            <Loading height="h-52" />
          ) : (
            <Chart
              label="Decisions over time"
              times={data.chart.map(({ time }) => Date.parse(time) / 1000)}
              series={seriesOf(data.chart.map(({ decisions }) => decisions))}
            />
          )}
        </Card>
        <ProxiesCard overview={data} />
      </div>
      <div class="grid gap-3 lg:grid-cols-3 lg:gap-4">
        <Card title="Denials over time" hint="the last 24 hours">
          {data === undefined ? (
            <Loading height="h-52" />
          ) : (
            <Chart
              label="Denials over time"
              times={data.chart.map(({ time }) => Date.parse(time) / 1000)}
              series={[
                {
                  name: 'denied',
                  colour: 'deny',
                  values: data.chart.map(({ decisions }) => decisions['deny'] ?? 0),
                },
              ]}
            />
          )}
        </Card>
        <Hits
          title="Rules"
          parameter="rule"
          hits={data?.rules}
          empty="No rule has decided a call in the last 24 hours."
        />
        <Hits
          title="Tools"
          parameter="tool"
          hits={data?.tools}
          empty="No tool was called in the last 24 hours."
        />
      </div>
    </div>
  );
}

const total = (tally: Tally): number => Object.values(tally).reduce((sum, count) => sum + count, 0);
