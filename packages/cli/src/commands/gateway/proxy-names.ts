// Reads the names of proxies for lists. Records contain the ids of proxies, but users and commands use the names.

import type { ApiClient } from './api-client.js';
import { readAll } from './read-input.js';

/** Returns a function that maps a proxy id to its name; an unknown id is returned unchanged. */
export async function readProxyNames(api: ApiClient): Promise<(id: string) => string> {
  const names = new Map<string, string>();
  for (const { id, name } of await readAll(api, '/api/mcp')) names.set(id, name);
  return (id) => names.get(id) ?? id;
}
