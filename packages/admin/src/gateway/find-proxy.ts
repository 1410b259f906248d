// Finds the proxy that a path names, and checks that the API may change the proxy.

import type { GatewayState, ProxyRecord } from '@claw/gateway';
import { Problem } from '../http/problem.js';

/** Finds a proxy by its id or its name; throws 404 if there is none. */
export async function findProxy(state: GatewayState, idOrName = ''): Promise<ProxyRecord> {
  const proxy = await state.proxies.find(idOrName);
  if (proxy === undefined) throw new Problem(404, `No proxy with the id or name \`${idOrName}\`.`);
  return proxy;
}

/** Throws 409 if `gateway.toml` declares the record, because the next start of the gateway would undo the change. */
export function refuseDeclared({
  id,
  source,
}: {
  readonly id: string;
  readonly source?: 'file' | undefined;
}): void {
  if (source === 'file')
    throw new Problem(
      409,
      `\`${id}\` is declared in \`gateway.toml\`. Change it there and run \`clawdefender gateway apply\`.`,
    );
}
