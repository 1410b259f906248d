// Denies methods whose names the JSON-RPC specification reserves.

import type { Stage } from '../types.js';

export const reservedMethods: Stage = {
  name: 'wire',
  request: ({ method }) =>
    method.startsWith('rpc.')
      ? { kind: 'deny', rule: 'wire.reserved', reason: 'method names that begin with `rpc.` are reserved' }
      : undefined,
};
