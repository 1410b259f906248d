// Makes the stored records what `gateway.toml` declares.

import type { AdminChange } from '@claw/admin';
import {
  type Declaration,
  type DeclaredChange,
  GatewayProblem,
  type GatewayState,
  planDeclaration,
} from '@claw/gateway';
import { UserError } from '../command-line/user-error.js';

/** Nodes that start at the same time apply the same file; what another one has done meanwhile is planned again. */
const MAX_ATTEMPTS = 5;

/** Applies a declaration and returns what was changed. Throws a `UserError`, having changed nothing, when it cannot be applied. */
export async function applyDeclaration(
  state: GatewayState,
  declared: Declaration,
  record: (change: AdminChange) => unknown,
): Promise<readonly DeclaredChange[]> {
  const made: DeclaredChange[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const change of await planChanges(state, declared)) {
        await change.apply();
        const { action, record: kind, id, fields } = change;
        await record({ action, record: kind, id, fields, by: 'gateway.toml' });
        made.push(change);
      }
      return made;
    } catch (error) {
      const isRace = error instanceof GatewayProblem && error.kind === 'conflict';
      if (!isRace || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The changes that a declaration needs. Throws a `UserError` when it contradicts the stored records. */
export async function planChanges(
  state: GatewayState,
  declared: Declaration,
): Promise<readonly DeclaredChange[]> {
  try {
    return await planDeclaration(state, declared);
  } catch (error) {
    if (!(error instanceof GatewayProblem)) throw error;
    throw new UserError(`Cannot apply \`gateway.toml\`: ${error.message}. Nothing was changed.`);
  }
}
