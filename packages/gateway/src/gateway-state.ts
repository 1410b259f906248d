// Combines all records of a gateway, in the table that its nodes share.

import { type AdminTokens, createAdminTokens } from './admin-tokens.js';
import { type ApiKeys, createApiKeys } from './api-keys.js';
import type { GatewayPorts } from './ports.js';
import { createProxies, type Proxies, type ProxiesOptions } from './proxies.js';
import { createResources, type Resources } from './resources.js';
import { createRules, type Rules, type RulesOptions } from './rules.js';

export interface GatewayState {
  readonly proxies: Proxies;
  readonly rules: Rules;
  readonly keys: ApiKeys;
  readonly resources: Resources;
  readonly adminTokens: AdminTokens;
  /** Calls `onChange` after any node has changed a record. Returns a function that stops the watch. */
  watch(onChange: () => void): () => void;
}

export function createGatewayState(
  ports: GatewayPorts,
  options: ProxiesOptions & RulesOptions,
): GatewayState {
  const keys = createApiKeys(ports);
  const resources = createResources(ports);
  return {
    proxies: createProxies(ports, options, { keys, resources }),
    rules: createRules(ports, options),
    keys,
    resources,
    adminTokens: createAdminTokens(ports),
    watch: (onChange) => ports.table.watch(onChange),
  };
}
