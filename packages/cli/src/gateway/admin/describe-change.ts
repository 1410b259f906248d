// Describes a change through the admin API for lists of log entries. The entry is written before the change is made.

import type { AdminChange } from '@claw/admin';

/** The records that belong to a proxy and are named after it. */
const ofProxy: readonly AdminChange['record'][] = ['rules', 'cache', 'tools'];

export function describeChange({
  action,
  record,
  id,
  name = id,
  tool,
  fields,
  by,
  failed,
}: AdminChange): string {
  const what =
    record === 'kill_switch'
      ? `turn the kill switch ${id}`
      : `${action} ${record} ${ofProxy.includes(record) ? 'of ' : ''}\`${name}\``;
  const details = tool === undefined ? fields : [tool];
  const more = details === undefined || details.length === 0 ? '' : ` (${details.join(', ')})`;
  return `${what}${more}, by \`${by}\`${failed === true ? ': failed' : ''}`;
}
