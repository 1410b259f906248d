// Shows the most frequent rules or tools as bars, with the denied part in red. Each bar links to its events.

import type { Hits as Hit } from '../../api/types.js';
import { Card } from '../../components/card.js';
import { hrefTo } from '../../shell/location.js';
import { formatCount } from '../../text/format.js';
import { Body } from './body.js';

interface HitsProps {
  title: string;
  parameter: 'rule' | 'tool';
  hits: readonly Hit[] | undefined;
  empty: string;
}

export const Hits = ({ title, parameter, hits, empty }: HitsProps) => (
  <Card title={title} hint="the last 24 hours, denied in red">
    <Body data={hits} list={title}>
      {(shown) =>
        shown.length === 0 ? (
          <p class="py-6 text-center text-muted">{empty}</p>
        ) : (
          <ol class="grid gap-2.5">
            {shown.slice(0, 7).map(({ name, count, denied }) => (
              <li key={name}>
                <a href={hrefTo('events', { [parameter]: name })} class="group block">
                  <span class="flex items-baseline gap-2">
                    <span class="untrusted min-w-0 flex-1 truncate font-mono text-xs group-hover:underline">
                      {name}
                    </span>
                    <b class="text-xs tabular-nums">{formatCount(count)}</b>
                  </span>
                  <span class="mt-1 flex h-1.5 overflow-hidden rounded-full bg-raised">
                    <i class="bg-deny" style={{ width: `${share(denied, shown)}%` }} />
                    <i class="bg-accent" style={{ width: `${share(count - denied, shown)}%` }} />
                  </span>
                </a>
              </li>
            ))}
          </ol>
        )
      }
    </Body>
  </Card>
);

/** Returns the length of a bar in percent of the longest bar. */
const share = (count: number, hits: readonly Hit[]): number =>
  (100 * count) / Math.max(1, ...hits.map((hit) => hit.count));
