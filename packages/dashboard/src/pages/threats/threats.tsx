// Shows the findings of the detectors over time, by kind, by server, and as chains of calls.

import type { Threats } from '../../api/types.js';
import { useFetch, useInterval } from '../../api/use-fetch.js';
import { Card, Command, Empty, Loading, Problem } from '../../components/card.js';
import { Chart } from '../../components/chart.js';
import { Badge } from '../../components/controls.js';
import { hrefTo } from '../../shell/location.js';
import { formatCount } from '../../text/format.js';
import { lookUp } from '../../text/look-up.js';
import { ChainGraph } from './chain-graph.js';

/** The colours of the kinds of findings. They differ from those of decisions. */
const colours = ['kind-1', 'kind-2', 'kind-3', 'kind-4', 'kind-5', 'kind-6', 'muted'];

export function ThreatsPage() {
  const { data, error, reload } = useFetch<Threats>('/api/threats');
  useInterval(reload, 10_000);
  if (data === undefined)
    return error === undefined ? <Loading height="h-96" /> : <Problem message={error} />;
  const { chart, kinds, servers, chains } = data;
  return (
    <div class="grid gap-3 lg:gap-4">
      <Card title="Detections over time" hint="the last 7 days, by kind">
        {kinds.length === 0 ? (
          <Empty icon="threats" title="Nothing was detected">
            Prompt injections, secrets, poisoned tool descriptions and attempts to exfiltrate data appear
            here. Try a text with{' '}
            <Command>echo "ignore all previous instructions" | clawdefender detect</Command>
          </Empty>
        ) : (
          <Chart
            label="Detections"
            height={180}
            times={chart.map(({ time }) => Date.parse(time) / 1000)}
            series={kinds.map(({ kind }, index) => ({
              name: kind,
              colour: colours[Math.min(index, colours.length - 1)] as string,
              values: chart.map(({ findings }) => lookUp(findings, kind) ?? 0),
            }))}
          />
        )}
      </Card>
      {servers.length > 0 && (
        <Card title="By server" hint="where findings occurred; select a number to see its events">
          <ul class="grid gap-3 md:hidden">
            {servers.map(({ server, findings }) => (
              <li key={server}>
                <b class="untrusted">{server}</b>
                <p class="mt-1 flex flex-wrap gap-2">
                  {kinds
                    .filter(({ kind }) => (lookUp(findings, kind) ?? 0) > 0)
                    .map(({ kind, parameter }) => (
                      <a key={kind} href={hrefTo('events', { server, [parameter]: kind })}>
                        <Badge tone="finding">
                          {kind} {formatCount(lookUp(findings, kind) ?? 0)}
                        </Badge>
                      </a>
                    ))}
                </p>
              </li>
            ))}
          </ul>
          <div
            class="hidden overflow-x-auto md:block"
            tabIndex={0}
            role="region"
            aria-label="Detections by server"
          >
            <table class="w-full table-fixed text-left" style={{ minWidth: `${10 + 6.5 * kinds.length}rem` }}>
              <thead class="text-xs text-muted">
                <tr>
                  <th class="py-1.5 pr-4 font-medium">Server</th>
                  {kinds.map(({ kind }) => (
                    <th key={kind} class="untrusted py-1.5 pr-4 text-right font-medium">
                      {kind}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody class="divide-y divide-line">
                {servers.map(({ server, findings }) => (
                  <tr key={server}>
                    <th class="untrusted py-2 pr-4 font-semibold">{server}</th>
                    {kinds.map(({ kind, parameter }) => (
                      <td key={kind} class="py-2 pr-4 text-right tabular-nums">
                        {(lookUp(findings, kind) ?? 0) === 0 ? (
                          <span class="text-muted">0</span>
                        ) : (
                          <a
                            class="font-semibold text-finding underline"
                            href={hrefTo('events', { server, [parameter]: kind })}
                          >
                            {formatCount(lookUp(findings, kind) ?? 0)}
                          </a>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Card>
      )}
      <Card title="Attack chains" hint="calls that are individually harmless">
        {chains.length === 0 ? (
          <Empty icon="chain" title="No chain was detected">
            If one call reads a secret and a later call sends it, the chain of calls appears here as a graph.
          </Empty>
        ) : (
          <ul id="chains" class="grid gap-4">
            {chains.map((chain) => (
              <ChainGraph key={`${chain.nodes.at(-1)?.session} ${chain.nodes.at(-1)?.seq}`} chain={chain} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  );
}
