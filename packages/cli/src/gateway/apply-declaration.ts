// Changes the stored records to match the records in `gateway.toml`.

import type { AdminChange } from '@claw/admin';
import {
  type DeclaredChange,
  type FieldProblem,
  GatewayProblem,
  type GatewayState,
  planDeclaration,
} from '@claw/gateway';
import { formatDiagnostic } from '@claw/policy';
import { UserError } from '../command-line/user-error.js';
import { pathOf } from './config/field-path.js';
import type { DeclaredRecords } from './config/gateway-config.js';

export interface DeclaredChanges {
  /** The changes, in the order in which they are applied. */
  readonly changes: readonly DeclaredChange[];
  /** The deletions that are made only with `prune`. */
  readonly kept: readonly DeclaredChange[];
}

interface ApplyOptions {
  /** True to delete proxies and resources that are no longer declared. */
  readonly prune: boolean;
  /** Writes a change to the audit log before the change is made. */
  readonly record: (change: AdminChange) => unknown;
}

/**
 * The maximum number of plans. Nodes that start at the same time apply the same file; if another node has made changes
 * in the meantime, a new plan is made.
 */
const MAX_ATTEMPTS = 5;

/**
 * Applies a declaration and returns the changes. Throws a `UserError` without changing anything if the declaration
 * cannot be applied.
 */
export async function applyDeclaration(
  state: GatewayState,
  declared: DeclaredRecords,
  { prune, record }: ApplyOptions,
): Promise<DeclaredChanges> {
  const made: DeclaredChange[] = [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { changes, kept } = await planChanges(state, declared, prune);
      for (const change of changes) {
        const { action, record: kind, id, fields } = change;
        // The log entry is written first, because a change that cannot be logged must not be made.
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

/** Plans the changes for a declaration. Throws a `UserError` if it contradicts the stored records. */
export async function planChanges(
  state: GatewayState,
  declared: DeclaredRecords,
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
    throw new UserError(await describeProblem(error, declared));
  }
}

/** Formats each invalid field as a line with its position. */
async function describeProblem(problem: GatewayProblem, declared: DeclaredRecords): Promise<string> {
  if (problem.fields.length === 0)
    return `Cannot apply \`${declared.file}\`: ${problem.message}. Nothing was changed.`;
  const located = await declared.locate(problem.fields.map((field) => placeOf(field, declared)));
  return [...located.map(formatDiagnostic), 'Nothing was changed.'].join('\n');
}

/** Finds the position of a field. Fields of proxies begin with `proxy.NAME.`, where the name may contain dots. */
function placeOf({ field, message }: FieldProblem, { proxies }: DeclaredRecords) {
  const prefixes = proxies.map(({ id }) => `proxy.${id}.`);
  const [prefix = ''] = prefixes
    .filter((candidate) => field.startsWith(candidate))
    .sort((left, right) => right.length - left.length);
  const rest = field.slice(prefix.length);
  const path = prefix === '' ? [] : ['proxy', prefixes.indexOf(prefix), ...pathOf(rest)];
  return { code: 'wrong-value', message: `\`${rest}\` ${message}`, help: '', path };
}

/** Checks the number of proxies. Proxies that are no longer declared but kept count against the quota as well. */
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
      `there would be ${count} proxies including those that are no longer declared (${describeKept(kept)}), and the quota is ${proxies.quota}; delete them with \`gateway apply --prune\``,
    );
}

/**
 * True for the deletion of a record that the file could not restore: a deleted proxy loses its tools and its tags on
 * keys. Such records are kept without `prune`, because a missing table may be a mistake. A missing key is always
 * deleted, because it must no longer give access.
 */
const losesData = ({ action, record }: DeclaredChange): boolean => action === 'delete' && record !== 'key';

/** Lists records that stay in use although the file does not declare them. */
export const describeKept = (kept: readonly DeclaredChange[]): string =>
  kept.map(({ record, id }) => `${record} \`${id}\``).join(', ');
