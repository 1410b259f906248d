// The proxy that a path names.

import type { GatewayState, ProxyRecord } from '@claw/gateway';
import { Problem } from '../http/problem.js';

/** Finds a proxy by its id or its name; throws 404 when there is none. */
export async function findProxy(state: GatewayState, idOrName = ''): Promise<ProxyRecord> {
  const proxy = await state.proxies.find(idOrName);
  if (proxy === undefined) throw new Problem(404, `No proxy with the id or name \`${idOrName}\`.`);
  return proxy;
}
