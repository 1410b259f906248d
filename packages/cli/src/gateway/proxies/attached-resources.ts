// Converts the attached resources of a proxy into rules after its own. Their content is read for each call, so that
// only attaching and detaching needs a new pipeline.

import type { Rule } from '@claw/gateway';
import type { GatewayRecords } from '../records/gateway-records.js';

/** The rules of a proxy in order, with those for attached resources that no rule names. */
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
