// Stores records of one kind in the table, as JSON under `<kind>/<id>`. A change is a compare-and-swap; if the record
// has changed in the meantime, the change is applied again to the new record.

import type { KeyValueTable } from '@claw/store';
import { NAMESPACE } from './ports.js';
import { GatewayProblem } from './problem.js';

export interface Records<Value extends { readonly id: string }> {
  get(id: string): Promise<Value | undefined>;
  list(): Promise<readonly Value[]>;
  create(value: Value): Promise<void>;
  /** Applies a change to the current record; throws `not_found` if it does not exist. */
  change(id: string, change: (current: Value) => Value): Promise<Value>;
  remove(id: string): Promise<boolean>;
}

/**
 * The maximum number of attempts. Concurrent changes to one record are rare, so more failed attempts indicate a fault.
 */
const MAX_ATTEMPTS = 50;

export function createRecords<Value extends { readonly id: string }>(
  table: KeyValueTable,
  kind: string,
): Records<Value> {
  const keyOf = (id: string) => `${kind}/${id}`;
  const notFound = (id: string) => new GatewayProblem('not_found', `no ${kind} with the id \`${id}\``);
  return {
    async get(id) {
      const text = await table.get(NAMESPACE, keyOf(id));
      return text === undefined ? undefined : (JSON.parse(text) as Value);
    },
    async list() {
      const entries = await table.list(NAMESPACE, `${kind}/`);
      return entries.map(({ value }) => JSON.parse(value) as Value);
    },
    async create(value) {
      if (!(await table.add(NAMESPACE, keyOf(value.id), JSON.stringify(value))))
        throw new GatewayProblem('conflict', `a ${kind} with the id \`${value.id}\` already exists`);
    },
    async change(id, change) {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const text = await table.get(NAMESPACE, keyOf(id));
        if (text === undefined) throw notFound(id);
        const changed = change(JSON.parse(text) as Value);
        if (await table.replace(NAMESPACE, keyOf(id), text, JSON.stringify(changed))) return changed;
      }
      throw new GatewayProblem('conflict', `the ${kind} \`${id}\` keeps changing; try again`);
    },
    remove: async (id) => table.remove(NAMESPACE, keyOf(id)),
  };
}
