// Plans how to change the stored API keys to those that a file declares.

import type { GatewayState } from '../gateway-state.js';
import type { DeclaredChange, DeclaredKey } from './declaration.js';
import { differences } from './differences.js';

export async function planKeys(
  { keys }: GatewayState,
  declared: readonly DeclaredKey[],
): Promise<DeclaredChange[]> {
  const stored = (await keys.list()).filter(({ source }) => source === 'file');
  const dropped = stored.filter(({ id }) => !declared.some((key) => key.id === id));
  const changes = declared.flatMap(({ id, tags, hash }): DeclaredChange[] => {
    const before = stored.find((candidate) => candidate.id === id);
    if (before === undefined)
      return [
        {
          action: 'create',
          record: 'key',
          id,
          apply: () => keys.create({ name: id, tags }, hash, { id, source: 'file' }),
        },
      ];
    const fields = differences({ tags, hash }, { tags: before.tags, hash: before.hash });
    if (fields.length === 0) return [];
    return [{ action: 'change', record: 'key', id, fields, apply: () => keys.change(id, tags, hash) }];
  });
  const deletions = dropped.map(
    ({ id }): DeclaredChange => ({ action: 'delete', record: 'key', id, apply: () => keys.remove(id) }),
  );
  return [...deletions, ...changes];
}
