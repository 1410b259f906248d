// The gateway in whose process the dashboard runs. Only then there is a page about it.

import { request } from '../api/client.js';
import { createStore } from '../api/store.js';

/** Where callers reach the gateway; null when there is none, undefined before that is known. */
export const gatewayOrigin = createStore<string | null | undefined>(undefined);

export function followGateway(): () => void {
  const over = new AbortController();
  request<{ origin: string | null }>('GET', '/api/gateway', undefined, over.signal).then(
    ({ origin }) => gatewayOrigin.set(origin),
    () => {},
  );
  return () => {
    over.abort();
    gatewayOrigin.set(undefined);
  };
}
