// A document that describes a server or a provider.

import { AuthError } from './errors.js';
import type { Network } from './network.js';

/** The document; undefined when there is none at this place. */
export async function readDocument(
  place: URL,
  network: Network,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const answer = await network(place);
  if (answer.status >= 500)
    throw new AuthError('UNREACHABLE', `${place.host} is out of order (it answered ${answer.status})`);
  if (answer.status !== 200) return undefined;
  const value = await answer.json().catch(() => undefined);
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? (value as Readonly<Record<string, unknown>>) : undefined;
}
