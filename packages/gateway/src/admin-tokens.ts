// The tokens of the admin API. Stored as hashes, apart from the keys of the data plane, so that neither opens the other door.

import type { AdminToken } from './model.js';
import { type GatewayPorts, NAMESPACE } from './ports.js';

export interface AdminTokens {
  /** Stores the hash of a first token unless any token exists; whether it was stored. One node of several wins. */
  createFirst(hash: string): Promise<boolean>;
  find(hash: string): Promise<AdminToken | undefined>;
}

export function createAdminTokens({ table, now }: GatewayPorts): AdminTokens {
  const keyOf = (hash: string) => `admin_token/${hash}`;
  return {
    async createFirst(hash) {
      if (!(await table.add(NAMESPACE, 'first_admin_token', hash))) return false;
      const token: AdminToken = { name: 'first', hash, createdAt: new Date(now()).toISOString() };
      await table.put(NAMESPACE, keyOf(hash), JSON.stringify(token));
      return true;
    },
    async find(hash) {
      const text = await table.get(NAMESPACE, keyOf(hash));
      return text === undefined ? undefined : (JSON.parse(text) as AdminToken);
    },
  };
}
