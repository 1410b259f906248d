// The page of a gateway: its proxies with their rules, keys, resources and bans.

import type { GatewayBan, GatewayKey, GatewayProxy, GatewayResource, Page } from '../../api/gateway-types.js';
import { useStore } from '../../api/store.js';
import { useFetch, useInterval } from '../../api/use-fetch.js';
import { Loading, Problem } from '../../components/card.js';
import { Tabs } from '../../components/tabs.js';
import { gatewayOrigin } from '../../shell/gateway-store.js';
import { place } from '../../shell/location.js';
import { Bans } from './bans.js';
import { Keys } from './keys.js';
import { Proxies } from './proxies.js';
import { Resources } from './resources.js';

/** The maximum page size of the API. */
const limit = 500;
const refreshMilliseconds = 5000;

const listPath = (name: string): string => `/api/${name}?limit=${limit}`;

export function GatewayPage() {
  const { parameters } = useStore(place);
  const origin = useStore(gatewayOrigin);
  const proxies = useFetch<Page<GatewayProxy>>(listPath('mcp'));
  const keys = useFetch<Page<GatewayKey>>(listPath('keys'));
  const resources = useFetch<Page<GatewayResource>>(listPath('resources'));
  const bans = useFetch<Page<GatewayBan>>(listPath('bans'));
  const all = [proxies, keys, resources, bans];
  const reload = () => {
    for (const list of all) list.reload();
  };
  useInterval(reload, refreshMilliseconds);
  const problem = all.find(({ error }) => error !== undefined)?.error;
  if (
    proxies.data === undefined ||
    keys.data === undefined ||
    resources.data === undefined ||
    bans.data === undefined ||
    typeof origin !== 'string'
  )
    // The tabs are not shown without their numbers, because they would move when the numbers arrive.
    return problem === undefined ? <Loading height="h-96" /> : <Problem message={problem} />;
  const tabs = [
    { id: 'proxies', name: 'Proxies', count: proxies.data.total },
    { id: 'keys', name: 'Keys', count: keys.data.total },
    { id: 'resources', name: 'Resources', count: resources.data.total },
    { id: 'bans', name: 'Bans', count: bans.data.total },
  ];
  const current = parameters.get('tab') ?? 'proxies';
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div class="flex flex-wrap items-center gap-3">
        <Tabs label="Gateway" current={current} tabs={tabs} />
        <p class="flex min-w-0 items-center gap-2 text-xs text-muted">
          Callers connect to <code class="untrusted truncate font-mono text-ink">{origin}/mcp/NAME</code>
        </p>
      </div>
      <Problem message={problem} />
      {current === 'keys' ? (
        <Keys keys={keys.data} proxies={proxies.data.items} onChanged={reload} />
      ) : current === 'resources' ? (
        <Resources resources={resources.data} proxies={proxies.data.items} onChanged={reload} />
      ) : current === 'bans' ? (
        <Bans bans={bans.data} proxies={proxies.data.items} onChanged={reload} />
      ) : (
        <Proxies proxies={proxies.data} origin={origin} onChanged={reload} />
      )}
    </div>
  );
}
