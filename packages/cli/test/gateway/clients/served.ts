// Starts a gateway with one upstream server and provides the credentials that clients need.

import { readFileSync } from 'node:fs';
import { policyFile } from '../../homes.js';
import { GatewayNodes } from '../data-plane/gateway-nodes.js';

export interface Served {
  /** The URL of the proxy. */
  readonly url: string;
  /** A key for all tools and resources of the server. */
  readonly key: string;
}

/** Creates nodes with a policy that checks everything and denies nothing that these servers offer. */
export const watchfulNodes = (): GatewayNodes =>
  new GatewayNodes({ policy: readFileSync(policyFile('watchful'), 'utf8') });

/** Starts a node with a proxy for this URL. `stop` stops the node. */
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
