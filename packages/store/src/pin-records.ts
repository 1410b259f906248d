// The keys and values under which tool pins are stored.

import type { Pin } from '@claw/pipeline';
import type { KeyValueTable } from './key-value-table.js';

/** Returns the JSON of a pin that a user has accepted; without `standing`, it was trusted when it was first seen. */
export const acceptedPin = ({ server, tool, digest, definition }: Pin): string =>
  JSON.stringify({ server, tool, digest, definition, standing: 'reviewed' } satisfies Pin);

/** The key is JSON, so that a separator inside a name cannot produce the key of another pair. */
export const pinKey = (server: string, tool: string) => JSON.stringify([server, tool]);

/** Returns the prefix of all keys of one server. */
export const serverPrefix = (server: string) => `[${JSON.stringify(server)},`;

export const parsePin = (text: string | undefined): Pin | undefined =>
  text === undefined ? undefined : (JSON.parse(text) as Pin);

export const parseNames = (text: string | undefined): ReadonlySet<string> | undefined =>
  text === undefined ? undefined : new Set(JSON.parse(text) as string[]);

export const listPins = async (
  table: KeyValueTable,
  namespace: 'pin' | 'reported_pin',
): Promise<readonly Pin[]> => (await table.list(namespace)).map(({ value }) => JSON.parse(value) as Pin);
