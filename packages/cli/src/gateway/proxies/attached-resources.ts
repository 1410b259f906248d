// Converts the attached resources of a proxy into rules, which follow the rules of the proxy. The content of a resource
// is read for each call, so only attaching and detaching needs a new pipeline.

import type { Rule } from '@claw/gateway';
import type { GatewayRecords } from '../records/gateway-records.js';

/** Returns the rules of a proxy in order, followed by rules for attached resources that no other rule names. */
export function rulesOf({ rules, resources }: GatewayRecords, proxyId: string): readonly Rule[] {
  const own = rules.get(proxyId) ?? [];
  const isNamed = (id: string) => own.some((rule) => rule['resource_id'] === id);
  const attached = attachedIds({ resources }, proxyId).filter((id) => !isNamed(id));
  return [
    ...own,
    ...attached.map((id) => ({
      rule_type: 'mcp_resource',
      name: `resource-${id}`,
      tools: ['*'],
      resource_id: id,
    })),
  ];
}

export function haveAttachmentsChanged(
  before: GatewayRecords | undefined,
  now: GatewayRecords,
  proxyId: string,
): boolean {
  if (before === undefined || before.resources === now.resources) return false;
  return attachedIds(before, proxyId).join() !== attachedIds(now, proxyId).join();
}

const attachedIds = ({ resources }: Pick<GatewayRecords, 'resources'>, proxyId: string): readonly string[] =>
  [...resources.values()]
    .filter(({ attachedMcpIds }) => attachedMcpIds.includes(proxyId))
    .map(({ id }) => id)
    .sort();
