// Shows servers and clients, both those behind the firewall and unprotected ones.

import type { Overview } from '../../api/types.js';
import { Card, Command, Empty } from '../../components/card.js';
import { Badge } from '../../components/controls.js';
import { hrefTo } from '../../shell/location.js';
import { pluralize } from '../../text/format.js';
import { Time } from '../../text/time.js';
import { Body } from './body.js';

export const ProxiesCard = ({ overview }: { overview: Overview | undefined }) => (
  <Card title="Servers" hint={overview === undefined ? '' : hintOf(overview)} hintBelow>
    <Body data={overview} list="Servers">
      {(shown) => <Servers overview={shown} />}
    </Body>
  </Card>
);

function Servers({ overview: { proxies, unprotected } }: { overview: Overview }) {
  return (
    <>
      {proxies.length + unprotected.length === 0 && (
        <Empty icon="gateway" title="No server is running">
          Run <Command>clawdefender wrap --all</Command> so that your clients start their servers behind the
          firewall.
        </Empty>
      )}
      <ul class="divide-y divide-line">
        {proxies.map(({ server, client, pid, since, mode, decisions }) => (
          <li key={pid} class="flex items-center gap-3 py-2">
            <i class={`size-2 shrink-0 rounded-full ${mode === 'observe' ? 'bg-prompt' : 'bg-allow'}`} />
            <a href={hrefTo('events', { server })} class="min-w-0 flex-1 hover:underline">
              <b class="untrusted block truncate">{server}</b>
              <span class="untrusted block truncate text-xs text-muted">
                {client ?? 'client unknown'} · since <Time iso={since} />
              </span>
            </a>
            {mode === 'observe' && <Badge tone="prompt">observe mode</Badge>}
            <span class="text-right text-xs text-muted tabular-nums">{pluralize(decisions, 'decision')}</span>
          </li>
        ))}
        {unprotected.map(({ server, client, reason }) => (
          <li key={`${client} ${server}`} class="flex items-center gap-3 py-2" title={reason}>
            <i class="size-2 shrink-0 rounded-full bg-deny" />
            <span class="min-w-0 flex-1">
              <b class="untrusted block truncate">{server}</b>
              <span class="untrusted block truncate text-xs text-muted">{client}</span>
            </span>
            <Badge tone="deny">unprotected</Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

function hintOf({ proxies, protected: wrapped, unprotected }: Overview): string {
  const running = `${proxies.length} running`;
  const configured = wrapped + unprotected.length;
  return configured === 0 ? running : `${running}, ${wrapped} of ${configured} configured are protected`;
}
