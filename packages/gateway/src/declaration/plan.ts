// Plans how to change the stored records to the declared ones. Everything is validated before the first change.

import type { GatewayState } from '../gateway-state.js';
import { GatewayProblem } from '../problem.js';
import type { Declaration, DeclaredChange } from './declaration.js';
import { planKeys } from './plan-keys.js';
import { planProxy } from './plan-proxy.js';
import { planResources } from './plan-resources.js';

/**
 * Compares a declaration with the stored records. Throws a `GatewayProblem` if a record is invalid, conflicts with a
 * record that was created with the API, or exceeds the quota. The changes must be applied in their order.
 */
export async function planDeclaration(
  state: GatewayState,
  { proxies, resources, keys }: Declaration,
): Promise<readonly DeclaredChange[]> {
  const stored = await state.proxies.list();
  const isDeclared = (id: string) => proxies.some((proxy) => proxy.id === id);
  const dropped = stored.filter(({ id, source }) => source === 'file' && !isDeclared(id));
  const created = proxies.filter(({ id }) => !stored.some((proxy) => proxy.id === id));
  const count = stored.length - dropped.length + created.length;
  if (created.length > 0 && count > state.proxies.quota)
    throw new GatewayProblem('quota', `there would be ${count} proxies; the quota is ${state.proxies.quota}`);
  const others = stored.filter(({ source }) => source !== 'file');
  for (const { id } of proxies) {
    if (others.some(({ id: other, name }) => other === id || name.toLowerCase() === id.toLowerCase()))
      throw new GatewayProblem('conflict', `a proxy \`${id}\` was created over the API`, [
        {
          field: `proxy.${id}.name`,
          message: `is used by a proxy that was created over the API; choose another name, or delete that proxy with \`clawdefender gateway proxies delete ${id}\``,
        },
      ]);
  }
  const ids = resources.map(({ id }) => id);
  const planned = await Promise.all(proxies.map((proxy) => planProxy(state, proxy, ids)));
  return [
    ...dropped.map(
      ({ id }): DeclaredChange => ({
        action: 'delete',
        record: 'proxy',
        id,
        apply: () => state.proxies.remove(id),
      }),
    ),
    ...(await planResources(state, resources)),
    ...planned.flat(),
    ...(await planKeys(state, keys)),
  ];
}
