// Stores the tokens for the admin API as hashes. They are separate from the API keys for the data plane; neither kind
// is valid in place of the other.

import type { AdminToken } from './model.js';
import { type GatewayPorts, NAMESPACE } from './ports.js';

export interface AdminTokens {
  /**
   * Stores the hash of the first token unless a token exists. Returns true if it was stored, which is the case on
   * only one of several nodes.
   */
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
