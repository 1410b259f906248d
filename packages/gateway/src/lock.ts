// Runs an action while no other node runs an action with the same name. The lock expires, so that a node that dies
// does not block other nodes.

import { type GatewayPorts, NAMESPACE } from './ports.js';
import { GatewayProblem } from './problem.js';

const LOCK_MILLISECONDS = 10_000;
const POLL_MILLISECONDS = 20;

export async function withLock<Result>(
  { table, now }: Pick<GatewayPorts, 'table' | 'now'>,
  name: string,
  act: () => Promise<Result>,
): Promise<Result> {
  const key = `lock/${name}`;
  for (let waited = 0; ; waited += POLL_MILLISECONDS) {
    if (await table.add(NAMESPACE, key, '', now() + LOCK_MILLISECONDS)) break;
    if (waited > LOCK_MILLISECONDS)
      throw new GatewayProblem('conflict', 'another change is running; try again');
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
  try {
    return await act();
  } finally {
    await table.remove(NAMESPACE, key);
  }
}
