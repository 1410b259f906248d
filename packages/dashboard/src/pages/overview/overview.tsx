// Shows the current activity, the activity of the last day, and problems.

import { statistics } from '../../api/live.js';
import { useStore } from '../../api/store.js';
import type { Overview, Statistics, Tally } from '../../api/types.js';
import { useFetch, useInterval } from '../../api/use-fetch.js';
import { Card, Problem } from '../../components/card.js';
import { Chart, type Series } from '../../components/chart.js';
import { AttentionCard } from './attention.js';
import { Body } from './body.js';
import { ChainBadge } from './chain-badge.js';
import { Figures } from './figures.js';
import { Hits } from './hits.js';
import { ProxiesCard } from './proxies.js';

const outcomes = ['allow', 'log', 'prompt', 'deny'] as const;
const names: Readonly<Record<string, string>> = {
  allow: 'allowed',
  log: 'logged',
  prompt: 'approval required',
  deny: 'denied',
};

const seriesOf = (tallies: readonly Tally[]): readonly Series[] =>
  outcomes.map((outcome) => ({
    name: names[outcome] as string,
    colour: outcome,
    values: tallies.map((tally) => tally[outcome] ?? 0),
  }));

const timesOf = (chart: Overview['chart']): readonly number[] =>
  chart.map(({ time }) => Date.parse(time) / 1000);

const nothingYet: Pick<Statistics, 'perSecond'> = { perSecond: Array.from({ length: 60 }, () => ({})) };

export function OverviewPage() {
  const { data, error, reload } = useFetch<Overview>('/api/overview');
  const live = useStore(statistics);
  useInterval(reload, 10_000);
  const now = Math.floor(Date.now() / 1000);
  return (
    <div class="grid gap-3 lg:gap-4">
      <Problem message={error} />
      <Figures live={live} data={data} />
      <div class="grid gap-3 lg:grid-cols-3 lg:gap-4">
        <Card title="Decisions now" hint="per second, the last minute" class="lg:col-span-2">
          <Body data={live ?? nothingYet}>
            {({ perSecond }) => (
              <Chart
                label="Decisions per second"
                times={Array.from({ length: 60 }, (_, index) => now - 59 + index)}
                series={seriesOf(perSecond)}
              />
            )}
          </Body>
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
          <Body data={data?.chart}>
            {(chart) => (
              <Chart
                label="Decisions over time"
                times={timesOf(chart)}
                series={seriesOf(chart.map(({ decisions }) => decisions))}
              />
            )}
          </Body>
        </Card>
        <ProxiesCard overview={data} />
      </div>
      <div class="grid gap-3 lg:grid-cols-3 lg:gap-4">
        <Card title="Denials over time" hint="the last 24 hours">
          <Body data={data?.chart}>
            {(chart) => (
              <Chart
                label="Denials over time"
                times={timesOf(chart)}
                series={[
                  {
                    name: 'denied',
                    colour: 'deny',
                    values: chart.map(({ decisions }) => decisions['deny'] ?? 0),
                  },
                ]}
              />
            )}
          </Body>
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
