// The ports of the package: a table that all nodes share, encrypted secrets, the time and random ids.

import type { KeyValueTable, Secrets } from '@claw/store';

export interface GatewayPorts {
  readonly table: KeyValueTable;
  readonly secrets: Secrets;
  /** Returns the milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a random id that cannot be guessed. */
  readonly createId: () => string;
}

/** The namespace of the gateway's entries in the table. */
export const NAMESPACE = 'gateway';
