// Fetches the metadata document of a protected resource or an authorization server.

import { AuthError } from './errors.js';
import { isRecord } from './is-record.js';
import type { Network } from './network.js';

/** Returns the JSON object at this URL, or undefined if there is none. */
export async function fetchMetadata(
  url: URL,
  network: Network,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const response = await network(url);
  if (response.status >= 500)
    throw new AuthError('UNREACHABLE', `${url.host} fails with HTTP status ${response.status}`);
  if (response.status !== 200) return undefined;
  const value: unknown = await response.json().catch(() => undefined);
  return isRecord(value) ? value : undefined;
}
