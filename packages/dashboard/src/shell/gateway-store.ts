// Loads the gateway that serves this dashboard. The gateway page is shown only if there is one.

import { request } from '../api/client.js';
import { createStore } from '../api/store.js';

/** The URL of the gateway for callers; null without a gateway, undefined while unknown. */
export const gatewayOrigin = createStore<string | null | undefined>(undefined);

export function followGateway(): () => void {
  const over = new AbortController();
  request<{ origin: string | null }>('GET', '/api/gateway', undefined, over.signal).then(
    ({ origin }) => gatewayOrigin.set(origin),
    () => {
      if (!over.signal.aborted) gatewayOrigin.set(null);
    },
  );
  return () => {
    over.abort();
    gatewayOrigin.set(undefined);
  };
}
