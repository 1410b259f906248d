// Names of proxies for lists. Records contain the ids of proxies, but people and commands use the names.

import type { ApiClient } from './api-client.js';
import { readAll } from './read-input.js';

/** Returns the name of a proxy; the id itself if it is unknown. */
export async function readProxyNames(api: ApiClient): Promise<(id: string) => string> {
  const names = new Map<string, string>();
  for (const { id, name } of await readAll(api, '/api/mcp')) names.set(id, name);
  return (id) => names.get(id) ?? id;
}
