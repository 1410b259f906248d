// A gateway with one upstream server, and the credentials that clients need.

import { readFileSync } from 'node:fs';
import { policyFile } from '../../homes.js';
import { GatewayNodes } from '../data-plane/gateway-nodes.js';

export interface Served {
  /** Headers for the proxy's endpoint. */
  readonly url: string;
  /** A key for all tools and resources of the server. */
  readonly key: string;
}

/** Nodes with a policy that checks everything and denies nothing that these servers offer. */
export const watchfulNodes = (): GatewayNodes =>
  new GatewayNodes({ policy: readFileSync(policyFile('watchful'), 'utf8') });

/** Starts a node with a proxy for this URL; `stop` ends it. */
export async function serve(nodes: GatewayNodes, upstream: string): Promise<Served> {
  const node = await nodes.start();
  const created = await node.admin('POST', '/api/mcp', { name: 'served', url: upstream });
  if (created.status !== 201) throw new Error(created.text);
  const { id } = created.json;
  return {
    url: `${node.origin}/mcp/served`,
    key: await node.key(`mcp:${id}:tool:*`, `mcp:${id}:resource:*`),
  };
}
