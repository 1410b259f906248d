// Plans how to change a stored proxy and its rules to those that a file declares.

import type { GatewayState } from '../gateway-state.js';
import { GatewayProblem, invalid } from '../problem.js';
import type { Rule } from '../rules.js';
import type { NewProxy } from '../schemas.js';
import type { DeclaredChange, DeclaredProxy } from './declaration.js';
import { differences } from './differences.js';

export async function planProxy(
  state: GatewayState,
  { id, proxy, rules }: DeclaredProxy,
  resources: readonly string[],
): Promise<DeclaredChange[]> {
  const [wanted, wantedRules] = await checkProxy(state, { id, proxy, rules }, resources);
  const stored = await state.proxies.find(id);
  const changes: DeclaredChange[] = [];
  if (stored === undefined)
    changes.push({
      action: 'create',
      record: 'proxy',
      id,
      apply: () => state.proxies.create(proxy, { id, source: 'file' }),
    });
  else {
    const { name, url, authType, auth } = stored;
    const declared = fieldsOf(wanted);
    // If the file contains no client secret, the stored one is kept.
    const isKept = declared.clientSecret === undefined && declared.auth.upstreamJwt !== undefined;
    const fields = differences(declared, {
      name,
      url,
      authType,
      auth,
      authToken: await state.proxies.authToken(id),
      clientSecret: isKept ? undefined : await state.proxies.clientSecret(id),
    });
    const { name: _, ...change } = wanted;
    if (fields.length > 0)
      changes.push({
        action: 'change',
        record: 'proxy',
        id,
        fields,
        apply: () => state.proxies.change(id, change),
      });
  }
  if (differences({ rules: wantedRules }, { rules: await state.rules.get(id) }).length > 0)
    changes.push({
      action: 'change',
      record: 'rules',
      id,
      apply: () => state.rules.replace(id, { rules: wantedRules }),
    });
  return changes;
}

/** Returns the problems with a proxy and its rules, prefixed with the name of the proxy. */
async function checkProxy(
  state: GatewayState,
  { id, proxy, rules }: DeclaredProxy,
  resources: readonly string[],
): Promise<[NewProxy, readonly Rule[]]> {
  try {
    return [await state.proxies.check(proxy), await state.rules.check({ rules }, resources)];
  } catch (error) {
    if (!(error instanceof GatewayProblem) || error.fields.length === 0) throw error;
    throw invalid(error.fields.map(({ field, message }) => ({ field: `proxy.${id}.${field}`, message })));
  }
}

function fieldsOf({ name, url, authType, auth, authToken }: NewProxy) {
  const { upstreamJwt, ...inbound } = auth;
  const { clientSecret, ...jwt } = upstreamJwt ?? {};
  return {
    name,
    url,
    authType,
    auth: { ...inbound, ...(upstreamJwt && { upstreamJwt: jwt }) },
    authToken,
    clientSecret,
  };
}
