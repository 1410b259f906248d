// The ports of the package: a table that all nodes share, encrypted secrets, time and random ids.

import type { KeyValueTable, Secrets } from '@claw/store';

export interface GatewayPorts {
  readonly table: KeyValueTable;
  readonly secrets: Secrets;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** A random id that cannot be guessed. */
  readonly createId: () => string;
}

/** The entries of the table that belong to the gateway. */
export const NAMESPACE = 'gateway';
