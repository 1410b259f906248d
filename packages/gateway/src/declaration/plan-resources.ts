// Plans how to change the stored resources to those that a file declares.

import type { GatewayState } from '../gateway-state.js';
import type { Resource } from '../model.js';
import { validate } from '../problem.js';
import { newResource } from '../schemas.js';
import type { DeclaredChange, DeclaredResource } from './declaration.js';
import { differences } from './differences.js';

export async function planResources(
  { resources }: GatewayState,
  declared: readonly DeclaredResource[],
): Promise<DeclaredChange[]> {
  const stored = (await resources.list()).filter(({ source }) => source === 'file');
  const dropped = stored.filter(({ id }) => !declared.some((resource) => resource.id === id));
  const changes = declared.flatMap(({ id, resource }): DeclaredChange[] => {
    const wanted = validate(newResource, resource);
    const before = stored.find((candidate) => candidate.id === id);
    if (before === undefined)
      return [
        {
          action: 'create',
          record: 'resource',
          id,
          apply: () => resources.create(wanted, { id, source: 'file' }),
        },
      ];
    const fields = differences(wanted, fieldsOf(before));
    if (fields.length === 0) return [];
    return [{ action: 'change', record: 'resource', id, fields, apply: () => resources.change(id, wanted) }];
  });
  const deletions = dropped.map(
    ({ id }): DeclaredChange => ({
      action: 'delete',
      record: 'resource',
      id,
      apply: () => resources.remove(id),
    }),
  );
  return [...deletions, ...changes];
}

const fieldsOf = ({ id: _, createdAt: __, source: ___, ...fields }: Resource) => fields;
