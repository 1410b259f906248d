// Manages stored resources; any number of proxies can serve a resource.

import type { RecordOrigin, Resource } from './model.js';
import type { GatewayPorts } from './ports.js';
import { validate } from './problem.js';
import { createRecords } from './records.js';
import { newResource, resourceChanges } from './schemas.js';

export interface Resources {
  list(): Promise<readonly Resource[]>;
  get(id: string): Promise<Resource | undefined>;
  create(input: unknown, given?: RecordOrigin): Promise<Resource>;
  change(id: string, input: unknown): Promise<Resource>;
  remove(id: string): Promise<boolean>;
  /** Detaches all resources from a proxy. */
  detach(proxyId: string): Promise<void>;
}

export function createResources({ table, now, createId }: GatewayPorts): Resources {
  const resources = createRecords<Resource>(table, 'resource');
  return {
    list: () => resources.list(),
    get: (id) => resources.get(id),
    async create(input, { id = createId(), source } = {}) {
      const wanted = validate(newResource, input);
      const resource: Resource = {
        id,
        ...wanted,
        createdAt: new Date(now()).toISOString(),
        ...(source !== undefined && { source }),
      };
      await resources.create(resource);
      return resource;
    },
    async change(id, input) {
      const { uri, name, mimeType, content, attachedMcpIds } = validate(resourceChanges, input);
      return resources.change(id, (current) => ({
        ...current,
        ...(uri !== undefined && { uri }),
        ...(name !== undefined && { name }),
        ...(mimeType !== undefined && { mimeType }),
        ...(content !== undefined && { content }),
        ...(attachedMcpIds !== undefined && { attachedMcpIds }),
      }));
    },
    remove: (id) => resources.remove(id),
    async detach(proxyId) {
      for (const { id, attachedMcpIds } of await resources.list()) {
        if (!attachedMcpIds.includes(proxyId)) continue;
        await resources.change(id, (resource) => ({
          ...resource,
          attachedMcpIds: resource.attachedMcpIds.filter((attached) => attached !== proxyId),
        }));
      }
    },
  };
}
