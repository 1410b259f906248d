// A log that breaks must not break a connection.

import type { Incident } from '@claw/jsonrpc-stream';

export type OnIncident = (incident: Incident) => void;

export const quietly =
  (listener: OnIncident | undefined): OnIncident =>
  (incident) => {
    try {
      listener?.(incident);
    } catch {
      // Nobody is left to tell.
    }
  };
