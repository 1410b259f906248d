// Shows the upstream servers behind the gateway.

import { useState } from 'preact/hooks';
import type { GatewayProxy, Page } from '../../api/gateway-types.js';
import { Empty } from '../../components/card.js';
import { ListHead, More } from './list.js';
import { ProxyCard } from './proxy-card.js';
import { ProxyForm } from './proxy-form.js';

interface ProxiesProps {
  proxies: Page<GatewayProxy>;
  origin: string;
  onChanged: () => void;
}

export function Proxies({ proxies, origin, onChanged }: ProxiesProps) {
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <ListHead create="New proxy" onCreate={() => setCreating(true)}>
        A proxy puts the firewall in front of one remote MCP server.
      </ListHead>
      {proxies.items.length === 0 ? (
        <div class="card">
          <Empty icon="gateway" title="No proxies yet">
            Create a proxy with the URL of an MCP server, then create a key. Callers send the key to the
            address of the proxy.
          </Empty>
        </div>
      ) : (
        <ul id="proxies" class="grid gap-3">
          {proxies.items.map((proxy) => (
            <ProxyCard key={proxy.id} proxy={proxy} origin={origin} onChanged={onChanged} />
          ))}
        </ul>
      )}
      <More list={proxies} />
      {isCreating && <ProxyForm onSaved={onChanged} onClose={() => setCreating(false)} />}
    </>
  );
}
