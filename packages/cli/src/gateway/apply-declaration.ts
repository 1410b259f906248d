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

export interface DeclaredChanges {
  /** In the order in which they are made. */
  readonly changes: readonly DeclaredChange[];
  /** Deletions that are not made without `prune`. */
  readonly kept: readonly DeclaredChange[];
}

interface ApplyOptions {
  /** Deletes proxies and resources that are declared no longer. */
  readonly prune: boolean;
  /** Writes a change to the audit log before it is made. */
  readonly record: (change: AdminChange) => unknown;
}

/** Nodes that start at the same time apply the same file; what another one has done meanwhile is planned again. */
const MAX_ATTEMPTS = 5;

/** Applies a declaration and returns what was changed. Throws a `UserError`, having changed nothing, when it cannot be applied. */
export async function applyDeclaration(
  state: GatewayState,
  declared: Declaration,
  { prune, record }: ApplyOptions,
): Promise<DeclaredChanges> {
  const made: DeclaredChange[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { changes, kept } = await planChanges(state, declared, prune);
      for (const change of changes) {
        const { action, record: kind, id, fields } = change;
        // The entry first: a change that cannot be logged is not made.
        await record({ action, record: kind, id, fields, by: 'gateway.toml' });
        await change.apply();
        made.push(change);
      }
      return { changes: made, kept };
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
  prune: boolean,
): Promise<DeclaredChanges> {
  try {
    const planned = await planDeclaration(state, declared);
    const isKept = (change: DeclaredChange) => !prune && losesData(change);
    const [kept, changes] = [planned.filter(isKept), planned.filter((change) => !isKept(change))];
    await checkQuota(state, changes, kept);
    return { changes, kept };
  } catch (error) {
    if (!(error instanceof GatewayProblem)) throw error;
    throw new UserError(`Cannot apply \`gateway.toml\`: ${error.message}. Nothing was changed.`);
  }
}

/** Proxies that are kept count as well. */
async function checkQuota(
  { proxies }: GatewayState,
  changes: readonly DeclaredChange[],
  kept: readonly DeclaredChange[],
): Promise<void> {
  const created = changes.filter(({ action, record }) => action === 'create' && record === 'proxy').length;
  if (created === 0 || kept.length === 0) return;
  const count = (await proxies.list()).length + created;
  if (count > proxies.quota)
    throw new GatewayProblem(
      'quota',
      `there would be ${count} proxies with those that are declared no longer (${describeKept(kept)}), and the quota is ${proxies.quota}; delete them with \`gateway apply --prune\``,
    );
}

/**
 * A table that is missing may be a mistake, so nothing is deleted that the file could not bring back: a proxy goes with its tools
 * and with its tags on keys. A key that is missing must not open the door any longer, and it loses nothing.
 */
const losesData = ({ action, record }: DeclaredChange): boolean => action === 'delete' && record !== 'key';

/** What is in use although the file does not declare it. */
export const describeKept = (kept: readonly DeclaredChange[]): string =>
  kept.map(({ record, id }) => `${record} \`${id}\``).join(', ');
