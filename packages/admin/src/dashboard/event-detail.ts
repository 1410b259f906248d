// Prepares a whole audit record for the detail view. Log lines are untrusted, so the type of each member is checked.

import type { AuditRecord } from '@claw/audit';
import type { AuditRecord as ShownRecord } from '@claw/dashboard/types';
import { membersOf } from './live/event-summary.js';

/** The members that the page displays, with their types. */
const types: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  client: 'string',
  identity: 'string',
  address: 'string',
  direction: 'string',
  method: 'string',
  tool: 'string',
  decision: 'string',
  rule: 'string',
  reason: 'string',
  state: 'string',
  by: 'string',
  hash: 'string',
  decide_us: 'number',
  latency_us: 'number',
  call_seq: 'number',
  observed: 'boolean',
};

/** Returns the record without members of the wrong type. */
export function detailOf({ findings, trail, ...record }: AuditRecord): ShownRecord {
  const valid = Object.entries(record).filter(
    ([name, value]) => !Object.hasOwn(types, name) || typeof value === types[name],
  );
  return {
    ...(Object.fromEntries(valid) as unknown as ShownRecord),
    ...(findings !== undefined && {
      findings: itemsOf(findings, ['kind', 'detector', 'severity', 'where']),
    }),
    ...(trail !== undefined && { trail: itemsOf(trail, ['stage', 'verdict', 'rule', 'reason']) }),
  };
}

/** Members of the wrong type become empty, so that the item is still shown. */
const itemsOf = <Name extends string>(
  value: unknown,
  names: readonly Name[],
): readonly Record<Name, string>[] =>
  membersOf(value).map(
    (item) =>
      Object.fromEntries(
        names.map((name) => [name, typeof item[name] === 'string' ? item[name] : '']),
      ) as Record<Name, string>,
  );
