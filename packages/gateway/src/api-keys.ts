// Stores the API keys for the data plane. A key is found by its hash; its plain text is only in the response to the
// request that creates it.

import type { ApiKey, RecordOrigin } from './model.js';
import { type GatewayPorts, NAMESPACE } from './ports.js';
import { validate } from './problem.js';
import { createRecords } from './records.js';
import { newKey } from './schemas.js';

export interface ApiKeys {
  list(): Promise<readonly ApiKey[]>;
  get(id: string): Promise<ApiKey | undefined>;
  /** Creates a record with the hash of a key. */
  create(input: unknown, hash: string, given?: RecordOrigin): Promise<ApiKey>;
  /** Changes the tags of a key and its hash. */
  change(id: string, tags: readonly string[], hash: string): Promise<void>;
  findByHash(hash: string): Promise<ApiKey | undefined>;
  remove(id: string): Promise<boolean>;
  /** Removes all tags with this prefix from every key. */
  removeTags(prefix: string): Promise<void>;
}

export function createApiKeys({ table, now, createId }: GatewayPorts): ApiKeys {
  const keys = createRecords<ApiKey>(table, 'key');
  const hashKey = (hash: string) => `key_hash/${hash}`;
  return {
    list: () => keys.list(),
    get: (id) => keys.get(id),
    async create(input, hash, { id = createId(), source } = {}) {
      const { name, tags } = validate(newKey, input);
      const key: ApiKey = {
        id,
        name,
        tags,
        hash,
        createdAt: new Date(now()).toISOString(),
        ...(source !== undefined && { source }),
      };
      await keys.create(key);
      await table.put(NAMESPACE, hashKey(hash), key.id);
      return key;
    },
    async change(id, tags, hash) {
      const before = await keys.get(id);
      await keys.change(id, (key) => ({ ...key, tags, hash }));
      await table.put(NAMESPACE, hashKey(hash), id);
      if (before !== undefined && before.hash !== hash) await table.remove(NAMESPACE, hashKey(before.hash));
    },
    async findByHash(hash) {
      const id = await table.get(NAMESPACE, hashKey(hash));
      return id === undefined ? undefined : keys.get(id);
    },
    async remove(id) {
      const key = await keys.get(id);
      if (key === undefined) return false;
      // The record is deleted first; the hash has no effect without it.
      const isRemoved = await keys.remove(id);
      await table.remove(NAMESPACE, hashKey(key.hash));
      return isRemoved;
    },
    async removeTags(prefix) {
      for (const { id, tags } of await keys.list()) {
        if (!tags.some((tag) => tag.startsWith(prefix))) continue;
        await keys.change(id, (key) => ({ ...key, tags: key.tags.filter((tag) => !tag.startsWith(prefix)) }));
      }
    },
  };
}
